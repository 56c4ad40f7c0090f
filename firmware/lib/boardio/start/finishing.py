"""Finishing: what a table gets once it is there: hints, settings, its sensors and a buzzer."""

from boardcore.games import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.buzzer import Buzzer
    from boardio.fields import Fields
    from boardio.load_cells import LoadCells
    from boardio.modules import PwmIo
    from boardio.switches import Switches


def prepare(game: str) -> None:
    """Load what stays, before the modules of a table fill the heap."""
    if game == "apagos":
        # Not at the top: other games have no memory to spare for it.
        import boardio.hints  # noqa: F401


def troubles_of(table, game: str, settings: dict) -> list:
    """Give a table its hints and settings; return what is wrong with them, in sentences."""
    found: list[str] = []
    plates = table.bank.plates() if hasattr(table.bank, "plates") else ()
    if plates:
        # It is not used, and hands that hold both buttons make another.
        found.append("the calibration is of another plate, %s: the layout says %s" % plates)
    if game == "apagos":
        from boardio.hints import hints_of

        table.hints = hints_of(game)
        if table.hints is not None and table.hints.trouble:
            found.append(table.hints.trouble)
    if game in NAMES and settings["UNDERBOARD_PATH"] != "off":
        refused = table.obey("path", (settings["UNDERBOARD_PATH"],))
        if refused:
            found.append("settings.toml: UNDERBOARD_PATH: " + refused[1])
    return found


def follow(layout, driver, table) -> "Switches | Fields | LoadCells":
    """Return what brings a table's readings up to date: switches, or a decoder's samples."""
    if layout.scale is not None:
        from boardio.load_cells import LoadCells

        return LoadCells(driver, table)
    if layout.field is None:
        return driver
    from boardio.fields import Fields

    return Fields(driver, table, layout.scanner["interval_ms"])


def buzzer(layout, settings, board, pwmio: "PwmIo | None", table, buttons) -> "Buzzer | None":
    """Return what sounds, None where there is no buzzer or the settings want none.

    ``settings``: UNDERBOARD_SOUND is on, off, or the pin of a buzzer that the layout does not
    name.  Raises Unreadable for a pin that cannot do it.
    """
    wanted = settings["UNDERBOARD_SOUND"]
    if wanted == "off" or pwmio is None or wanted == "on" and layout.buzzer is None:
        return None
    # Not at the top: a board without a buzzer has no memory to spare for it.
    from boardio.buzzer import buzzer_at

    return buzzer_at(board, layout, wanted, pwmio, table, buttons)
