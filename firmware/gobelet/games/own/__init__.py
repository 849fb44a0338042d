"""Games as text: games whose rules an author has written as a text file.

The compiler in host_tools/own converts the text file `*.gobelet.toml` to a file for the device, see
host_tools/own/README.md. The modules of this package play the game in the compiled file.
"""
