"""Games as text: a player writes the rules of such a game as a text file.

host_tools/own compiles the text `*.gobelet.toml` to a file for the device, see its README.md. The modules of this
package play that file.
"""
