"""Sentences for people about a board's ``health`` message: failed sensors, calibration, plate."""

from boardcore.layout.layout import Layout
from underboard.deploy.layouts import layout_of
from underboard.device.events import Health, HealthChanged
from underboard.errors import UnderboardError
from underboard.game_state import cells_of
from underboard.texts import Texts, area
from underboard.texts.lazy import LazyText, spoken

VALID = "valid"
CALIBRATIONS = ("none", "mismatch", "damaged")
"""Calibration states that are reported to the user."""


def place_of(layout: Layout, sensor: int) -> str:
    """Return the name of the cell that lies nearest to a sensor."""
    given = layout.field or layout.scale
    assert given
    spot = given.sensor_mm[sensor]
    places = given.places
    nearest = min(
        range(len(places)), key=lambda at: sum((a - b) ** 2 for a, b in zip(spot, places[at]))
    )
    return cells_of(layout.game).cell_text(layout.cell_of_sensor[nearest])


def told(change: HealthChanged, name: str, texts: Texts) -> list[str]:
    """Return a sentence for each sensor that has failed or come back since.

    ``name``: of the layout; of one that is not known here, cells are not told.
    """
    try:
        layout = layout_of(name)
    except UnderboardError:
        layout = None
    before = change.before.failed if change.before else {}
    now = change.health.failed
    sentences = []
    for sensor in sorted(before.keys() | now.keys()):
        if before.get(sensor) == now.get(sensor):
            continue
        given = (layout.field or layout.scale) if layout else None
        cell = (
            place_of(layout, sensor) if layout and given and sensor < len(given.sensor_mm) else "?"
        )
        plate = "plate-" if layout and layout.scale else ""
        if sensor in now:
            words = area(texts.language, "health")
            how = words.get(f"{plate}how.{now[sensor]}", now[sensor])
            sentences.append(texts(f"health.{plate}failed", sensor=sensor, cell=cell, how=how))
        else:
            sentences.append(texts(f"health.{plate}back", sensor=sensor, cell=cell))
    if change.health.more and (change.before is None or change.before.more != change.health.more):
        sentences.append(texts("health.more", count=change.health.more))
    return sentences + on_plate(change, texts, layout)


JUMPS = 3
"""Jumps of T, the twist of the plate, after which people are told."""


def gain_of(health: Health, layout: Layout | None) -> dict[str, object]:
    """Return the load cell whose gain has drifted, as sentences name it; empty if none has."""
    cell, gain = health.figure("cell"), health.figure("gain") or health.figure("stored")
    if cell is None or gain is None:
        return {}
    sensor = round(cell)
    known = layout and layout.scale and 0 <= sensor < len(layout.scale.sensor_mm)
    place = place_of(layout, sensor) if layout and known else "?"
    return {"sensor": sensor, "cell": place, "percent": round(100 + gain)}


def on_plate(change: HealthChanged, texts: Texts, layout: Layout | None = None) -> list[str]:
    """Return a sentence for what is new about a plate on load cells."""
    before = dict(change.before.plate) if change.before else {}
    health = change.health
    sentences = []
    for name in ("on", "off"):
        grams = health.figure(name)
        if grams is not None and name not in before:
            sentences.append(texts(f"health.plate-{name}", grams=round(grams)))
    wavers = health.figure("restless")
    if wavers is not None and "restless" not in before:
        sentences.append(texts("health.plate-restless", grams=round(wavers, 2)))
    if "restless" in before and wavers is None:
        sentences.append(texts("health.plate-rests"))
    if "on" in before and health.figure("on") is None:
        sentences.append(texts("health.plate-free"))
    jumps = health.figure("jumps") or 0
    if jumps >= JUMPS and float(before.get("jumps", 0)) < JUMPS:
        twist = health.figure("twist") or 0.0
        sentences.append(texts("health.plate-jumps", jumps=round(jumps), twist=f"{twist:+.1f}"))
    cell = health.figure("sticks")
    if cell is not None and layout and dict(health.plate) != before:
        name = cells_of(layout.game).cell_text(round(cell))
        shows = health.figure("shows")
        amount = "" if shows is None else f" ({shows / 1000:+.2f} mT)"
        sentences.append(texts("health.sticks", cell=name, shows=amount))
    gain = gain_of(health, layout)
    told = "gain" in before and before.get("cell") == dict(health.plate).get("cell")
    if health.figure("gain") is not None and not told:
        sentences.append(texts("health.plate-gain", **gain))
    return sentences


def on_calibration(change: HealthChanged, texts: Texts) -> str:
    """Return a sentence about a calibration that is not used; empty if it is valid."""
    if change.before is not None or change.health.calibration == VALID:
        return ""
    # A later firmware, or nonsense: there are no words for it.
    known = area(texts.language, "health")
    name = change.health.calibration
    try:
        check_plate(change.health)
    except UnderboardError as other:
        return spoken(other, texts.language)
    return known[name] if name in CALIBRATIONS and name in known else ""


def check_plate(health: Health | None) -> None:
    """Raise UnderboardError for a calibration of another plate or board, with the figures of both.

    Nobody should play so: either what is under this board was exchanged, or the layout was.
    """
    plates = [value for key, value in health.plate if key == "plate"] if health else []
    boards = [value for key, value in health.plate if key == "halls"] if health else []
    if len(boards) == 2:
        raise UnderboardError(
            "the calibration on this board is of another one: %s, the layout here has %s: "
            "install the layout of this board, or underboard board calibrate",
            *map(spoken_board, boards),
        )
    if len(plates) == 2:
        raise UnderboardError(
            "the calibration on this board is of another plate: its load cells stood %s, "
            "the layout says %s: install the layout of this plate, or underboard board calibrate",
            *[spoken_plate(plate) for plate in plates],
        )


def spoken_board(word: str) -> LazyText:
    """Return figures of a board with Hall sensors like 25x1a2b3c4d as people read them."""
    count, _, number = word.partition("x")
    return LazyText("%s sensors, layout number %s", count, number)


def spoken_plate(word: str) -> str:
    """Return figures of a plate like 160x160x2147 as people read them."""
    wide, deep, per_g = (word.split("x") + ["?", "?"])[:3]
    return f"{wide} x {deep} mm, {per_g}/g"


def sentences(change: HealthChanged, name: str, texts: Texts, simulated: bool) -> list[str]:
    """Return everything that people are told of a change, as ``told`` and ``on_calibration``."""
    # A simulated board is new each time: nobody has calibrated it.
    calibration = "" if simulated else on_calibration(change, texts)
    return told(change, name, texts) + ([calibration] if calibration else [])


def standing(health: Health | None, name: str, texts: Texts, simulated: bool) -> list[list[str]]:
    """Return what is wrong with a board's sensors now: each what it is, then what to do.

    ``name``: of the layout; ``simulated``: as for ``sentences``.
    """
    if health is None:
        return []
    change = HealthChanged(health, None)
    told_now = [[words] for words in sentences(change, name, texts, simulated)]
    for told_one, sensor in zip(told_now, sorted(health.failed)):
        remedy = area(texts.language, "health").get(f"do.{health.failed[sensor]}")
        # A load cell's sentence says what to do by itself.
        if remedy and not health.plate:
            told_one.append(remedy)
    return told_now
