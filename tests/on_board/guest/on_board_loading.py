"""Imported before all else by what runs under a microcontroller's Python: loads as firmware does.

Module by module, each swept up after: together they would need more heap than they keep.
"""

from boardio.loading import load_game

load_game("gyges", "presence")
