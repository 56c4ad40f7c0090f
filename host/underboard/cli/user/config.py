"""``underboard config``: a person's own defaults, in a small file with comments.

What is asked for on the command line always comes before what the file says.
"""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_dir

from boardcore.errors import Choices, ParseError
from underboard.cli.arguments import Commands, add_language
from underboard.errors import UnderboardError
from underboard.texts import LANGUAGES, Texts, level_named
from underboard.texts.lazy import LazyText

VARIABLE = "UNDERBOARD_CONFIG"
"""Environment variable: another file."""
LONGEST = 1 << 16
"""Length of a configuration file at most, bytes; chosen."""
MAX_PORT = 65535
"""Largest number of a TCP port, by the specification of TCP."""


@dataclass(frozen=True)
class Key:
    """One line of the file: which argument it stands for, and of which commands.

    ``commands``: none named means all.  ``check`` tells whether a value is good; ``expected``
    is what the sentence about a bad one says.
    """

    name: str
    dest: str
    commands: tuple[str, ...]
    check: Callable[[str], bool]
    expected: str | Choices
    example: str
    read: Callable[[str], object] = str


def _is_port(value: str) -> bool:
    return value.isascii() and value.isdigit() and 0 < int(value) <= MAX_PORT


def _is_level(value: str) -> bool:
    from underboard.engine.levels import NAMES
    from underboard.records.models import HUMAN

    return level_named(value) in (HUMAN, *NAMES)


def _is_limit(value: str) -> bool:
    from underboard.referee.assist.training_options import read_limits

    try:
        return bool(read_limits(value))
    except ParseError:
        return False


OF_NEW_GAMES = {("play", "first"), ("play", "second")} | {
    (command, dest) for command in ("play", "serve") for dest in ("training", "hint_limit")
}
"""A game that goes on keeps its own: only a new one has the usual ones."""
SEATED = ("play", "serve")
BOARDS = (*SEATED, "learn", "replay")
A_LEVEL = LazyText("human or a level of an engine")
SWITCH = ("on", "off").__contains__, LazyText("on or off")
LIMIT = LazyText("a number from 0 to 99, two, or none")
PORT = LazyText("a number from 1 to 65535")
KEYS = (
    Key("language", "lang", (), LANGUAGES.__contains__, Choices(" or ", LANGUAGES), "fr"),
    Key("board", "board", BOARDS, bool, "a port, sim or sim:LAYOUT", "sim"),
    Key("first_seat", "first", SEATED, _is_level, A_LEVEL, "human", level_named),
    Key("second_seat", "second", SEATED, _is_level, A_LEVEL, "club", level_named),
    Key("training", "training", SEATED, *SWITCH, "on", "on".__eq__),
    Key("hint_limit", "hint_limit", SEATED, _is_limit, LIMIT, "5"),
    Key("voice", "voice", (), *SWITCH, "off", "on".__eq__),
    Key("web_port", "port", ("serve",), _is_port, PORT, "8710", int),
)
"""All that the file may say."""


def default_path() -> Path:
    """Return the user's own file."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path(user_config_dir("underboard")) / "config.toml"


def read(path: Path) -> dict[str, str]:
    """Return what a file says, nothing if there is none; raises UnderboardError for a bad one."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read(LONGEST).splitlines()
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise UnderboardError("cannot read %s: it is not text", path) from None
    except OSError as error:
        raise UnderboardError("cannot read %s: %s", path, error.strerror) from None
    return dict(pair for number, line in enumerate(lines, 1) if (pair := _line(line, number, path)))


def _line(line: str, number: int, path: Path) -> tuple[str, str] | None:
    """Return name and value of a line, None if it holds neither; raises UnderboardError."""
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    name, equals, value = (part.strip() for part in line.partition("="))
    keys = {key.name: key for key in KEYS}
    if not equals or name not in keys:
        known = ", ".join(keys)
        raise UnderboardError("line %d of %s: '%s' is none of %s", number, path, name[:40], known)
    if value.startswith('"'):
        value, quote, rest = value[1:].partition('"')
        rest = rest.strip() if quote else "?"
    else:
        value, rest = value.partition("#")[0].strip(), ""
    if (rest and not rest.startswith("#")) or not keys[name].check(value):
        expected = keys[name].expected
        raise UnderboardError(
            "line %d of %s: %s is '%s': expected %s, like %s = \"%s\"",
            number, path, name, value[:40], expected, name, keys[name].example,
        )  # fmt: skip
    return name, value


def apply(parser: argparse.ArgumentParser, values: dict[str, str], command: str = "") -> None:
    """Make the values of a file the defaults of a command line and all its commands."""
    for key in KEYS:
        wanted = not key.commands or command in key.commands
        if key.name in values and wanted and _has(parser, key.dest):
            value = key.read(values[key.name])
            if (command, key.dest) in OF_NEW_GAMES:
                parser.set_defaults(**{f"usual_{key.dest}": value})
            else:
                parser.set_defaults(**{key.dest: value})
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                apply(inner, values, name)


def _has(parser: argparse.ArgumentParser, dest: str) -> bool:
    return any(action.dest == dest for action in parser._actions)


# The command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "config",
        help="your own defaults: language, board, seats, training, voice, port of the page",
        description="Say which file holds your defaults, and check it.  --init writes one with "
        "comments, where every line is switched off.",
    )
    parser.add_argument("--init", action="store_true", help="write the file if there is none")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the file, or write one."""
    texts, path = Texts(options.lang), default_path()
    if options.init:
        write(path, texts)
        print(texts("config.written", path=path))
        return 0
    if not path.exists():
        print(texts("config.none", path=path))
        return 0
    values = read(path)
    print(texts("config.path", path=path))
    for key in KEYS:
        print(f"  {key.name:<12} {values.get(key.name, '-'):<10} {_meaning(key, texts)}")
    return 0


def _meaning(key: Key, texts: Texts) -> str:
    return texts(f"config.key.{key.name}", languages=", ".join(LANGUAGES))


def write(path: Path, texts: Texts) -> None:
    """Write a file in which every line is a comment.

    Raises UnderboardError if there is one already.
    """
    lines = [texts("config.head"), ""]
    for key in KEYS:
        lines += [f"# {_meaning(key, texts)}", f'# {key.name} = "{key.example}"', ""]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write("\n".join(lines))
    except FileExistsError:
        raise UnderboardError(
            "there is a file %s already: edit it, or remove it first", path
        ) from None
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", path, error.strerror) from None
