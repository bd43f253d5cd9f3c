"""One file for each kind of file that is written from the tables. Each gives {path: text}."""
