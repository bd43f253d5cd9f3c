"""Parses untrusted JSON."""

from __future__ import annotations

import json
from typing import Any


def parsed(text: bytes) -> Any:
    """:raises ValueError: text that is not JSON, not UTF-8, or nested too deeply"""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
