"""The link (a serial port as messages, and one sentence for whatever is wrong with it)."""

import os
import socket

import pytest
import serial

from boardcore.link.wire import decode, encode
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.sim.wire.transport import HAS_PTY, PtyTransport, SocketTransport

needs_pty = pytest.mark.skipif(not HAS_PTY, reason="this system has no pseudo-terminals")
CABLES = [
    pytest.param(
        PtyTransport, marks=needs_pty, id="pty"
    ),  # pyserial sleeps a while when it closes a socket.
    pytest.param(SocketTransport, marks=pytest.mark.slow, id="socket"),
]
HELLO = encode("hello", 0, ("1.0", "f", "b0", "pylos-reed16", "pylos", 1, "power-on"))


@pytest.fixture(params=CABLES)
def cable(request):
    cable = request.param()
    yield cable
    cable.close()


def read(cable, count):
    data = b""
    for _ in range(10000):
        data += cable.read(count - len(data))
        if len(data) >= count:
            return data
    raise AssertionError(f"{data!r}: expected {count} bytes")


def use(link):
    for _ in range(100):
        link.poll(0.01)
        link.send("bye")


def meet(cable):
    """Open the cable's port; return the link, the empty line that begins it is read."""
    link = SerialLink(cable.url)
    assert read(cable, 1) == b"\n"
    return link


def test_lines_become_messages_and_back(cable):
    link = meet(cable)
    link.send("have", "12345678", 3, "0badcafe")
    line = encode("have", 0, ("12345678", 3, "0badcafe"))
    assert read(cable, len(line)) == line
    cable.write(HELLO[:20])
    assert link.poll(0.001) == []
    cable.write(HELLO[20:])
    (message,) = link.poll(1)
    assert message.kind == "hello"
    assert message.fields[2] == "b0"
    link.close()


def test_lines_are_counted_by_their_sender(cable):
    link = meet(cable)
    for number in range(3):
        link.send("bye")
        line = encode("bye", number, ())
        assert decode(read(cable, len(line))[:-1]).seq == number
    link.close()


def test_noise_is_counted_and_never_raised(cable):
    link = meet(cable)
    cable.write(HELLO + b"\x00\xffnoise\n" + HELLO)
    heard: list[str] = []
    while len(heard) < 2:
        heard += [message.kind for message in link.poll(1)]
    assert heard == ["hello"] * 2
    assert link.damaged == 1
    link.close()


def test_a_transcript_holds_every_byte_and_its_direction(cable):
    heard = []
    link = SerialLink(cable.url, lambda direction, data: heard.append((direction, data)))
    read(cable, 1)
    link.send("bye")
    cable.write(HELLO)
    while not link.poll(1):
        pass
    link.close()
    assert heard[:2] == [(">", b"\n"), (">", encode("bye", 0, ()))]
    assert b"".join(data for direction, data in heard if direction == "<") == HELLO


def test_a_cable_that_is_pulled_is_said_from_any_method(cable):
    link = meet(cable)
    cable.unplug()
    with pytest.raises(LinkClosed, match="gone"):
        use(link)
    with pytest.raises(LinkClosed):
        link.send("bye")
    link.close()


@needs_pty
def test_a_port_that_is_open_already_is_busy():
    cable = PtyTransport()
    link = meet(cable)
    with pytest.raises(LinkClosed, match=f"port {cable.url} is busy: another program"):
        SerialLink(cable.url)
    link.send("bye")
    assert decode(read(cable, len(encode("bye", 0, ())))[:-1]).kind == "bye"
    link.close()
    meet(cable).close()
    cable.close()


@needs_pty
def test_a_board_that_takes_nothing_holds_up_nobody(monkeypatch):
    monkeypatch.setattr("underboard.device.serial_port.WRITE_S", 0.001)
    cable = PtyTransport()
    link = meet(cable)
    for _ in range(300):
        link.send("have", "12345678", 3, "0badcafe")
    assert link.poll(0) == []
    link.close()
    cable.close()


def test_no_such_port_is_said():
    with pytest.raises(LinkClosed, match="no port /dev/there-is-none: plug the board in"):
        SerialLink("/dev/there-is-none")


def test_what_is_no_port_is_said(tmp_path):
    with pytest.raises(LinkClosed, match="cannot be opened"):
        SerialLink(str(tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkClosed):
        SerialLink(str(tmp_path / "file"))
    if os.path.exists("/dev/null"):
        with pytest.raises(LinkClosed, match="opened as a serial port: inappropriate ioctl"):
            SerialLink("/dev/null")


def test_an_unknown_kind_of_url_is_said():
    with pytest.raises(LinkClosed, match="'nonsense://x' is not a port"):
        SerialLink("nonsense://x")
    with pytest.raises(LinkClosed, match="socket://x"):
        SerialLink("socket://x")


def test_a_socket_where_nobody_listens_is_said():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        with pytest.raises(LinkClosed, match=r"cannot be opened as a serial port: .*refused"):
            SerialLink(f"socket://127.0.0.1:{port}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may open all")
def test_a_port_that_is_not_permitted_is_said(tmp_path):
    path = tmp_path / "port"
    path.write_text("")
    path.chmod(0)
    with pytest.raises(LinkClosed, match="may not be opened by you"):
        SerialLink(str(path))


WHY = [
    (13, "Permission denied", "may not be opened by you: join its group"),
    (16, "Device or resource busy", "is busy: another program has it open"),
    (2, "No such file or directory", "no port COM9"),
    (None, "could not open port 'COM9': PermissionError(13, 'Access is denied.', None, 5)",
     "is busy"),
    (None, "could not open port 'COM9': FileNotFoundError(2, 'cannot find it', None, 2)",
     "no port COM9"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "text", "said"), WHY)
def test_what_each_system_says_becomes_one_sentence(monkeypatch, number, text, said):
    error = serial.SerialException(text) if number is None else serial.SerialException(number, text)

    class Broken:
        exclusive = False

        def open(self):
            raise error

    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: Broken())
    with pytest.raises(LinkClosed, match=said):
        SerialLink("COM9")
