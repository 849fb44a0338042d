"""Games written as text: parse, check and compile a `*.gobelet.toml` file.

README.md describes the format.
"""
