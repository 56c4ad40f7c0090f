"""``python -m underboard``: the same as the command ``underboard``."""

import sys

from underboard.cli import main

# A process that reviews games reads this module, too, and must not begin anything.
if __name__ == "__main__":
    sys.exit(main())
