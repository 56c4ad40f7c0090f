"""What JSON holds, where files, pages and boards are read and written."""

from typing import Any

JsonObject = dict[str, Any]
"""An object of JSON: layouts, settings, events of a game, messages of pages and boards."""
