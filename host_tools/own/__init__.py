"""Games that are text: reading, checking and compiling a `*.gobelet.toml`. README.md here describes the format."""
