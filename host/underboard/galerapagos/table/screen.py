"""The table as people see it, in 80 columns and 24 rows. Nothing secret is drawn here."""

import textwrap

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.rules.prompts import asked, banner_values, prompt_key, prompt_values
from underboard.galerapagos.rules.tournament import TournamentResult
from underboard.galerapagos.rules.tournament import table as tournament_table
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import SEATS, TOP, TRACK
from underboard.galerapagos.table.messages import FIGURES, rain_text, short_log, statistics
from underboard.texts import Texts
from underboard.texts.escape import shown

ROWS = 24
"""Number of rows of the screen; chosen, as a small terminal has."""
ONE_COLUMN = 6
"""Number of castaways in one column; chosen: more stand in two."""
NAME = 13
"""Columns of a name in two columns; chosen."""
MARKS = 12
"""Columns of the marks beside a name; chosen."""
COUNTERS = 48
"""Columns of the counters, beside wood and raft; chosen."""

Lines = list[tuple[str, str]]
"""Pairs (text, style)."""


def weather_text(texts: Texts, camp: CampState) -> str:
    """Return the weather of today in words and drops."""
    if camp.phase == "dawn":
        return texts("galerapagos.screen.weather-hidden")
    drops = "●" * camp.rain + "○" * (3 - camp.rain)
    if camp.hurricane:
        return f"{texts('galerapagos.word.hurricane').upper()} {drops}"
    return f"{rain_text(texts, camp.rain)} {drops}"


def fit(text: str, width: int) -> str:
    """Return ``text`` in exactly ``width`` columns."""
    return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width) or [""]


def head(texts: Texts, camp: CampState, width: int) -> Lines:
    """Draw day, weather and first player, then counters, wood and raft against the mouths."""
    title = texts("galerapagos.screen.title", day=camp.turn, weather=weather_text(texts, camp))
    first = texts("galerapagos.screen.first-is", name=camp.people[camp.first].name)
    lines: Lines = [(fit(title, width - len(first) - 1) + " " + first, "bold reverse")]
    mouths = len(camp.living())
    names = [texts(f"galerapagos.screen.{name}") for name in ("water", "food")]
    longest = max(len(name) for name in names)
    beside = (
        f"{texts('galerapagos.screen.wood')} {camp.wood}/{TRACK} "
        + "▪" * camp.wood + "·" * (TRACK - camp.wood),
        f"{texts('galerapagos.screen.seats')} {camp.seats}/{SEATS} "
        + f"{_pairs(camp.seats, mouths)} {camp.seats - mouths:+d}",
    )  # fmt: skip
    for name, level, other in zip(names, (camp.water, camp.food), beside):
        text = f"{name:<{longest}} {level:>2}/{TOP} {_against(texts, level, mouths)}"
        style = "" if level >= mouths else "bold red"
        lines.append((fit(text, COUNTERS) + " " + fit(other, width - COUNTERS - 1), style))
    return lines


def _against(texts: Texts, level: int, mouths: int) -> str:
    """Draw one mark per mouth, filled where there is a ration or seat for it, and say it."""
    key = "short" if level < mouths else "enough"
    words = texts(f"galerapagos.screen.{key}", number=abs(level - mouths))
    return f"{_pairs(level, mouths)} {words}"


def _pairs(level: int, mouths: int) -> str:
    return "█" * min(level, mouths) + "░" * max(0, mouths - level)


def castaways(texts: Texts, camp: CampState, width: int) -> Lines:
    """Draw who is alive, sick, first, asked, and what lies in front of them."""
    two = len(camp.people) > ONE_COLUMN
    cell = (width - 1) // 2 if two else width
    who = asked(camp)
    cells = []
    for seat, one in enumerate(camp.people):
        arrow = "▶" if seat == who else " "
        state = ", ".join(_marks(texts, camp, seat))
        laid = [texts(f"galerapagos.card.{card}") for card in one.laid]
        name = fit(one.name, NAME if two else 20)
        text = f"{arrow}{seat + 1:>2} {name} {state.ljust(MARKS if laid and not two else 0)}"
        cells.append(fit(_with_cards(text, laid, cell), cell))
    if not two:
        return [(text, _style(camp, seat, who)) for seat, text in enumerate(cells)]
    half = (len(cells) + 1) // 2
    right = [*cells[half:], ""]
    return [(f"{cells[row]} {right[row]}", "") for row in range(half)]


def _style(camp: CampState, seat: int, who: int) -> str:
    return "dim" if not camp.people[seat].alive else "bold" if seat == who else ""


