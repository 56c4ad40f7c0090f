"""The stand-ins for CircuitPython's modules behave as a board does.

Each test names its row: section 2 of firmware/docs/circuitpython.md (starred rows were seen on an
emulated board) or the table in section 1 of what Blinka's keypad does differently.
"""

import pytest

from support.machine.stand_ins import matrix_layout, pico_of, shift_layout, stand_in
from support.rows import for_each
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import Nvm, PowerCut
from underboard.sim.mcu.pico import TICKS_PERIOD, TICKS_START

STILL = {"bounce_ms": 0}


def board_pins(*names):
    board = stand_in("board")
    return tuple(getattr(board, name) for name in names)


ROWS = ("GP2", "GP3", "GP4", "GP5")
COLUMNS = ("GP6", "GP7", "GP8", "GP9")


def key_matrix(**options):
    options = {"interval": 0.005, **options}
    return stand_in("keypad").KeyMatrix(board_pins(*ROWS), board_pins(*COLUMNS), **options)


def shift_keys(**options):
    clock, data, latch = board_pins("GP2", "GP3", "GP4")
    options = {"key_count": 16, "value_when_pressed": False, "interval": 0.005, **options}
    return stand_in("keypad").ShiftRegisterKeys(clock=clock, data=data, latch=latch, **options)


def all_events(keys):
    found = []
    while event := keys.events.get():
        found.append((event.key_number, event.pressed))
    return found


# keypad


SCANNERS = pytest.mark.parametrize(
    ("layout", "make"), [(matrix_layout, key_matrix), (shift_layout, shift_keys)]
)


@SCANNERS
def test_a_press_and_a_release_are_one_event_each(layout, make):
    pico = pico_of(layout(), Faults(**STILL))
    keys = make()
    pico.run_to(20)
    pico.world.put(5)
    pico.run_to(40)
    assert all_events(keys) == [(5, True)]
    pico.world.lift(5)
    pico.run_to(60)
    assert all_events(keys) == [(5, False)]


@SCANNERS
def test_keys_held_at_construction_give_no_event_until_reset(layout, make):
    pico = pico_of(layout(), Faults(**STILL))
    for cell in range(16):
        pico.world.put(cell)
    keys = make()
    pico.run_to(100)
    assert all_events(keys) == []
    keys.reset()
    assert all_events(keys) == [(key, True) for key in range(16)], "reset scans right away"


def test_reset_tells_presses_only():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix()
    pico.world.put(3)
    pico.world.put(4)
    pico.run_to(20)
    keys.events.clear()
    pico.world.lift(3)
    keys.reset()
    pico.run_to(40)
    assert all_events(keys) == [(4, True)]


def test_reset_reports_again_what_was_reported_before():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix()
    pico.world.put(3)
    pico.run_to(20)
    keys.reset()
    assert all_events(keys) == [(3, True), (3, True)]
    # Blinka: both lists of states become one object, and nothing is ever told again.
    pico.world.lift(3)
    pico.run_to(40)
    assert all_events(keys) == [(3, False)]


def test_a_full_queue_drops_the_new_event_and_latches():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix(max_events=4)
    pico.run_to(10)
    for cell in range(6):
        pico.world.put(cell)
    pico.run_to(30)
    assert keys.events.overflowed
    assert all_events(keys) == [(0, True), (1, True), (2, True), (3, True)]
    assert keys.events.overflowed, "reading does not unlatch"
    # The scanner has gone on: what was dropped is never told.
    pico.run_to(100)
    assert all_events(keys) == []
    pico.world.lift(5)
    pico.run_to(120)
    assert all_events(keys) == [(5, False)]
    keys.events.clear()
    assert not keys.events.overflowed


def test_the_queue_holds_64_events_unless_told_otherwise():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix()
    for turn in range(5):
        for cell in range(16):
            (pico.world.put if turn % 2 == 0 else pico.world.lift)(cell)
        pico.run_to(20 * (turn + 1))
        assert keys.events.overflowed == (turn == 4)
    assert len(keys.events) == 64


