"""Configuration of a start (``settings.toml`` and the layout that it names).

What is wrong with one is told in a sentence that names the file.
"""

import gc
import json

from boardcore.errors import ParseError
from boardcore.games import NAMES, load_first, register, rules_of
from boardcore.layout.layout import Layout
from boardcore.options import parse_options
from boardio.start.runner import LAYOUT, PIXEL_PIN

OLDEST = (9, 2, 1)
"""CircuitPython 9.1.0 to 9.2.0: reset() of keypad tells releases (its pull request 9819)."""

SETTINGS = (
    ("UNDERBOARD_LAYOUT", LAYOUT),
    ("UNDERBOARD_VARIANT", ""),
    ("UNDERBOARD_OPTIONS", ""),
    ("UNDERBOARD_SHOW_PATH", "off"),
    ("UNDERBOARD_BRIGHTNESS", "100"),
    ("UNDERBOARD_SOUND", "on"),
    ("UNDERBOARD_PIXEL_PIN", PIXEL_PIN),
)
"""The keys of ``settings.toml`` and what holds if one is missing."""

FOR_BUILDERS = ("build",)
"""The largest part of some layout files, and of no use to a board."""
READ_ONCE = (
    "sensors",
    "places",
    "pixels",
    "geometry",
    "magnet",
    "bias",
    "field",
    "plate",
    "scale",
    "pieces",
)
"""Keys of a layout file that no code on the board needs once it was read."""


def check_version(name: str, version) -> None:
    """Raise ParseError if this CircuitPython is too old; any other Python is a computer's."""
    if name == "circuitpython" and tuple(version[0:3]) < OLDEST:
        raise ParseError(
            "this is CircuitPython %d.%d.%d, expected %d.%d.%d or newer: update it from "
            "circuitpython.org",
            *(tuple(version[0:3]) + OLDEST),
        )


def check_modules(name: str, layout: Layout) -> None:
    """Raise ParseError if this CircuitPython lacks a module without which a layout is too slow."""
    for module in layout.data.get("needs", ()) if name == "circuitpython" else ():
        try:
            __import__(module)
        except ImportError:
            raise ParseError(
                "layouts/%s.json needs %s, which this CircuitPython lacks: install one that has "
                "it, as a Pico 2's, or use another layout",
                layout.name,
                module,
            )


def read_rules(game: str, settings: dict):
    """Return the options of the settings as pairs, none where no game is followed.

    Raises ParseError if the settings ask for a game that there is not: one that is resumed
    would not notice until the next one.
    """
    if game not in NAMES:
        return []
    rules = rules_of(game)
    try:
        options = parse_options(settings["UNDERBOARD_OPTIONS"])
        rules.Game(settings["UNDERBOARD_VARIANT"] or rules.VARIANTS[0], options)
        return options
    except ParseError as error:
        raise ParseError("settings.toml: %s", error)


def read_settings(getenv) -> dict:
    """Return every setting as a text.  Raises ParseError if the file is damaged."""
    settings = {}
    for key, default in SETTINGS:
        try:
            value = getenv(key)
        except (ValueError, OSError) as error:
            raise ParseError(
                "settings.toml: %s cannot be read (%s), expected lines like "
                'UNDERBOARD_LAYOUT = "pylos-scale4"',
                key,
                error,
            )
        settings[key] = default if value is None else str(value)
    return settings


def read_layout(name: str, progress=None) -> Layout:
    """Return the layout of this name from the drive.  Raises ParseError, naming the file.

    Loads the largest modules of its game before, with ``progress()`` after each.
    """
    game, package = _game_of(name)
    if package:
        _register(name, game, package)
    for _ in load_first(game):
        gc.collect()
        if progress is not None:
            progress()
    return _checked(name)


# A function of its own: what was read stays in memory as long as the call that has read it.


def _game_of(name: str) -> tuple:
    """Return game and ``package`` of a layout, which is read again when these are loaded."""
    data = read_json("layouts/%s.json" % name, name)
    return str(data.get("game")), data.get("package")


def _register(name: str, game: str, package) -> None:
    """Make the game of a layout known whose package lies beside ours on the drive."""
    try:
        __import__("%s.game" % package)
    except ImportError:
        raise ParseError(
            "layouts/%s.json needs the package lib/%s: install it again from a computer that has "
            "the game",
            name,
            package,
        )
    register(game, package)


def _checked(name: str) -> Layout:
    """Return the layout of this name without the keys for builders and checks."""
    path = "layouts/%s.json" % name
    try:
        layout = Layout(without(read_json(path, name), FOR_BUILDERS))
    except ParseError as error:
        raise ParseError("%s: %s", path, error)
    layout.data = without(layout.data, READ_ONCE)
    layout.pins = []  # each was held against the others
    return layout


def without(data: dict, keys) -> dict:
    """Return a copy of ``data`` without these keys.

    A board's Python keeps what was popped until the dict is made anew.
    """
    return {key: data[key] for key in data if key not in keys}


def read_json(path: str, name: str) -> dict:
    """Return what a layout's file holds.  Raises ParseError."""
    try:
        with open(path) as file:
            data = json.load(file)
    except OSError:
        raise ParseError(
            "no file %s on the drive: expected the name of a layout as UNDERBOARD_LAYOUT "
            "in settings.toml, seen '%s'",
            path,
            name,
        )
    except ValueError as error:
        raise ParseError("%s is not JSON (%s): copy it to the drive again", path, error)
    if not isinstance(data, dict):
        raise ParseError("%s holds no layout: expected { and keys", path)
    return data


def parse_brightness(text: str) -> int:
    """Read the brightness.  Raises ParseError unless it is 1 to 100."""
    if text.isdigit() and 1 <= int(text) <= 100:
        return int(text)
    raise ParseError(
        "settings.toml: UNDERBOARD_BRIGHTNESS is '%s', expected a whole number 1 to 100", text
    )
