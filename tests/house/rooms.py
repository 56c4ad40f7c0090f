"""Rooms (a picture of the packages and of who imports whom, made from the imports themselves).

    python tests/house/rooms.py firmware/lib/boardcore host/docs/pictures/rooms-boardcore.svg
    python tests/house/rooms.py host/underboard host/docs/pictures/rooms-underboard.svg

A box is a room, a folder or a module beside the folders: each line in it a folder, each square a
module.  Rooms stand above what they use: ``test_layers.py`` lets no arrow lead upwards.  An arrow
says that modules of one room import some of another; where a way of other arrows leads there too,
none is drawn.
"""

import ast
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # as a script it lies beside its package

from house.sources import imports_below

WIDE, GAP_X, GAP_Y, EDGE = 232, 34, 52, 20
LABEL, STEP, IN_A_LINE = 82, 8, 17
HEAD, LINE = 30, 13
MAX_IN_A_ROW = 5


def room_of(dotted):
    """Return the room of a module: the folder below the package; a module beside them is one."""
    return (dotted.split(".") + [""])[1]


def imports_of(path):
    return list(imports_below(ast.parse(path.read_text(encoding="utf-8")).body))


def read(folder, imports=imports_of):
    """Return the modules of each room by folder, and how many imports lead to which other one.

    ``imports`` returns what a file imports; what is for types only leads nowhere.
    """
    package = folder.name
    modules = {}
    for path in folder.rglob("*.py"):
        if "stand_ins" not in path.parts:
            dotted = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
            modules[dotted.removesuffix(".__init__")] = path
    rooms = defaultdict(Counter)
    for name, path in modules.items():
        if path.name != "__init__.py":
            below = path.parent.relative_to(folder).parts[1:]
            rooms[room_of(name)]["/".join(below)] += 1
    arrows = Counter()
    for name, path in modules.items():
        for found in imports(path):
            if found.module.startswith(package) and not found.types:
                for alias in found.names:
                    full = f"{found.module}.{alias}"
                    one, other = room_of(name), room_of(full if full in modules else found.module)
                    if one != other and {one, other} <= set(rooms):
                        arrows[one, other] += 1
    return rooms, arrows


def split(arrows):
    """Return who uses whom downwards, and the arrows that lead upwards."""
    downwards, upwards = defaultdict(set), []
    # The heaviest first: where rooms use each other in a ring, the lightest arrow leads upwards.
    for (one, other), _ in sorted(arrows.items(), key=lambda row: (-row[1], row[0])):
        if one in reached(downwards, other):
            upwards.append((one, other))
        else:
            downwards[one].add(other)
    return downwards, upwards


def reached(uses, start):
    """Return all that a room uses, at whatever depth."""
    found, left = set(), [start]
    while left:
        for other in uses[left.pop()]:
            if other not in found:
                found.add(other)
                left.append(other)
    return found


def rows_of(rooms, downwards):
    """Return the rooms in rows, what is used below those that use it."""
    level = dict.fromkeys(rooms, 0)
    for _ in rooms:
        for room in rooms:
            level[room] = max([level[room], *(level[low] + 1 for low in downwards[room])])
    rows = defaultdict(list)
    for room in sorted(rooms):
        rows[level[room]].append(room)
    found = []
    for key in sorted(rows, reverse=True):
        row = rows[key]
        found += [row[at : at + MAX_IN_A_ROW] for at in range(0, len(row), MAX_IN_A_ROW)]
    return found


def lines_of(folders):
    """Return the lines of a box: the name of a folder, and how many squares."""
    lines = []
    for name, count in sorted(folders.items()):
        for at in range(0, count, IN_A_LINE):
            lines.append(("" if at else name, min(IN_A_LINE, count - at)))
    return lines


def drawn(rooms, arrows):
    """Return the picture as SVG."""
    downwards, _ = split(arrows)
    rows = rows_of(rooms, downwards)
    high = {room: HEAD + LINE * len(lines_of(rooms[room])) + 6 for room in rooms}
    width = 2 * EDGE + max(len(row) for row in rows) * (WIDE + GAP_X) - GAP_X
    at, y = {}, EDGE
    for row in rows:
        left = (width - len(row) * (WIDE + GAP_X) + GAP_X) / 2
        for x, room in enumerate(row):
            at[room] = left + x * (WIDE + GAP_X), y
        y += max(high[room] for room in row) + GAP_Y
    height = y - GAP_Y + EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<defs><marker id="tip" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" '
        'refX="9" refY="5" orient="auto"><path d="M0 0 10 5 0 10z" fill="#7a6a55"/>',
        "</marker></defs>",
    ]
    for one in sorted(rooms):
        needless = {low for other in downwards[one] for low in reached(downwards, other)}
        for other in sorted(downwards[one] - needless):
            lines.append(arrow(at, high, one, other, arrows[one, other]))
    for room in sorted(rooms):
        lines += box(*at[room], high[room], room, rooms[room])
    return "\n".join([*lines, "</svg>", ""])


def arrow(at, high, one, other, count):
    """Return an arrow from one room down to another."""
    (x, y), (to_x, to_y) = at[one], at[other]
    return (
        f'<line x1="{x + WIDE / 2:.0f}" y1="{y + high[one]}" x2="{to_x + WIDE / 2:.0f}" '
        f'y2="{to_y}" stroke="#a8977f" '
        f'stroke-width="{min(1 + count / 12, 4):.1f}" marker-end="url(#tip)">'
        f"<title>{one} uses {other}: {count}</title></line>"
    )


def box(x, y, high, room, folders):
    """Yield one room: its name, and its modules folder by folder."""
    count = sum(folders.values())
    yield (
        f'<rect x="{x:.0f}" y="{y}" width="{WIDE}" height="{high}" rx="6" fill="#f4e9d8" '
        f'stroke="#7a6a55"/><text x="{x + 8:.0f}" y="{y + 20}" font-size="15">{room}</text>'
        f'<text x="{x + WIDE - 8:.0f}" y="{y + 20}" font-size="12" text-anchor="end" '
        f'fill="#6b5b45">{count} module{"s" * (count > 1)}</text>'
    )
    for number, (name, squares) in enumerate(lines_of(folders)):
        top = y + HEAD + LINE * number
        yield f'<text x="{x + 8:.0f}" y="{top + 7}" font-size="10" fill="#6b5b45">{name}</text>'
        for square in range(squares):
            yield (
                f'<rect x="{x + LABEL + STEP * square:.0f}" y="{top}" width="6" height="7" '
                f'fill="#8a9a5b"/>'
            )


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.write_text(drawn(*read(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