def test_debouncing_counts_scans():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix(debounce_threshold=3)
    pico.run_to(50)
    pico.world.put(2)
    pico.run_to(60)
    assert all_events(keys) == []
    pico.run_to(65)
    assert all_events(keys) == [(2, True)]
    # Shorter than the threshold: nothing.
    pico.world.lift(2)
    pico.run_to(75)
    pico.world.put(2)
    pico.run_to(200)
    assert all_events(keys) == []


@for_each("pressed_ms", range(61, 71))
def test_a_press_between_the_scans_of_two_scanners_is_seen(pressed_ms):
    pico = pico_of(matrix_layout(), Faults(**STILL))
    key_matrix()
    buttons = stand_in("keypad").Keys(
        board_pins("GP14", "GP15"), value_when_pressed=False, interval=0.01, debounce_threshold=2
    )
    pico.world.after(pressed_ms, lambda: pico.world.press("next"))
    while pico.world.now_ms < 200:
        pico.ticks()
    assert all_events(buttons) == [(1, True)]


def test_debouncing_delays_what_reset_tells():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    pico.world.put(2)
    keys = key_matrix(debounce_threshold=3)
    pico.run_to(50)
    keys.reset()
    assert all_events(keys) == []
    pico.run_to(60)
    assert all_events(keys) == [(2, True)]


@pytest.mark.parametrize("threshold", [0, 128])
def test_the_debounce_threshold_is_1_to_127(threshold):
    pico_of(matrix_layout())
    with pytest.raises(ValueError, match="1-127"):
        key_matrix(debounce_threshold=threshold)


def test_keys_are_not_scanned_more_often_than_the_interval():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix(interval=0.02)
    pico.run_to(41)
    pico.world.put(1)
    pico.run_to(45)
    pico.world.lift(1)
    pico.run_to(100)
    assert all_events(keys) == [], "gone before anybody looked"


def test_an_event_has_the_time_of_its_scan_and_get_into_fills_one():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keypad = stand_in("keypad")
    keys = key_matrix()
    pico.run_to(30)
    pico.world.put(1)
    pico.run_to(50)
    event = keypad.Event()
    assert keys.events.get_into(event)
    assert event == keypad.Event(1, True)
    assert event.timestamp == TICKS_START + 35
    assert not keys.events.get_into(event)
    assert keys.events.get() is None


def test_key_numbers_have_15_bits():
    keypad = stand_in("keypad")
    queue = keypad.EventQueue(4)
    queue._record(0x8001, True, 0)
    assert queue.get().key_number == 1


def test_a_matrix_numbers_row_times_columns_plus_column():
    pico_of(matrix_layout())
    keys = key_matrix()
    assert keys.key_count == 16
    assert keys.row_column_to_key_number(2, 1) == 9
    assert keys.key_number_to_row_column(9) == (2, 1)


def test_exchanged_pins_are_exchanged_keys():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keypad = stand_in("keypad")
    keys = keypad.KeyMatrix(board_pins("GP3", "GP2"), board_pins("GP6", "GP7"), interval=0.005)
    pico.world.put(0)  # row GP2, column GP6
    pico.run_to(20)
    assert all_events(keys) == [(2, True)]


def test_a_diode_the_wrong_way_round_lets_nothing_through():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = key_matrix(columns_to_anodes=False)
    pico.world.put(0)
    pico.run_to(20)
    assert all_events(keys) == []


@pytest.mark.parametrize("no_diodes", [False, True])
def test_without_diodes_three_corners_make_a_ghost(no_diodes):
    pico = pico_of(matrix_layout(), Faults(**STILL, no_diodes=no_diodes))
    keys = key_matrix()
    pico.run_to(10)
    for cell in (0, 1, 4):
        pico.world.put(cell)
    pico.run_to(20)
    told = {(0, True), (1, True), (4, True)}
    assert set(all_events(keys)) == (told | {(5, True)} if no_diodes else told)


