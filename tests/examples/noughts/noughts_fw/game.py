"""Names of the modules that make noughts and crosses on a board."""

RULES = ".rules"
CELLS = ".cells"
CUES = ".cues"
PRESENCE = ".recognizer"
