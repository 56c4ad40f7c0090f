"""After an error of the firmware itself (red light, a note, and at most three restarts).

The note is one byte in the flash, beside those of ``safemode.py`` (``boardio.flash``).  A board
that people start anew begins to count anew, and so does one that has played for a while.
"""

from boardcore.ticks import ticks_diff
from boardio.flash import ERASED, FAULT, FAULT_AGAIN, MARKS
from boardio.start.fault import FaultReporter

RESTARTS = 3
"""Number of restarts in a row before the board waits for help; chosen."""
PLAYED_MS = 60000
"""Time of play, ms, after which a start counts as good; chosen."""
WATCHDOG_S = 8


def handle_crash(error, lights, red: int, hardware, begun_ms: int) -> None:
    """Report an error; then let the watchdog restart the board, or stay red for good."""
    microcontroller = hardware.microcontroller
    ticks_ms = hardware.supervisor.ticks_ms
    now_ms = ticks_ms()
    restarted = str(microcontroller.cpu.reset_reason).endswith("WATCHDOG")
    again = restarted and ticks_diff(now_ms, begun_ms) < PLAYED_MS
    left = max(RESTARTS + 1 - count_crash(microcontroller.nvm, again), 0)
    print_traceback(error)
    text = error_text(error)
    if left:
        text += "; restarting"
    complaint = FaultReporter(lights, hardware, "fault", text, red, left)
    dog = microcontroller.watchdog
    if left and dog is not None:
        if dog.mode is None:
            dog.timeout = WATCHDOG_S
            dog.mode = hardware.watchdog.WatchDogMode.RESET
        dog.feed()
    while True:
        now = ticks_ms()
        complaint.tick(now)
        if left == 0:
            if dog is not None and dog.mode is not None:
                dog.feed()
        elif ticks_diff(now, now_ms) > 2000 * WATCHDOG_S:
            microcontroller.reset()  # there is no watchdog


def count_crash(flash, again: bool) -> int:
    """Write down that there was an error; return how many there were in a row, this one too."""
    if flash is None:
        return RESTARTS + 1
    first = at = len(flash) - MARKS
    while at < len(flash) and flash[at] != ERASED:
        at += 1
    if at == len(flash):
        return RESTARTS + 1  # no room to count
    flash[at] = FAULT_AGAIN if again else FAULT
    faults, starts = 0, 0
    while at >= first and starts < 2 and flash[at] in (0, FAULT, FAULT_AGAIN):
        # A start writes a 0, unless it came to an end before.
        starts = starts + 1 if flash[at] == 0 else 0
        if flash[at] != 0:
            faults += 1
        if flash[at] == FAULT:
            break
        at -= 1
    return faults


def error_text(error) -> str:
    """Return what kind of error it was and where, in one line."""
    text = type(error).__name__
    if str(error):
        text += ": " + str(error)
    place = place_of(error)
    return text + " in " + place if place else text


def lines_of(error) -> list:
    """Return the whole of an error as CircuitPython tells it, nothing where it cannot be told."""
    try:
        import traceback

        return "".join(traceback.format_exception(error)).split("\n")
    except (ImportError, MemoryError, TypeError):
        return []


def place_of(error) -> str:
    """Return the file and line where an error arose, empty where Python does not tell."""
    for line in reversed(lines_of(error)):
        words = line.strip().split('"')
        if len(words) == 3 and words[0] == "File ":
            path = words[1].split("lib/")
            return path[len(path) - 1] + words[2].split(", in ")[0].replace(",", "")
    return ""


def print_traceback(error) -> None:
    """Print the whole of an error on the console."""
    for line in lines_of(error):
        if line:
            print(line)