def test_a_chain_that_is_not_wired_reads_low():
    pico_of(matrix_layout(), Faults(**STILL))
    keys = shift_keys()
    keys.reset()
    assert len(all_events(keys)) == 16


def test_a_chain_with_the_other_level_reads_the_empty_board_as_full():
    pico_of(shift_layout(), Faults(**STILL))
    keys = shift_keys(value_when_pressed=True)
    keys.reset()
    assert len(all_events(keys)) == 16


def test_buttons_join_their_pin_to_ground():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    keys = stand_in("keypad").Keys(
        board_pins("GP15", "GP14"), value_when_pressed=False, pull=True, interval=0.005
    )
    pico.world.press("yes")
    pico.run_to(20)
    assert all_events(keys) == [(1, True)]


def test_deinit_returns_and_ends_the_scanning():
    pico = pico_of(matrix_layout(), Faults(**STILL))
    with key_matrix() as keys:
        pico.run_to(10)
    pico.world.put(1)
    pico.run_to(30)
    assert all_events(keys) == []


# usb_cdc


def data_port(connected=True):
    pico = pico_of(matrix_layout(), Faults(**STILL))
    usb_cdc = stand_in("usb_cdc")
    usb_cdc.enable(console=True, data=True)
    pico.booting = False
    pico.cable.connected = connected
    return pico, usb_cdc.data


def test_there_is_a_data_port_only_if_boot_py_asks_for_it():
    pico = pico_of(matrix_layout())
    usb_cdc = stand_in("usb_cdc")
    assert usb_cdc.data is None
    pico.booting = False
    with pytest.raises(RuntimeError, match="Cannot change USB devices now"):
        usb_cdc.enable(console=True, data=True)


def test_both_timeouts_are_none_at_first():
    _, port = data_port()
    assert port.timeout is None
    assert port.write_timeout is None


def test_a_host_that_does_not_read_takes_exactly_320_bytes():
    pico, port = data_port()
    pico.cable.reads = 0
    port.write_timeout = 0
    assert [port.write(b"x" * 100) for _ in range(5)] == [100, 100, 100, 20, 0]
    assert port.connected
    pico.cable.reads = None
    port.pump()
    assert len(pico.cable.sent) == 320


def test_a_write_that_may_wait_returns_after_its_time():
    pico, port = data_port()
    pico.cable.reads = 0
    port.write_timeout = 0.05
    port.write(b"x" * 320)
    began = pico.world.now_ms
    assert port.write(b"y") == 0
    assert 50 <= pico.world.now_ms - began <= 51


def test_a_write_without_a_limit_blocks_while_keys_are_scanned():
    pico, port = data_port()
    keys = key_matrix()
    pico.cable.reads = 0

    def host():
        yield 100
        pico.world.put(1)
        yield 400
        pico.cable.reads = None

    pico.world.add(host())
    assert port.write(b"x" * 400) == 400
    assert pico.world.now_ms >= 500
    assert all_events(keys) == [(1, True)]


def test_a_port_that_nobody_has_open_keeps_the_newest_bytes():
    pico, port = data_port(connected=False)
    port.write_timeout = 0
    assert port.write(b"a" * 200) == 200
    assert port.write(b"b" * 200) == 200
    pico.cable.connected = True
    port.pump()
    assert bytes(pico.cable.sent) == b"a" * 56 + b"b" * 200


def test_bytes_from_the_host_wait_until_they_are_read():
    pico, port = data_port()
    port.timeout = 0
    assert port.read(5) == b""
    pico.cable.typed += b"hello \x03"
    port.pump()
    assert port.in_waiting == 7
    buffer = bytearray(4)
    assert port.readinto(buffer) == 4
    assert (buffer, port.read(10)) == (b"hell", b"o \x03")


def test_more_bytes_than_the_fifo_holds_stay_with_the_host():
    pico, port = data_port()
    pico.cable.typed += b"z" * 300
    port.pump()
    assert port.in_waiting == 256
    assert len(pico.cable.typed) == 44


