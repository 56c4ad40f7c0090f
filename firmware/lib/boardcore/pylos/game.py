"""Names of the modules that make Pylos on a board (``games`` lists what they are)."""

RULES = ".rules"
CELLS = ".recognizer"
CUES = ".cues"
PRESENCE = ".recognizer"
FIELD = ".field"
WEIGHT = ".plate"
ENGINE = ".engine"
