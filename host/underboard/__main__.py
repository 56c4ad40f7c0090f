"""``python -m underboard``: the same as the command ``underboard``."""

import sys

from underboard.cli import main

sys.exit(main())