# supervisor, microcontroller, storage


def test_the_clock_wraps_65_seconds_after_power_on():
    pico = pico_of(matrix_layout())
    supervisor = stand_in("supervisor")
    assert supervisor.ticks_ms() == TICKS_PERIOD - 65536 + 5
    pico.run_to(65535)
    assert pico.clock() == TICKS_PERIOD - 1
    pico.run_to(65536)
    assert pico.clock() == 0


def test_the_clock_moves_the_world_in_step():
    pico = pico_of(matrix_layout())
    supervisor = stand_in("supervisor")
    before = supervisor.ticks_ms()
    assert supervisor.ticks_ms() == before + 5
    assert pico.world.now_ms == 10


def test_autoreload_is_on_at_first():
    assert stand_in("supervisor").runtime.autoreload


@for_each("name", ["remount", "disable_usb_drive", "enable_usb_drive"])
def test_who_may_write_to_the_drive_is_decided_while_booting(name):
    pico = pico_of(matrix_layout())
    decide = getattr(stand_in("storage"), name)
    arguments = ("/",) if name == "remount" else ()
    decide(*arguments)
    pico.booting = False
    with pytest.raises(RuntimeError):
        decide(*arguments)


def test_the_flash_has_4096_erased_bytes():
    pico_of(matrix_layout())
    nvm = stand_in("microcontroller").nvm
    assert len(nvm) == 4096
    assert set(nvm[0:4096]) == {0xFF}


def test_writing_into_erased_bytes_programs_them_in_place():
    nvm = Nvm()
    nvm[10:13] = b"abc"
    nvm[20] = 7
    assert (nvm.erases, bytes(nvm[9:14]), nvm[20]) == (0, b"\xffabc\xff", 7)


def test_any_other_write_erases_everything_first():
    pico = pico_of(matrix_layout())
    nvm = stand_in("microcontroller").nvm
    nvm[0:3] = b"abc"
    before = pico.world.now_ms
    nvm[2:4] = b"CD"
    assert (pico.nvm.erases, bytes(nvm[0:5])) == (1, b"abCD\xff")
    pico.ticks()
    assert pico.world.now_ms - before >= 45, "an erase takes its time"


def test_a_slice_takes_as_many_bytes_as_it_is_long():
    nvm = Nvm()
    with pytest.raises(ValueError, match="different lengths"):
        nvm[0:3] = b"ab"
    with pytest.raises(IndexError):
        nvm[4096] = 1


CUTS = [
    # bytes programmed before the power fails, what is there afterwards
    (0, b"\x6f\xff\xff\xff"),
    (1, b"a\x6f\xff\xff"),
    (2, b"ab\x6f\xff"),
]


@pytest.mark.parametrize(("after", "left"), CUTS)
def test_a_power_cut_leaves_a_record_half_written(after, left, tmp_path):
    nvm = Nvm(tmp_path / "flash")
    nvm.cut_after = after
    with pytest.raises(PowerCut):
        nvm[0:3] = b"abc"
    assert bytes(Nvm(tmp_path / "flash")[0:4]) == left


def test_the_file_of_the_flash_is_replaced_as_a_whole(tmp_path, monkeypatch):
    path = tmp_path / "flash"
    nvm = Nvm(path)
    nvm[0:3] = b"abc"

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        nvm[3:6] = b"def"
    kept = path.read_bytes()
    assert len(kept) == len(nvm), "a program that is killed while it writes leaves a whole file"
    assert kept[:6] == b"abc\xff\xff\xff"


def test_a_power_cut_during_an_erase_loses_everything_not_yet_written_again():
    nvm = Nvm()
    nvm[0:6] = b"abcdef"
    nvm.cut_after = 2
    with pytest.raises(PowerCut):
        nvm[5] = 0x31
    assert bytes(nvm[0:6]) == b"ab\x6f\xff\xff\xff"


# The real libraries above the stand-ins run in the process: see test_sim_process.py
