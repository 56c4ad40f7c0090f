"""``python -m underboard``: the same as the command ``underboard``."""

import sys


def main() -> int:
    """Run the command; Ctrl-C ends it quietly even while its modules are loaded."""
    try:
        from underboard.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


# A process that reviews games reads this module, too, and must not begin anything.
if __name__ == "__main__":
    sys.exit(main())
