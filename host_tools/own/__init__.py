"""Games written as text: parse, check and compile a `*.gobelet.toml`. README.md describes the format."""
