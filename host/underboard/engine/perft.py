"""Count of turns and positions to a given depth, to check the rules."""

from collections.abc import Iterator

from underboard.game_state import GameState


def perft(game: GameState, depth: int) -> Iterator[tuple[int, int, int]]:
    """Yield ``(depth, turns, positions)`` for every depth from 1.

    ``turns`` counts sequences of exactly that many turns, ``positions`` the
    different positions after them.  Works layer by layer: a position reached
    in many ways is expanded once and carries its count.
    """
    # What leads to a position: its parent's way, and one turn more.
    ways: dict[object, int] = {game.key(): 1}
    paths: list[tuple[int, ...]] = [()]
    for ply in range(1, depth + 1):
        last = ply == depth
        following: dict[object, int] = {}
        onward: list[tuple[int, ...]] = []
        known = 0
        here: tuple[int, ...] = ()
        for count, path in zip(ways.values(), paths):
            _go(game, here, path)
            here = path
            for turn in game.legal_turns():
                game.step(turn)
                key = game.key()
                game.undo()
                following[key] = following.get(key, 0) + count
                if not last and len(following) > known:
                    known += 1
                    onward.append((*path, turn))
        _go(game, here, ())
        ways, paths = following, onward
        yield ply, sum(ways.values()), len(ways)


def _go(game: GameState, here: tuple[int, ...], there: tuple[int, ...]) -> None:
    """Bring a game from one position to another: most have nearly all turns in common."""
    same = 0
    for one, other in zip(here, there):
        if one != other:
            break
        same += 1
    for _ in here[same:]:
        game.undo()
    for turn in there[same:]:
        game.step(turn)
