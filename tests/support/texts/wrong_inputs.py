"""Wrong inputs (what people type wrongly, and what the program answers, as a data file).

    PYTHONPATH=tests python -m support.texts.wrong_inputs

writes the answers anew into ``host/docs/wrong-inputs.json``, after a change of the texts.  Each
row is a position (empty: the beginning), the line, and the answer.
"""

import json
import tempfile
from pathlib import Path

from support.texts.typed_session import Evening

HERE = Path(__file__)
FILE = HERE.parents[3] / "host/docs/wrong-inputs.json"


def answers(evening, rows):
    """Yield the answer to each row; ``evening(start)`` makes a session at a position."""
    tables = {}
    for start, line, *_ in rows:
        if start not in tables:
            tables[start] = evening(start)
        yield tables[start].type(line)
        assert tables[start].hands.made == [], f"{line!r} is played: it is not a wrong input"


def main():
    data = json.loads(FILE.read_text(encoding="utf-8"))
    for name, languages in data.items():
        for language, rows in languages.items():

            def evening(start, name=name, language=language):
                return Evening(Path(tempfile.mkdtemp()), name, language, start)

            told = answers(evening, rows)
            languages[language] = [[*row[:2], answer] for row, answer in zip(rows, told)]
    FILE.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