def _with_cards(text: str, laid: list[str], width: int) -> str:
    """Add the cards that fit; ``+2`` stands for two more."""
    for kept in range(len(laid), -1, -1):
        more = f" +{len(laid) - kept}" if kept < len(laid) else ""
        full = f"{text} {', '.join(laid[:kept])}{more}".rstrip()
        if len(full) <= width:
            return full
    return text


def _marks(texts: Texts, camp: CampState, seat: int) -> list[str]:
    one = camp.people[seat]
    if not one.alive:
        return [texts("galerapagos.screen.dead", day=one.died)]
    marks = []
    if one.sick:
        marks.append(texts("galerapagos.screen.sick"))
    if seat == camp.first:
        marks.append(texts("galerapagos.screen.first"))
    if seat == camp.chief:
        marks.append(texts("galerapagos.screen.chief"))
    if seat in camp.setup.bots:
        temper = texts(f"galerapagos.temper.{camp.setup.bots[seat]}")
        marks.append(texts("galerapagos.screen.bot", temper=temper))
    elif camp.dealt:
        marks.append(texts("galerapagos.screen.hand", number=len(one.hand)))
    return marks


def question(texts: Texts, camp: CampState, votes_in: tuple[int, int] | None = None) -> str:
    """Return the sentence that says what is being asked; ``votes_in`` counts pods' votes, too."""
    values = prompt_values(camp)
    if votes_in and "received" in values:
        values["received"], values["expected"] = votes_in
    return texts(f"galerapagos.{prompt_key(camp)}", **values)


def draw(
    console: Console,
    texts: Texts,
    game: Game,
    below: list[str],
    votes_in: tuple[int, int] | None = None,
) -> None:
    """Clear the screen and draw the table; ``below`` are the choices, menu and notices.

    The log takes the rows that are left; one is kept for what people type.
    """
    camp, width = game.camp, console.width
    rule = [("─" * width, "dim")]
    top = head(texts, camp, width) + castaways(texts, camp, width)
    bottom: Lines = []
    figures = banner_values(camp)
    if figures:
        banner = texts(f"galerapagos.banner.{camp.count}", **figures)
        bottom += [(line, "bold red") for line in _wrap(banner, width)]
    bottom += [(line, "bold") for line in _wrap(question(texts, camp, votes_in), width)]
    bottom += [(line, "") for text in below for line in _wrap(text, width)]
    rows = max(console.height, ROWS) - 1 - len(top) - len(bottom) - 2
    log: list[str] = []
    for day, text in reversed(short_log(texts, game)):
        if len(log) >= rows:
            break
        log[:0] = _wrap(f"{day:>2} {text}", width)
    log = log[-rows:] if rows > 0 else []
    console.clear()
    for text, style in [*top, *rule, *((line, "dim") for line in log), *rule, *bottom]:
        console.print(Text(text, style=style), highlight=False, no_wrap=True, crop=True)


def columns(labels: list[str], width: int) -> list[str]:
    """Set a long list in as many columns as fit."""
    widest = max((len(label) for label in labels), default=1) + 2
    across = max(1, width // widest)
    down = -(-len(labels) // across)
    return [
        "".join(label.ljust(widest) for label in labels[row::down]).rstrip() for row in range(down)
    ]


def flowing(words: list[str], width: int) -> list[str]:
    """Set choices one after the other, as many to a line as fit."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + 2 > width:
            lines.append("")
        lines[-1] += f"  {word}" if lines[-1] else word
    return lines


def final(texts: Texts, game: Game) -> Grid:
    """Draw the figures of the whole game."""
    grid = Grid(title=Text(texts("galerapagos.screen.figures")), title_justify="left", box=None)
    grid.add_column(texts("galerapagos.screen.castaway"))
    grid.add_column(texts("galerapagos.screen.fate"))
    for figure in FIGURES:
        grid.add_column(texts(f"galerapagos.figure.{figure}"), justify="right")
    for row in statistics(game):
        if row.get("embarked"):
            fate = texts("galerapagos.screen.embarked")
        elif row["died"]:
            fate = texts("galerapagos.screen.dead", day=row["died"])
        else:
            fate = "-"
        grid.add_row(Text(row["name"]), fate, *(str(row[figure]) for figure in FIGURES))
    return grid


def standings(texts: Texts, results: list[TournamentResult], mode: str, games: int) -> Grid:
    """Draw the table of a tournament."""
    title = texts("galerapagos.screen.tournament", played=len(results), games=games, mode=mode)
    grid = Grid(title=Text(shown(title)), title_justify="left", box=None)
    for column in ("rank", "castaway", "points", "times"):
        grid.add_column(texts(f"galerapagos.screen.{column}"))
    for rank, name, score, times in tournament_table(results, mode):
        grid.add_row(str(rank), Text(name), str(score), str(times))
    return grid
