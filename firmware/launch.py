"""The ``code.py`` that ``underboard board install`` writes onto the drive.

It puts each release into a folder of its own, ``releases/NUMBER``, and marks it with a
file ``whole`` when nothing is missing.  The newest whole one runs, so a cable pulled
meanwhile leaves the one before.  This file never changes from release to release.
"""

import os
import sys


def newest() -> str:
    """Return the folder of the newest whole release, "" if there is none."""
    found = 0
    for name in os.listdir("releases"):
        # Not isdigit(), which takes digits that int() does not; 007 is not found again.
        plain = name.strip("0123456789") == "" and 0 < len(name) < 10 and name[0] != "0"
        # Of what is no folder the first number lacks this bit.
        if plain and int(name) > found and os.stat("releases/" + name)[0] & 0x4000:
            if "whole" in os.listdir("releases/" + name):
                found = int(name)
    return "releases/%d" % found if found else ""


def main():
    """Run the newest whole release, as if its folder were the drive."""
    top = os.getcwd()
    folder = newest()
    if not folder:
        raise RuntimeError("no whole release on this drive: run underboard board install again")
    os.chdir(folder)
    sys.path.insert(0, os.getcwd() + "/lib")
    try:
        with open("code.py") as file:
            # Not the text itself: it would stay in memory for as long as the game.
            code = compile(file.read(), "code.py", "exec")
        exec(code, {"__name__": "__main__"})
    finally:
        sys.path.pop(0)
        os.chdir(top)


main()
