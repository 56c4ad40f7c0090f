"""Solved tables that a browser tab fetches, because solving takes it minutes."""

from itertools import product

from underboard.games.apagos.engine.cache import path_of, table_of


def files() -> dict[str, bytes]:
    """Return the tables of the squares that a box holds, below the home of a tab."""
    found: dict[str, bytes] = {}
    for faces in sorted(
        {bytes(sorted(faces)) for faces in product((1, 3), (3, 5), (3, 5), (5, 7))}
    ):
        table_of(faces)
        path = path_of(faces)
        if path.is_file():
            found[f".cache/underboard/apagos/{path.name}"] = path.read_bytes()
    return found
