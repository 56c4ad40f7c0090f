"""Port (the driver over the stand-in for usb_cdc; it never waits)."""

from boardio.port import NO_PORT, Port
from support.machine.stand_ins import matrix_layout, pico_of, stand_in
from underboard.sim.faults import Faults


def open_port(connected=True):
    pico = pico_of(matrix_layout(), Faults(bounce_ms=0))
    usb_cdc = stand_in("usb_cdc")
    usb_cdc.enable(data=True)
    pico.cable.connected = connected
    return pico, Port(usb_cdc.data)


def test_bytes_go_both_ways():
    pico, port = open_port()
    assert port.write(b"..hello..", 2, 7) == 5
    pico.cable.typed += b"abc"
    pico.data.pump()
    assert bytes(pico.cable.sent) == b"hello"
    buffer = bytearray(2)
    assert (port.read_into(buffer), bytes(buffer)) == (2, b"ab")
    assert (port.read_into(buffer), buffer[:1]) == (1, b"c")
    assert port.read_into(buffer) == 0


def test_a_host_that_does_not_read_never_stops_the_board():
    pico, port = open_port()
    pico.cable.reads = 0
    began = pico.world.now_ms
    line = bytes(100)
    assert [port.write(line, 0, 100) for _ in range(5)] == [100, 100, 100, 20, 0]
    assert port.read_into(bytearray(10)) == 0
    assert pico.world.now_ms == began


def test_after_the_host_reads_again_the_rest_goes_out():
    pico, port = open_port()
    pico.cable.reads = 0
    line = bytes(range(200)) * 2
    start = port.write(line, 0, 400)
    assert start == 320
    pico.cable.reads = None
    pico.data.pump()
    assert port.write(line, start, 400) == 80
    pico.data.pump()
    assert bytes(pico.cable.sent) == line


def test_without_boot_py_it_says_so_once_and_plays_on():
    said = []
    port = Port(None, said.append)
    assert port.read_into(bytearray(5)) == 0
    assert port.write(b"abc", 0, 3) == 3
    assert said == [NO_PORT]
    assert "copy boot.py to the board, then press reset" in NO_PORT
