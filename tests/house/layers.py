"""Rules about who may import and call what, each for some modules of the tree."""

import ast
import re

from house.board_python import recursive, three_at_once, too_much
from house.sources import CORE, DRIVERS, HOST, ROOT, WIRING, is_name

PURE = {"collections", "struct", "array", "math", "binascii", "json", "gc", "micropython"}
BUILT_IN = PURE | {
    "analogio", "bitbangio", "board", "digitalio", "keypad", "microcontroller", "neopixel_write",
    "os", "pwmio", "rp2pio", "supervisor", "sys", "traceback", "ulab", "usb_cdc", "watchdog",
}  # fmt: skip
"""Modules in CircuitPython's build of a Pico or Pico 2; its documentation, "Module Support"."""
SPARED = {"collections.abc", "typing", "ulab", "numpy"}
"""May be imported for types only, or where a missing module is caught: a board ignores
annotations, and of two modules for arrays takes the one that is there
(``sensing/observe/field/linear.py``)."""
HARDWARE = {"board", "keypad", "usb_cdc", "supervisor", "storage", "microcontroller"}
DRIVEN = HARDWARE | {
    "digitalio", "analogio", "busio", "pwmio", "neopixel", "neopixel_write", "nvm", "watchdog",
    "adafruit_pixelbuf",
}  # fmt: skip
"""What a driver is handed, so that its file can be imported on a computer."""
WORLD = {"print", "open", "input", "exec", "eval", "breakpoint"}
"""What the pure core never calls: it is handed everything it needs."""
GAME_PACKAGE = re.compile(r"\b(?:boardcore|underboard\.games)\.(pylos|apagos|gyges)\b")
REGISTRIES = [ROOT / "firmware/lib/boardcore/games.py", ROOT / "host/underboard/registry.py"]
"""The tables of all games: a string there is what loads a game's package."""


def is_one_of(one, names):
    """Return whether an import is of one of these modules, or of one below it."""
    return (one.module + ".").startswith(tuple(f"{name}." for name in names))


def only(names):
    """Return a rule: nothing but these modules is imported."""

    def rule(module):
        for one in module.imports:
            spared = (one.caught or one.types) and is_one_of(one, SPARED)
            if not spared and not is_one_of(one, names):
                yield one.line, f"imports {one.module}"

    return rule


def none_of(names, even_later=True):
    """Return a rule: none of these modules is imported, or not before it is needed."""

    def rule(module):
        for one in module.imports:
            if is_one_of(one, names) and (even_later or not one.later):
                yield one.line, f"imports {one.module}"

    return rule


def asks_the_world(module):
    for node in module.all(ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in WORLD:
            yield node.lineno, f"calls {node.func.id}"


def loads_a_game(module):
    """Yield imports of other games' packages, and strings that name their modules."""
    said = [(one.module, one.line) for one in module.imports]
    said += [(f"{one.module}.{name}", one.line) for one in module.imports for name in one.names]
    said += [(node.value, node.lineno) for node in module.all(ast.Constant)
             if isinstance(node.value, str)]  # fmt: skip
    for text, line in said:
        for game in GAME_PACKAGE.findall(text):
            if not re.search(rf"(boardcore|games)/{game}/", module.name):
                yield line, f"loads {game} past the registry"


def takes_text_for_markup(module):
    for node in module.all(ast.Call):
        if is_name(node.func, "Console"):
            off = {word.arg for word in node.keywords if ast.unparse(word.value) == "False"}
            if not {"markup", "emoji"} <= off:
                yield node.lineno, "a console takes what it prints for markup"


PROGRAMS = ("cli", "sim", "site", "hardware", "drivers")
"""Rooms of commands, of processes of their own, and of what leads all others on a computer."""
OWNERS = [
    ROOT / "host/underboard/games/pylos/engine/table/build.py",  # a command of hours, no board
    ROOT / "host/underboard/games/pylos/engine/table/store.py",  # writes what that has made
    ROOT / "host/underboard/web/http/offload.py",  # has work done in a process, or a tab's worker
]
"""Modules that own what a browser lacks, and are led by nobody."""
LACKING = {"threading", "subprocess", "multiprocessing", "_thread", "concurrent.futures.thread"}
LACKING_NAMES = {"ThreadPoolExecutor", "ProcessPoolExecutor", "to_process", "to_thread"}


def needs_a_computer(module):
    """Yield what a browser's tab lacks; a default of an argument is replaced there."""
    for one in module.imports:
        if one.module in LACKING or LACKING_NAMES & set(one.names):
            yield one.line, f"imports {one.module}"
    for node in module.all(ast.Call):
        for owner, name in (("time", "sleep"), ("os", "popen")):
            if isinstance(node.func, ast.Attribute) and node.func.attr == name:
                if is_name(node.func.value, owner):
                    yield node.lineno, f"calls {owner}.{name}"


def room_of(path):
    """Return the room of a module of the host."""
    return path.relative_to(ROOT / "host/underboard").parts[0]


BOARD = CORE + DRIVERS + WIRING
OURS = {"boardcore", "boardio", *(path.stem for path in WIRING)}
EXPLAIN = [path for path in CORE if path.parent.name == "explain"]
OBSERVE = [path for path in CORE if "observe" in path.parts]
TALKS = [path for path in HOST if room_of(path) != "sim"]
LED = [path for path in HOST if room_of(path) not in PROGRAMS and path not in OWNERS]
GAMES = ("boardcore.pylos", "boardcore.apagos", "boardcore.gyges")
OWN_OR_MATHS = ("boardcore.sensing.explain", "boardcore.ticks", "math")

RULES = {
    "the core imports only itself and what the board has": (CORE, only(PURE | {"boardcore"})),
    "the explainer knows no game and no sensor": (EXPLAIN, only(OWN_OR_MATHS)),
    # What observes finds its game's module by "games"; calibrations name cells by places.
    "an observation knows no game": (OBSERVE, none_of([*GAMES, "boardcore.play"])),
    "the core asks the world nothing": (CORE, asks_the_world),
    "a driver can be imported on a computer": (DRIVERS, none_of(DRIVEN, even_later=False)),
    "circup has nothing to install": (BOARD, only(BUILT_IN | OURS)),
    "the host has no hardware outside its simulator": (TALKS, none_of(HARDWARE | {"boardio"})),
    "only the registry loads a game": (
        [path for path in BOARD + HOST if path not in REGISTRIES], loads_a_game),
    "a board understands the syntax": (BOARD, too_much),
    "nothing on the board calls itself": (BOARD, recursive),
    "what allocates nothing assigns no three values at once": (BOARD, three_at_once),
    "no console takes text for markup": (HOST, takes_text_for_markup),
    "no room but the drivers owns a thread, a process or a pause": (LED, needs_a_computer),
}  # fmt: skip
"""What each rule is called, the modules that keep it, and what finds their breaches."""
