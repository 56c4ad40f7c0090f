"""A table's preferred options, stored under a name for the next evening."""

import json
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.galerapagos.records.key_file import private_folder
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts.lazy import reason_of

FILE = "presets.json"
VERSION = 2
"""Version number of the format of presets, chosen as it changes."""
KEPT: dict[str, type] = {
    "seats": str,
    "cards": str,
    "option": list,
    "debate": int,
    "tournament": str,
    "games": int,
    "score": str,
    "bots": str,
    "pods": str,
    "phones": bool,
    "lan": bool,
    "port": int,
    "pace": str,
    "lang": str,
}
"""The options that a preset holds, and the type of each."""


def load(folder: Path) -> dict[str, JsonObject]:
    """Return all presets by name.  Raises UnderboardError if the file is damaged."""
    path = folder / FILE
    try:
        parts = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(parts, dict) and all(isinstance(one, dict) for one in parts.values()):
            return parts
    except FileNotFoundError:
        return {}
    except ValueError:
        pass
    except OSError as error:
        raise UnderboardError("cannot read %s: %s", path, reason_of(error))
    raise UnderboardError("%s holds no presets: delete it, or set it right", path)


def preset(folder: Path, name: str) -> JsonObject:
    """Return one preset.  Raises Refused if there is none of that name, or it cannot be read."""
    known = load(folder)
    if name not in known:
        raise Refused("preset", seen=name, known=", ".join(sorted(known)) or "-")
    kept = dict(known[name])
    version = kept.pop("version", 1)
    if type(version) is not int or not 1 <= version <= VERSION:
        raise Refused("preset-version", name=name, seen=version, version=VERSION)
    for key, value in kept.items():
        if type(value) is not KEPT.get(key):
            raise Refused("preset-damaged", name=name, field=key)
    return kept


def save(folder: Path, name: str, options: JsonObject) -> None:
    """Keep the options that are set, under a name."""
    known = load(folder)
    known[name] = {key: options[key] for key in KEPT if options.get(key)} | {"version": VERSION}
    private_folder(folder)
    try:
        text = json.dumps(known, ensure_ascii=False, indent=1) + "\n"
        (folder / FILE).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", folder / FILE, reason_of(error))
