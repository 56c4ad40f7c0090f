"""The rules under a microcontroller's Python: counts, and random turns with undo.

Run by test_on_board.py as ``micropython on_board_rules.py GAME VECTORS``, with
firmware/lib on the import path.  Prints ``done ...`` as its last line; an
error ends it with a traceback.  No pytest here, and nothing a board lacks.
"""

import gc
import sys

from boardcore import games
from boardcore.errors import IllegalMove

TURNS = 400
COUNTED = 1000  # a vector is counted as deep as it has at most so many turns
KEPT = 300  # so many positions fit into the memory of a board beside everything else


def vectors(path):
    found = []
    with open(path) as lines:
        for line in lines:
            if not line.startswith("#") and line.strip():
                variant, end, position, turns, positions, _ = line.split("|")
                found.append(
                    (
                        variant.strip(),
                        end.strip(),
                        position.strip(),
                        [int(n) for n in turns.split()],
                        [int(n) for n in positions.split()],
                    )
                )
    return found


def count(game, depth, keep):
    """Return turns and, if ``keep``, positions after 1 or 2 turns, without recursion."""
    seen = set()
    turns = 0
    for first in game.legal_turns():
        game.step(first)
        if depth == 1:
            turns += 1
            seen.add(game.key())
        else:
            for second in game.legal_turns():
                game.step(second)
                turns += 1
                if keep:
                    seen.add(game.key())
                game.undo()
        game.undo()
    return turns, len(seen)


def check_counts(rules, path):
    checked = 0
    for variant, end, position, turns, positions in vectors(path):
        for depth in (1, 2):
            if turns[depth - 1] > COUNTED:
                continue
            gc.collect()
            game = rules.Game(variant, [("end", end)], "" if position == "start" else position)
            keep = depth == 1 or turns[depth - 1] <= KEPT
            counted = count(game, depth, keep)
            expected = (turns[depth - 1], positions[depth - 1] if keep else 0)
            if counted != expected:
                raise ValueError(
                    "%s %s %s: depth %d is %s, expected %s"
                    % (variant, end, position, depth, counted, expected)
                )
            checked += 1
    return checked


def random_turns(rules, variant, seed, turns):
    """Play random moves; undo now and then, refuse what is illegal, read back every text."""
    game = rules.Game(variant)
    played = refused = 0
    stale = game.legal_moves()  # what was legal some time ago
    while played < turns:
        gc.collect()
        text = game.position_text()
        if rules.Game(variant, (), text).position_text() != text:
            raise ValueError("%r is not read back" % text)
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        pick = seed >> 8
        moves = game.legal_moves()
        if not moves:
            if game.outcome() is None:
                raise ValueError("%r: nothing to play, and not over" % text)
            while game.ply:
                game.undo()
            if game.position_text() != game.start_text:
                raise ValueError("undo to the start came to %r" % game.position_text())
            game = rules.Game(variant)
            continue
        try:
            game.check(stale[pick % len(stale)])
        except IllegalMove:
            refused += 1
        if game.position_text() != text:
            raise ValueError("%r: a question changed the position" % text)
        stale[pick % len(stale)] = moves[pick // 7 % len(moves)]
        game.play(moves[pick % len(moves)])
        played += 1
        if pick % 7 == 0:
            after = game.position_text()
            turn = game.undo()
            game.check(turn)
            game.play_turn(rules.parse_turn(rules.turn_text(turn)))
            if game.position_text() != after:
                raise ValueError("%r: played again it is not the same" % after)
    return refused


def main(name, path):
    rules = games.rules_of(name)
    gc.collect()
    checked = check_counts(rules, path)
    refused = 0
    for number in range(len(rules.VARIANTS)):
        refused += random_turns(rules, rules.VARIANTS[number], 1 + number, TURNS)
    gc.collect()
    print("done %s counts %d refused %d" % (name, checked, refused))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
