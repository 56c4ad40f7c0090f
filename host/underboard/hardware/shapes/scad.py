"""OpenSCAD sources of parts, written from figures, and what OpenSCAD makes of them."""

import shutil
import struct
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from underboard.errors import UnderboardError

HEAD = (
    "// {title}\n"
    "// Made by python -m underboard.hardware from firmware/layouts/{layout}.json: change that,\n"
    "// not this.  Nothing here was tried on real hardware.  Lengths in mm.\n\n"
)


def num(value: float) -> str:
    """Return a number as OpenSCAD reads it, the same on every machine.

    >>> num(10.0), num(2.50), num(-0.0001)
    ('10', '2.5', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Shape:
    """A solid: its OpenSCAD source, and how a kernel (manifold3d) builds the same."""

    def __init__(self, text: str, build: Callable[[Any], Any]) -> None:
        self.text = text
        self._build = build

    def solid(self) -> Any:
        """Return the solid of manifold3d.  Raises UnderboardError if that is not installed."""
        return self._build(kernel())


def kernel() -> Any:
    """Return the module manifold3d.  Raises UnderboardError if it is not installed."""
    try:
        import manifold3d
    except ImportError:
        raise UnderboardError(
            "manifold3d is not installed, which makes solids: pip install manifold3d"
        ) from None
    return manifold3d


def has_kernel() -> bool:
    """Return whether manifold3d is installed."""
    return find_spec("manifold3d") is not None


PLAY = 0.3
"""Room round a ball, a ring or a bar in a printed part; chosen."""
BED = 220.0
"""Side of a usual printer's bed, mm."""
ROUND, BALL = 64, 96
"""Sides of a cylinder and of a ball."""


def at(x: float, y: float, z: float, what: Shape) -> Shape:
    """Return a part that is moved."""
    return Shape(
        f"translate([{num(x)}, {num(y)}, {num(z)}]) {what.text}",
        lambda k: what._build(k).translate((x, y, z)),
    )


def turn(degrees: float, what: Shape) -> Shape:
    """Return a part that is turned round the z axis, counter-clockwise from above."""
    return Shape(
        f"rotate([0, 0, {num(degrees)}]) {what.text}",
        lambda k: what._build(k).rotate((0, 0, degrees)),
    )


def tip(degrees: float, what: Shape) -> Shape:
    """Return a part that is turned round the x axis."""
    return Shape(
        f"rotate([{num(degrees)}, 0, 0]) {what.text}",
        lambda k: what._build(k).rotate((degrees, 0, 0)),
    )


def block(wide: float, deep: float, high: float) -> Shape:
    """Return a box from the origin on."""
    return Shape(
        f"cube([{num(wide)}, {num(deep)}, {num(high)}]);",
        lambda k: k.Manifold.cube((wide, deep, high)),
    )


def pin(diameter: float, high: float) -> Shape:
    """Return a cylinder that stands on the origin."""
    return Shape(
        f"cylinder(d = {num(diameter)}, h = {num(high)});",
        lambda k: k.Manifold.cylinder(high, diameter / 2, diameter / 2, ROUND),
    )


def cone(low: float, top: float, high: float) -> Shape:
    """Return a cone that stands on the origin, its diameters below and above."""
    return Shape(
        f"cylinder(d1 = {num(low)}, d2 = {num(top)}, h = {num(high)});",
        lambda k: k.Manifold.cylinder(high, low / 2, top / 2, ROUND),
    )


def ball(diameter: float) -> Shape:
    """Return a ball round the origin."""
    return Shape(
        f"sphere(d = {num(diameter)}, $fn = {BALL});",
        lambda k: k.Manifold.sphere(diameter / 2, BALL),
    )


def plus(parts: list[Shape]) -> Shape:
    """Return several solids as one."""
    inner = " ".join(part.text.replace("\n", " ") for part in parts)
    return Shape(f"union() {{ {inner} }}", lambda k: _sum(k, parts))


