"""One module for each kind of generated file. Each returns {path: text}."""
