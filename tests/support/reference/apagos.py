"""Apagos once more, slow and obvious: one string of balls per square, reserves counted apart.

Written from the leaflet without looking at boardcore.apagos; shares nothing with it.
"""

from itertools import permutations, product

SQUARES = [(1, 3), (3, 5), (3, 5), (5, 7)]


def start(layout, first="W", balls=10):
    """Squares from the bottom of the ramp to its top, each ``(holes, balls in it)``."""
    squares = tuple((int(holes), "") for holes in layout)
    return squares, (("B", balls), ("W", balls)), first


def position(text, balls=10):
    """Read ``3:1,1 7:2,3 1:0,1 5:2,1 W``."""
    *words, side = text.split()
    squares = []
    for word in words:
        holes, content = word.split(":")
        white, black = content.split(",")
        squares.append((int(holes), "B" * int(black) + "W" * int(white)))
    used = "".join(content for _, content in squares)
    return tuple(squares), tuple((c, balls - used.count(c)) for c in "BW"), side


def other(colour):
    return {"W": "B", "B": "W"}[colour]


def has_room(square):
    holes, content = square
    return len(content) < holes


def with_ball(square, colour):
    holes, content = square
    return holes, "".join(sorted(content + colour))


def without_ball(square, colour):
    holes, content = square
    return holes, content.replace(colour, "", 1)


def is_over(state):
    squares, _, _ = state
    return not any(has_room(square) for square in squares)


def winner(state):
    """Return ``W``, ``B`` or ``=``."""
    _, content = state[0][-1]
    difference = content.count("W") - content.count("B")
    return "W" if difference > 0 else "B" if difference < 0 else "="


def turns(state):
    """Return a dict from the text of each move to the state after it."""
    squares, reserve, mover = state
    after = {}
    if is_over(state):
        return after
    # Action 1: a ball of either colour out of the reserve, then that square climbs.
    for colour, left in reserve:
        for place in range(4):
            if left > 0 and has_room(squares[place]):
                ramp = list(squares)
                climber = with_ball(ramp.pop(place), colour)
                ramp.insert(min(place + 1, 3), climber)
                rest = tuple((c, n - 1 if c == colour else n) for c, n in reserve)
                after[f"{colour}{place + 1}"] = (tuple(ramp), rest, other(mover))
    # Action 2: one of the mover's own balls to a square that lies lower.
    for source in range(4):
        for target in range(source):
            if mover in squares[source][1] and has_room(squares[target]):
                ramp = list(squares)
                ramp[source] = without_ball(ramp[source], mover)
                ramp[target] = with_ball(ramp[target], mover)
                after[f"{source + 1}>{target + 1}"] = (tuple(ramp), reserve, other(mover))
    return after


def text(state):
    squares, _, mover = state
    words = [f"{holes}:{balls.count('W')},{balls.count('B')}" for holes, balls in squares]
    return " ".join([*words, mover])


def perft(state, depth):
    """Return ``(sequences, positions)`` of every depth, by walking all of them."""
    layer = {state: 1}
    counts = []
    for _ in range(depth):
        following = {}
        for before, ways in layer.items():
            for after in turns(before).values():
                following[after] = following.get(after, 0) + ways
        layer = following
        counts.append((sum(layer.values()), len(layer)))
    return counts


def solve(state, known):
    """Return ``(value, distance)`` for the mover by plain recursion; 1 won, 0 tie, -1 lost.

    ``known`` remembers what was solved.  The winner takes the shortest game,
    the loser the longest; the distance of a tie is None.
    """
    if state in known:
        return known[state]
    if is_over(state):
        result = {state[2]: 1, "=": 0}.get(winner(state), -1)
        known[state] = (result, 0 if result else None)
        return known[state]
    outcomes = [solve(after, known) for after in turns(state).values()]
    lost = [distance for value, distance in outcomes if value < 0]
    won = [distance for value, distance in outcomes if value > 0]
    if lost:
        known[state] = (1, min(lost) + 1)
    elif len(won) < len(outcomes):
        known[state] = (0, None)
    else:
        known[state] = (-1, max(won) + 1)
    return known[state]


def every_state(faces, balls=10):
    """Yield every way to have these squares on the ramp with balls in them, either side to move."""
    for order in sorted(set(permutations(faces))):
        fillings = [
            ["B" * b + "W" * w for w in range(holes + 1) for b in range(holes - w + 1)]
            for holes in order
        ]
        for contents in product(*fillings):
            used = "".join(contents)
            rest = tuple((colour, balls - used.count(colour)) for colour in "BW")
            if min(left for _, left in rest) >= 0:
                for mover in "WB":
                    yield tuple(zip(order, contents)), rest, mover


def layouts():
    """Return the 118 layouts that the real squares can show."""
    shown = {order for faces in product(*SQUARES) for order in permutations(faces)}
    return sorted("".join(map(str, order)) for order in shown)
