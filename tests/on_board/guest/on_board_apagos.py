"""Apagos under a microcontroller's Python (counts, random turns, and hints out of a file).

Run by test_apagos_hints.py as ``micropython on_board_apagos.py VECTORS HINTS ANSWERS``, with
firmware/lib on the import path.  ANSWERS has one position per line and, behind ``;``, the
winning moves the host found.  Prints ``done ...`` as its last line; an error ends it with a
traceback.  No pytest here, and nothing a board lacks.
"""

import gc
import sys

import on_board_rules

from boardcore.apagos import rules as apagos
from boardcore.apagos.hints import Hints


class File:
    """A hint file on the drive, read one byte at a time."""

    def __init__(self, path):
        self._file = open(path, "rb")  # noqa: SIM115
        self._byte = bytearray(1)
        self.reads = 0

    def read_byte(self, offset):
        self.reads += 1
        self._file.seek(offset)
        return self._byte[0] if self._file.readinto(self._byte) else -1


def check_counts(path):
    checked = 0
    with open(path) as lines:
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            position, counts = line.split(";")
            words = counts.split()
            for depth in (1, 2):
                game = apagos.Game(position=position.strip())
                gc.collect()
                turns, positions = on_board_rules.count(game, depth, True)
                expected = (words[2 * depth - 2], words[2 * depth - 1])
                if ("%d" % turns, "(%d)" % positions) != expected:
                    raise ValueError("%s: depth %d is %d (%d)" % (line, depth, turns, positions))
                checked += 1
    return checked


def check_answers(hints, file, path):
    max_reads = max_heap = checked = 0
    with open(path) as lines:
        for line in lines:
            position, answer = line.rstrip("\n").split(";")
            game = apagos.Game(position=position)
            gc.collect()
            reads, heap = file.reads, gc.mem_alloc()
            winning = hints.winning_moves(game)
            max_heap = max(max_heap, gc.mem_alloc() - heap)
            max_reads = max(max_reads, file.reads - reads)
            if " ".join([apagos.turn_text(move) for move in winning]) != answer:
                raise ValueError("%s: %r, expected %r" % (position, winning, answer))
            checked += 1
    return checked, max_reads, max_heap


def main(vectors, hint_path, answers):
    counts = check_counts(vectors)
    refused = 0
    for number in (0, 1):
        refused += on_board_rules.random_turns(apagos, apagos.VARIANTS[number], 1 + number, 400)
    file = File(hint_path)
    gc.collect()
    before = gc.mem_alloc()
    hints = Hints(file)
    gc.collect()
    kept = gc.mem_alloc() - before
    checked, max_reads, max_heap = check_answers(hints, file, answers)
    print(
        "done counts %d refused %d hints %d reads %d kept %d heap %d"
        % (counts, refused, checked, max_reads, kept, max_heap)
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3])
