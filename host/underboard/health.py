"""Health: what people are told of the Hall sensors of a board."""

from boardcore.games import places_of
from boardcore.layout import Layout
from underboard.layouts import layout_of
from underboard.news import HealthChanged
from underboard.texts import Texts
from underboard.trouble import Trouble

FIT = "fit"


def place_of(layout: Layout, sensor: int) -> str:
    """Return the name of the cell that lies nearest to a sensor."""
    assert layout.field
    spot = layout.field.spots[sensor]
    places = layout.field.places
    nearest = min(
        range(len(places)),
        key=lambda at: sum((a - b) ** 2 for a, b in zip(spot, places[at])),
    )
    return places_of(layout.game).cell_text(layout.cell_of_sensor[nearest])


def told(change: HealthChanged, name: str, texts: Texts) -> list[str]:
    """Return a sentence for each sensor that has failed or come back since.

    ``name``: of the layout; of one that is not known here, cells are not told.
    """
    try:
        layout = layout_of(name)
    except Trouble:
        layout = None
    before = change.before.failed if change.before else {}
    now = change.health.failed
    sentences = []
    for sensor in sorted(before.keys() | now.keys()):
        if before.get(sensor) == now.get(sensor):
            continue
        known = layout is not None and layout.field and sensor < len(layout.field.spots)
        cell = place_of(layout, sensor) if known and layout else "?"
        if sensor in now:
            how = texts(f"health.how.{now[sensor]}")
            sentences.append(texts("health.failed", sensor=sensor, cell=cell, how=how))
        else:
            sentences.append(texts("health.back", sensor=sensor, cell=cell))
    if change.health.more and (change.before is None or change.before.more != change.health.more):
        sentences.append(texts("health.more", count=change.health.more))
    return sentences


def on_calibration(change: HealthChanged, texts: Texts) -> str:
    """Return a sentence about a calibration that is missing, damaged or unfit; empty if it fits."""
    if change.before is not None or change.health.calibration == FIT:
        return ""
    return texts(f"health.{change.health.calibration}")
