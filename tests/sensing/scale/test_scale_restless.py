"""Plates that never calm (told with a figure, shown in red, over once they rest)."""

from boardcore.sensing.observe.weight.bank import RESTLESS_MS
from support.rows import for_each
from support.sensing.plates import LAYOUT
from underboard.device import health_text as health
from underboard.device.events import Health, HealthChanged
from underboard.sim.faults import parse_faults
from underboard.sim.harness import Harness
from underboard.sim.physics.scale import ScaleParameters
from underboard.sim.world import World
from underboard.texts import Texts

STEP_MS = 20


class Plate:
    """A board on a plate, alone."""

    def __init__(self, *faults):
        swings = ScaleParameters(knock_hz=3.0, knock_s=0.7)
        self.world = World(LAYOUT, 1, parse_faults(list(faults)), scale=swings)
        self.board = Harness(LAYOUT, self.world)
        self.bank = self.board.table.bank

    def rest(self, ms):
        for _ in range(ms // STEP_MS):
            self.board.step(STEP_MS)

    @property
    def told(self):
        return dict(Health.of(list(map(str, self.bank.fields(1)))).plate)

    @property
    def red(self):
        """Cells whose lights say that something is there that does not belong."""
        frame = self.board.table.frame
        return [at for at, letter in enumerate(frame.letters()) if letter == "-"]


def test_hum_is_told_after_a_while_and_lit_at_the_load_cells():
    plate = Plate("hum_g=4")
    plate.rest(RESTLESS_MS - 1000)
    assert not plate.bank.is_restless
    assert "restless" not in plate.told
    plate.rest(3000)
    assert plate.bank.is_restless
    assert 1 < float(plate.told["restless"]) < 8
    pixels = {LAYOUT.pixel_of_cell[cell] for cell in plate.bank.corners}
    assert pixels <= set(plate.red)


def test_it_is_over_once_the_plate_rests():
    plate = Plate("hum_g=4")
    plate.rest(RESTLESS_MS + 2000)
    assert plate.bank.is_restless
    plate.world.faults.hum_g = plate.world.plate.faults.hum_g = 0.0
    plate.rest(3000)
    assert not plate.bank.is_restless
    assert "restless" not in plate.told
    assert plate.red == []


@for_each("faults", [(), ("hum_g=0.3",), ("noisy=0:3,1:3,2:3,3:3",)])
def test_a_plate_that_learns_its_noise_is_not_restless(faults):
    plate = Plate(*faults)
    plate.rest(RESTLESS_MS + 2000)
    assert not plate.bank.is_restless


def test_an_elbow_that_leans_for_half_a_minute_is_no_hum():
    plate = Plate()
    plate.rest(2000)
    now_ms = plate.world.now_ms
    plate.world.plate.lean(12.0, 0.0, 0.0, now_ms, now_ms + RESTLESS_MS + 10000)
    plate.rest(RESTLESS_MS + 5000)
    assert "on" in plate.told, "something lies there"
    assert not plate.bank.is_restless


def test_a_table_that_swings_has_moved_no_piece():
    """Three times a second: it stands still for a moment at each turn of it."""
    plate = Plate()
    plate.rest(2000)
    for force_n in (0.7, 0.95, 1.25):
        plate.world.plate.knock(force_n, 25.0, -35.0, plate.world.now_ms)
        plate.rest(6000)
        decoder = plate.bank.decoder
        assert (decoder.state, decoder.ambiguous) == (0, False)


def test_people_are_told_once_with_the_figure_and_when_it_is_over():
    def changed(before, now):
        one, other = (
            Health.of(["none", "0", "0", "-", "-", words]) if words else None
            for words in (before, now)
        )
        return HealthChanged(other, one)

    english = health.on_plate(changed("twist:0.0", "restless:1.40"), Texts("en"))
    assert len(english) == 1
    assert "1.4 g" in english[0]
    assert "1.4 g" in health.on_plate(changed("twist:0.0", "restless:1.40"), Texts("fr"))[0]
    assert health.on_plate(changed("restless:1.40", "restless:1.90"), Texts("en")) == []
    assert health.on_plate(changed("restless:1.40", "-"), Texts("en")) == ["The plate rests again."]
