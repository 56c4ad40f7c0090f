"""Scad: OpenSCAD sources of parts, written from figures, and what OpenSCAD makes of them."""

import shutil
import struct
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from underboard.trouble import Trouble

HEAD = (
    "// {title}\n"
    "// Made by python -m underboard.hardware from firmware/layouts/{layout}.json: change that,\n"
    "// not this.  Nothing here was tried on real hardware.  Lengths in mm.\n\n"
)


@dataclass(frozen=True)
class Solid:
    """One part: its source, the size that it must have, its thinnest wall, and the use."""

    name: str
    title: str
    body: str
    size: tuple[float, float, float]
    wall: float
    flat: bool = False
    """Whether it is cut from a sheet: then a DXF is made besides."""

    def source(self, layout: str) -> str:
        """Return the OpenSCAD source."""
        return HEAD.format(title=self.title, layout=layout) + "$fn = 64;\n" + self.body


def num(value: float) -> str:
    """Return a number as OpenSCAD reads it, the same on every machine.

    >>> num(10.0), num(2.50), num(-0.0001)
    ('10', '2.5', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def at(x: float, y: float, z: float, what: str) -> str:
    """Return a part that is moved."""
    return f"translate([{num(x)}, {num(y)}, {num(z)}]) {what}"


def block(wide: float, deep: float, high: float) -> str:
    """Return a box from the origin on."""
    return f"cube([{num(wide)}, {num(deep)}, {num(high)}]);"


def pin(diameter: float, high: float) -> str:
    """Return a cylinder that stands on the origin."""
    return f"cylinder(d = {num(diameter)}, h = {num(high)});"


def ball(diameter: float) -> str:
    """Return a ball round the origin."""
    return f"sphere(d = {num(diameter)}, $fn = 96);"


def minus(solid: list[str], holes: list[str]) -> str:
    """Return a solid with holes."""
    inner = "\n".join(f"        {line}" for line in solid)
    cut = "\n".join(f"    {line}" for line in holes)
    return "difference() {\n    union() {\n" + inner + "\n    }\n" + cut + "\n}\n"


# What OpenSCAD makes of it


def program() -> str:
    """Return the path of OpenSCAD.  Raises Trouble if it is not installed."""
    found = shutil.which("openscad")
    if found is None:
        raise Trouble(
            "OpenSCAD is not installed: get it from openscad.org, or open the .scad "
            "files on another computer"
        )
    return found


def render(solid: Solid, layout: str, folder: Path) -> list[Path]:
    """Write source, STL and, for flat parts, DXF into a folder; return the files.

    Raises Trouble if OpenSCAD is missing or refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{solid.name}.scad"
    source.write_text(solid.source(layout), encoding="utf-8")
    made = [source]
    wanted = [(folder / f"{solid.name}.stl", source)]
    if solid.flat:
        flat = folder / f"{solid.name}-flat.scad"
        flat.write_text(
            f'projection(cut = true) translate([0, 0, -1]) import("{solid.name}.stl");\n'
        )
        wanted.append((folder / f"{solid.name}.dxf", flat))
    for goal, origin in wanted:
        done = subprocess.run(
            [program(), "-o", str(goal), str(origin)], capture_output=True, text=True, check=False
        )
        if done.returncode or not goal.is_file():
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Trouble("OpenSCAD refuses %s: %s", origin.name, last)
        made.append(goal)
        if origin is not source:
            origin.unlink()
    return made


Triangle = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def triangles(path: Path) -> list[Triangle]:
    """Return the triangles of an STL file, text or binary."""
    content = path.read_bytes()
    if content.startswith(b"solid"):
        points = [
            tuple(round(float(word), 4) for word in line.split()[1:])
            for line in content.decode().splitlines()
            if line.strip().startswith("vertex")
        ]
        return [(points[i], points[i + 1], points[i + 2]) for i in range(0, len(points), 3)]
    (count,) = struct.unpack_from("<I", content, 80)
    found = []
    for i in range(count):
        values = [round(v, 4) for v in struct.unpack_from("<12f", content, 84 + 50 * i)[3:]]
        found.append((tuple(values[:3]), tuple(values[3:6]), tuple(values[6:])))
    return found


def faults(solid: Solid, path: Path) -> list[str]:
    """Return what is wrong with a rendered part: holes in its skin, or another size."""
    skin = triangles(path)
    edges: Counter[tuple] = Counter()
    for a, b, c in skin:
        for one, other in ((a, b), (b, c), (c, a)):
            if one != other:
                edges[(one, other)] += 1
    found = []
    open_ = sum(edges[(b, a)] != count for (a, b), count in edges.items())
    if open_:
        found.append(f"{solid.name}: {open_} edges belong to one triangle only: it leaks")
    corners = [corner for triangle in skin for corner in triangle]
    for axis, name in enumerate("xyz"):
        values = [corner[axis] for corner in corners]
        size = max(values) - min(values)
        if abs(size - solid.size[axis]) > 0.05:
            found.append(f"{solid.name}: {size:.2f} mm along {name}, expected {solid.size[axis]:g}")
    return found