def minus(solid: list[Shape], holes: list[Shape]) -> Shape:
    """Return a solid with holes."""
    inner = "\n".join(f"        {part.text}" for part in solid)
    cut = "\n".join(f"    {hole.text}" for hole in holes)
    return Shape(
        "difference() {\n    union() {\n" + inner + "\n    }\n" + cut + "\n}\n",
        lambda k: _sum(k, solid) - _sum(k, holes) if holes else _sum(k, solid),
    )


def _sum(k: Any, parts: list[Shape]) -> Any:
    return k.Manifold.batch_boolean([part._build(k) for part in parts], k.OpType.Add)


@dataclass(frozen=True)
class Solid:
    """One part: its source, the size that it must have, its thinnest wall, and the use."""

    name: str
    title: str
    body: Shape
    size: tuple[float, float, float]
    wall: float
    flat: bool = False
    """Whether it is cut from a sheet: then a DXF is made besides."""

    origin: tuple[float, float] = (0.0, 0.0)
    """Where its lower left corner lies in the layout, if it has one place."""

    def source(self, layout: str) -> str:
        """Return the OpenSCAD source."""
        return (
            HEAD.format(title=self.title, layout=layout)
            + f"$fn = {ROUND};\n"
            + self.body.text
            + "\n"
        )


# What OpenSCAD makes of it


def program() -> str:
    """Return the path of OpenSCAD.  Raises UnderboardError if it is not installed."""
    found = shutil.which("openscad")
    if found is None:
        raise UnderboardError(
            "neither manifold3d nor OpenSCAD is installed: pip install manifold3d, or get it "
            "from openscad.org"
        )
    return found


def render(solid: Solid, layout: str, folder: Path) -> list[Path]:
    """Write source, STL and, for flat parts, DXF into a folder; return the files.

    The STL comes from manifold3d if that is installed, else from OpenSCAD, as the DXF does.
    Raises UnderboardError if neither is there, or OpenSCAD refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source, stl = folder / f"{solid.name}.scad", folder / f"{solid.name}.stl"
    source.write_text(solid.source(layout), encoding="utf-8")
    made = [source, stl]
    try:
        write_stl(solid.body.solid(), stl)
    except UnderboardError:
        openscad(source, stl)
    if solid.flat and shutil.which("openscad"):
        flat, goal = folder / f"{solid.name}-flat.scad", folder / f"{solid.name}.dxf"
        flat.write_text(
            f'projection(cut = true) translate([0, 0, -1]) import("{solid.name}.stl");\n'
        )
        openscad(flat, goal)
        flat.unlink()
        made.append(goal)
    return made


def openscad(source: Path, goal: Path) -> None:
    """Have OpenSCAD make one file of another; raises what it says where it cannot."""
    done = subprocess.run(
        [program(), "-o", str(goal), str(source)], capture_output=True, text=True, check=False
    )
    if done.returncode or not goal.is_file():
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UnderboardError("OpenSCAD refuses %s: %s", source.name, last)


def write_stl(solid: Any, path: Path) -> None:
    """Write a solid of manifold3d as a binary STL file."""
    mesh = solid.to_mesh()
    corners = mesh.vert_properties[:, :3].astype("<f4")[mesh.tri_verts]
    rows = bytearray(80) + struct.pack("<I", len(corners))
    for triangle in corners:
        rows += bytes(12) + triangle.tobytes() + b"\0\0"
    path.write_bytes(bytes(rows))


PLA_G_CM3 = 1.24
"""Density of PLA, g/cm³; assumed."""
CM3_HOUR = 12.0
"""Output of a usual printer, cm³ an hour, with a nozzle of 0.4 mm; assumed."""


def weight(solid: Solid) -> tuple[float, float]:
    """Return a printed part's weight in g, filled, and the hours that it takes to print."""
    volume = solid.body.solid().volume() / 1000
    return volume * PLA_G_CM3, volume / CM3_HOUR


def check_bed(solid: Solid, bed: float = BED) -> None:
    """Raise UnderboardError if a part does not fit on a printer's bed."""
    wide, deep, _ = solid.size
    if max(wide, deep) > bed:
        raise UnderboardError(
            "%s is %.0f × %.0f mm: too large for a bed of %.0f mm", solid.name, wide, deep, bed
        )


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
    edges: Counter[tuple[object, ...]] = Counter()
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
