"""Types of JSON values that files, pages and boards exchange."""

from typing import Any

JsonObject = dict[str, Any]
"""An object of JSON: layouts, settings, events of a game, messages of pages and boards."""
