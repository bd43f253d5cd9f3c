"""Parses untrusted JSON, and writes numbers as it has them."""

from __future__ import annotations

import json
import math
from typing import Any


def parsed(text: bytes) -> Any:
    """:raises ValueError: text that is not JSON, not UTF-8, or nested too deeply"""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def known(number: float) -> float | None:
    """The number, or None for NaN and infinity, which JSON lacks."""
    return number if math.isfinite(number) else None
