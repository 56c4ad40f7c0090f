"""The colours that all drawings share, and what each says of itself."""

from underboard.hardware.drawings.drawing import Look, Material

WOOD, WOOD_EDGE, WOOD_DARK, WOOD_DEEP = "#e6cda3", "#8a6236", "#d3b27f", "#bf9a63"
GLASS, LEAD, LAMP, LAMP_EDGE = "#cfe9ee", "#5d7f88", "#ffd84f", "#a9790a"
CHAIN, FADED, HALL, FINGER = "#2d8a4e", "#6b5f55", "#3b3b46", "#b5483a"
METAL, METAL_EDGE = "#c3c9cf", "#6d757d"
PAPER = "#fbf8f2"

NOT_TRIED = "Drawn from the layout; nothing was tried on real hardware."
LIT: Look = {"fill": LAMP, "stroke": LAMP_EDGE, "pen": 0.3}
"""How a pixel looks."""
STEEL: Material = {"fill": METAL, "stroke": METAL_EDGE}
