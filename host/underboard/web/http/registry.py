"""Files of the page that follow from what is installed: its languages, and what each game adds."""

import json

from underboard.registry import DEFAULT, games
from underboard.texts import language_names


def registry_files() -> dict[str, bytes]:
    """Return ``registry.js`` (languages and games), ``games.css`` and a script of each game."""
    found: dict[str, bytes] = {}
    rows, styles = [], []
    for name, game in games().items():
        script, style = game.text("page.js"), game.text("page.css")
        if script is not None:
            found[f"games/{name}.js"] = script.encode()
        if style is not None:
            styles.append(style)
        rows.append({"name": name, "title": game.title, "hasPage": script is not None})
    exports = {"DEFAULT": DEFAULT, "GAMES": rows, "LANGUAGES": language_names()}
    lines = [
        f"export const {key} = {json.dumps(value, ensure_ascii=False)};\n"
        for key, value in exports.items()
    ]
    return found | {"registry.js": "".join(lines).encode(), "games.css": "".join(styles).encode()}
