"""Screen: the table as people see it.  Nothing secret is ever drawn here."""

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from underboard.galerapagos.camp import Camp
from underboard.galerapagos.cards import SEATS, TOP, TRACK
from underboard.galerapagos.game import Game
from underboard.galerapagos.prompts import asked, banner_values, prompt_key, prompt_values
from underboard.galerapagos.tournament import Result
from underboard.galerapagos.tournament import table as tournament_table
from underboard.galerapagos.words import FIGURES, public_log, statistics
from underboard.texts import Texts

LAST_LINES = 8  # of the log under the table; chosen to fit 24 rows with 6 players
BAR = 18  # characters for a counter of 36


def weather_text(texts: Texts, camp: Camp) -> str:
    """Return the weather of today in words and drops."""
    if camp.phase == "dawn":
        return texts("galerapagos.screen.weather-hidden")
    drops = "●" * camp.rain + "○" * (3 - camp.rain)
    if camp.hurricane:
        return f"{texts('galerapagos.word.hurricane').upper()} {drops}"
    return f"{texts('galerapagos.word.rain', rain=camp.rain)} {drops}"


def _bar(level: int, mouths: int) -> Text:
    """Draw a counter; words carry the same message as the colour."""
    filled = round(level * BAR / TOP)
    return Text("█" * filled + "·" * (BAR - filled), style="green" if level >= mouths else "red")


def counters(texts: Texts, camp: Camp) -> Grid:
    """Draw water, food, wood and raft against the mouths."""
    grid = Grid.grid(padding=(0, 2))
    mouths = len(camp.living())
    for name, level in (("water", camp.water), ("food", camp.food)):
        enough = "enough" if level >= mouths else "short"
        grid.add_row(
            texts(f"galerapagos.screen.{name}"),
            f"{level}/{TOP}",
            _bar(level, mouths),
            texts(f"galerapagos.screen.{enough}", mouths=mouths),
        )
    grid.add_row(
        texts("galerapagos.screen.wood"),
        f"{camp.wood}/{TRACK}",
        Text("▪" * camp.wood + "·" * (TRACK - camp.wood)),
        "",
    )
    seats = "enough-seats" if camp.seats >= mouths else "few-seats"
    grid.add_row(
        texts("galerapagos.screen.seats"),
        f"{camp.seats}/{SEATS}",
        Text("■" * camp.seats + "·" * (SEATS - camp.seats)),
        texts(f"galerapagos.screen.{seats}", mouths=mouths),
    )
    return grid


def castaways(texts: Texts, camp: Camp) -> Grid:
    """Draw who is alive, sick, first, asked, and what lies in front of them."""
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("seat", "castaway", "state", "laid"):
        grid.add_column(texts(f"galerapagos.screen.{column}"))
    who = asked(camp)
    for seat, one in enumerate(camp.people):
        marks = []
        if not one.alive:
            marks.append(texts("galerapagos.screen.dead", day=one.died))
        elif one.sick:
            marks.append(texts("galerapagos.screen.sick"))
        if seat == camp.first and one.alive:
            marks.append(texts("galerapagos.screen.first"))
        if seat == camp.chief:
            marks.append(texts("galerapagos.screen.chief"))
        if camp.dealt and one.alive:
            marks.append(texts("galerapagos.screen.hand", number=len(one.hand)))
        laid = ", ".join(texts(f"galerapagos.card.{card}") for card in one.laid)
        arrow = "▶" if seat == who else " "
        style = "dim" if not one.alive else "bold" if seat == who else ""
        grid.add_row(f"{arrow} {seat + 1}", escape(one.name), ", ".join(marks), laid, style=style)
    return grid


def question(texts: Texts, camp: Camp) -> str:
    """Return the sentence that says what is being asked."""
    return texts(f"galerapagos.{prompt_key(camp)}", **prompt_values(camp))


def table(texts: Texts, game: Game) -> RenderableType:
    """Draw the whole table."""
    camp = game.camp
    title = texts("galerapagos.screen.title", day=camp.turn, weather=weather_text(texts, camp))
    parts: list[RenderableType] = [counters(texts, camp), "", castaways(texts, camp)]
    lines = public_log(texts, game)[-LAST_LINES:]
    if lines:
        log = "\n".join(f"{day:>2}  {line}" for day, line in lines)
        parts += ["", Text(log, style="dim")]
    figures = banner_values(camp)
    drawn: list[RenderableType] = [Panel(Group(*parts), title=escape(title), title_align="left")]
    if figures:
        banner = texts(f"galerapagos.banner.{camp.count}", **figures)
        drawn.append(Panel(Text(banner, style="bold"), border_style="red"))
    drawn.append(Text(question(texts, camp), style="bold"))
    return Group(*drawn)


def final(texts: Texts, game: Game) -> Grid:
    """Draw the figures of the whole game."""
    grid = Grid(title=texts("galerapagos.screen.figures"), title_justify="left", box=None)
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
        grid.add_row(escape(row["name"]), fate, *(str(row[figure]) for figure in FIGURES))
    return grid


def standings(texts: Texts, results: list[Result], mode: str, games: int) -> Grid:
    """Draw the table of a tournament."""
    title = texts("galerapagos.screen.tournament", played=len(results), games=games, mode=mode)
    grid = Grid(title=title, title_justify="left", box=None)
    for column in ("rank", "castaway", "points", "times"):
        grid.add_column(texts(f"galerapagos.screen.{column}"))
    for rank, name, score, times in tournament_table(results, mode):
        grid.add_row(str(rank), escape(name), str(score), str(times))
    return grid


def show(console: Console, texts: Texts, game: Game) -> None:
    """Clear the screen and draw the table."""
    console.clear()
    console.print(table(texts, game))
