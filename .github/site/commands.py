"""Writer of the page of all commands, generated from the command line's own parser.

``python .github/site/commands.py`` writes ``host/docs/commands.md`` and ``commands.fr.md``.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from underboard import cli

PAGES = Path(__file__).resolve().parents[2] / "host" / "docs"
WORDS = {
    "en": (
        "Commands",
        "Generated from the program by `.github/site/commands.py`. "
        "Every command also explains itself with `--help`, in French with `--lang fr`.",
        "Exit status: 0 success, 1 negative result, 2 error in the input or on the board.",
        ("command", "does"),
        ("option", "does"),
    ),
    "fr": (
        "Commandes",
        "Page produite par le programme (`.github/site/commands.py`). "
        "Chaque commande s'explique aussi avec `--help`.",
        "Code de sortie : 0 réussi, 1 réponse négative, 2 erreur de saisie ou du plateau.",
        ("commande", "effet"),
        ("option", "effet"),
    ),
}
"""Title, introduction, exit status and table headings, by language."""


def commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """Yield each command without commands of its own, and its one line of help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {listed.dest: listed.help or "" for listed in action._choices_actions}
            for name, command in action.choices.items():
                below = list(commands_of(command))
                yield from below or [(command, told.get(name, ""))]


def options_of(command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Yield each argument of a command as people type it, and its help."""
    formatter = command._get_formatter()
    for action in command._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._HelpAction):
            continue
        if action.option_strings:
            value = (
                ""
                if action.nargs == 0
                else " "
                + formatter._format_args(
                    action, formatter._get_default_metavar_for_optional(action)
                )
            )
            typed = ", ".join(option + value for option in action.option_strings)
        else:
            typed = formatter._format_args(
                action, formatter._get_default_metavar_for_positional(action)
            )
        yield typed, formatter._expand_help(action) if action.help else ""


def row(*cells: str) -> str:
    """Return one row of a table in Markdown."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def table(heading: tuple[str, str], rows: list[tuple[str, str]]) -> list[str]:
    """Return a table in Markdown as lines; the first column is typed as it stands."""
    return [row(*heading), row("---", "---"), *(row(f"`{typed}`", does) for typed, does in rows)]


def page(language: str) -> str:
    """Return the page in a language."""
    title, introduction, status, commands, options = WORDS[language]
    found = list(commands_of(cli.parser(language)))
    lines = [f"# {title}", "", introduction, "", status, ""]
    lines += table(commands, [(command.prog, does) for command, does in found])
    for command, does in found:
        lines += ["", f"## {command.prog}", "", command.description or does]
        rows = list(options_of(command))
        if rows:
            lines += ["", *table(options, rows)]
    return "\n".join(lines) + "\n"


def path_of(language: str) -> Path:
    """Return where the page of a language lies."""
    return PAGES / ("commands.md" if language == "en" else f"commands.{language}.md")


if __name__ == "__main__":
    for known in WORDS:
        path_of(known).write_text(page(known), encoding="utf-8")
