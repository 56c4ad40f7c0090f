"""Names of the modules that make voting stations on a board (``games`` lists what they are)."""

CELLS = ".lights"
TABLE = (".pods", "Pods")
