"""JSON that may be anything."""

from __future__ import annotations

import json
from typing import Any


def parsed(text: bytes) -> Any:
    """:raises ValueError: what is not JSON, not UTF-8, or nested too deep"""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
