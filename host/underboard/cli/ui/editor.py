"""Editor of one typed line while the screen around it changes.

A terminal's own editing echoes into whatever is drawn, so keys are read one by one (POSIX).
"""

import re

KEYS = {
    "\x1b[D": "left", "\x1bOD": "left", "\x02": "left",
    "\x1b[C": "right", "\x1bOC": "right", "\x06": "right",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x01": "home",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x05": "end",
    "\x1b[A": "up", "\x1bOA": "up", "\x10": "up",
    "\x1b[B": "down", "\x1bOB": "down", "\x0e": "down",
    "\x1b[3~": "delete", "\x7f": "back", "\x08": "back",
    "\x15": "clear", "\x17": "word", "\x0b": "kill",
    "\r": "enter", "\n": "enter", "\x04": "eof", "\x0c": "redraw",
    "\x1b[5~": "page-up", "\x1b[6~": "page-down", "\x1b": "escape",
}  # fmt: skip
"""Key sequences of terminals."""
LONGEST = 8
"""Letters of one key as a terminal sends it; chosen."""
SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO[A-Za-z]|\x1b|[\s\S]")


def split_keys(text: str) -> tuple[list[str], str]:
    r"""Return the keys of what a terminal sent, and the beginning of a key that is not whole yet.

    >>> split_keys("b2\r\x1b[A\x1b[")
    (['b', '2', '\r', '\x1b[A'], '\x1b[')
    """
    keys = SEQUENCE.findall(text)
    for count in range(1, LONGEST + 1):
        rest = "".join(keys[-count:])
        if keys[-count:][:1] == ["\x1b"] and re.fullmatch(r"\x1b(\[[0-9;]*|O)?", rest):
            return keys[:-count], rest
    return keys, ""


class LineEditor:
    """Text before and after the cursor, and the lines typed before."""

    def __init__(self) -> None:
        self.before = self.after = ""
        self._history: list[str] = []
        self._at = 0

    @property
    def text(self) -> str:
        """The whole line."""
        return self.before + self.after

    def key(self, key: str) -> str | None:
        """Take a key; return the line if that ends it, else None."""
        name = KEYS.get(key, "")
        if name == "enter":
            line = self.text
            if line.strip() and line not in self._history[-1:]:
                self._history.append(line)
            self._at = len(self._history)
            self.before = self.after = ""
            return line.strip()
        if name in ("up", "down"):
            self._recall(-1 if name == "up" else 1)
        elif name:
            self._edit(name)
        elif key.isprintable():
            self.before += key
        return None

    def _edit(self, name: str) -> None:
        before, after = self.before, self.after
        if name == "left":
            before, after = before[:-1], before[-1:] + after
        elif name == "right":
            before, after = before + after[:1], after[1:]
        elif name == "home":
            before, after = "", before + after
        elif name == "end":
            before, after = before + after, ""
        elif name == "back":
            before = before[:-1]
        elif name == "delete":
            after = after[1:]
        elif name == "clear":
            before = ""
        elif name == "word":
            before = re.sub(r"\S*\s*$", "", before)
        elif name == "kill":
            after = ""
        self.before, self.after = before, after

    def _recall(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), len(self._history))
        self.before = (self._history + [""])[self._at]
        self.after = ""
