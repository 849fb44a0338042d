"""A game that is text: this folder plays what host_tools/own makes of a `*.gobelet.toml`. README.md there says how."""
