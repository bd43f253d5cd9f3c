"""What the pages of docs say, one file a kind of page; docs/make_pages.py writes them."""
