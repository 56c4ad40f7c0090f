"""Bill of materials: what to buy for one board, and what may stand in for it."""

from typing import NamedTuple

from underboard.hardware.plan import BUTTON, FLAT, Plan


class Part(NamedTuple):
    """One line of the list."""

    part: str
    type: str
    value: str
    quantity: int
    purpose: str
    alternatives: str


def _spare(count: int) -> int:
    return count + -(-count // 10)


def bom(plan: Plan) -> list[Part]:
    """Return the parts of one board, spares of the smallest included."""
    return [*_core(plan), *_light(plan), *SENSORS[plan.part](plan), *_scanner(plan), *_rest(plan)]


def _core(plan: Plan) -> list[Part]:
    return [
        Part(
            "microcontroller", "Raspberry Pi Pico H", "SC0917, RP2040", 1, "the board's computer",
            "Pico 2 with headers (same pins); the ones without headers, soldered by yourself",
        ),
        Part(
            "USB cable", "USB-A to Micro-B with data lines", "1.5 m", 1, "power and the wire",
            "any that can carry data: those for charging only show no port",
        ),
        Part(
            "F1", "resettable fuse (polyfuse), e.g. Littelfuse RXEF050", "0.5 A hold", 1,
            "between USB and the pixels", "RUEF050 or another of 0.5 A",
        ),
    ]  # fmt: skip


def _light(plan: Plan) -> list[Part]:
    count = len(plan.pixels)
    apart = plan.piece == BUTTON
    return [
        Part(
            "pixels", "WS2812B on a round board of 10 mm", "5 V, order GRB", _spare(count),
            f"{count} lights, the rest spare",
            "SK6812 RGB; WS2813 on pods (a dead one lets the data pass); not WS2811 at 12 V, "
            "not RGBW",
        ),
        Part(
            "U1", "74AHCT125N, DIP-14", "at 5 V", 1, "lifts the pixels' data from 3.3 V to 5 V",
            "74HCT125N; 74AHCT1G125",
        ),
        Part("R1", "resistor", "330 Ω, 0.25 W", 1 + (12 if apart else 0),
             "in series with the pixels' data", "220 to 470 Ω"),
        Part("C1", "electrolytic capacitor", "1000 µF, 10 V", 1,
             "across the pixels' 5 V, where the chain begins", "470 µF or more"),
        Part("C2", "ceramic capacitor", "100 nF, X7R", 2 + plan.chips,
             "across the supply of each chip, close to it", "any of 50 to 220 nF"),
    ]  # fmt: skip


def _reed(plan: Plan) -> list[Part]:
    count = len(plan.sensors) * len(plan.build["sensor"]["axes"])
    return [
        Part(
            f"S1 to S{len(plan.sensors)}", "Littelfuse MDSR-10-15-20", "normally open, 15-20 AT",
            _spare(count), f"{count} reed switches, glass 10 mm",
            "Standex ORD213 15-20 AT; another glass length changes the figures",
        )
    ]  # fmt: skip


def _hall_switch(plan: Plan) -> list[Part]:
    count = len(plan.sensors)
    return [
        Part(f"S1 to S{count}", "DRV5032FALPG, TO-92", "omnipolar, 4.8 mT at most", _spare(count),
             f"{count} switches for magnets that stand upright", "")
    ]  # fmt: skip


def _linear_hall(plan: Plan) -> list[Part]:
    count = len(plan.sensors)
    return [
        Part(f"S1 to S{count}", "DRV5055A1QLPG, TO-92", "60 mV/mT at 3.3 V", _spare(count),
             f"{count} linear Hall sensors", "DRV5055A2 (twice the noise); SS49E (six times)"),
    ]  # fmt: skip


def _push(plan: Plan) -> list[Part]:
    count = len(plan.sensors)
    return [
        Part(f"S1 to S{count}", "push-button, 12 mm, normally open", "panel or PCB", _spare(count),
             f"{count} buttons", "arcade buttons of 24 mm; any that can be told apart by touch")
    ]  # fmt: skip


SENSORS = {
    "reed": _reed,
    "hall-switch": _hall_switch,
    "linear-hall": _linear_hall,
    "push-button": _push,
}


def _scanner(plan: Plan) -> list[Part]:
    count = len(plan.sensors)
    if plan.kind == "matrix":
        return [
            Part(f"D1 to D{count}", "1N4148, DO-35", "", _spare(count),
                 "one for each switch, so that three pieces never show a fourth",
                 "BAT85 (lower drop); 1N4007 works and is bulky")
        ]  # fmt: skip
    if plan.kind == "shift":
        return [
            Part(f"U2 to U{plan.chips + 1}", "74HC165N, DIP-16", "at 3.3 V", plan.chips,
                 "eight switches each", "SN74HC165; not 74LS165, which wants 5 V"),
            Part("RN", "resistor network, 8 × 10 kΩ, bussed, SIP-9", "10 kΩ", plan.chips,
                 "pull-ups of the switches", "eight single resistors of 4.7 to 22 kΩ"),
        ]  # fmt: skip
    groups = len(plan.data["scanner"].get("power", ()))
    parts = [
        Part(f"U3 to U{plan.chips + 2}", "74HC4067 on a breakout", "at 3.3 V", plan.chips,
             "sixteen analog sensors each", "CD74HC4067 in DIP-24"),
        Part("U2", "LD1117V33, TO-220", "3.3 V, 800 mA", 1,
             "the sensors' own 3.3 V, and the ADC's measure", "AP2112K-3.3; MCP1826S-3302"),
    ]  # fmt: skip
    if groups:
        parts.append(Part(f"Q1 to Q{groups}", "P-channel MOSFET, AO3401A", "", groups,
                          "switches a group of sensors on", "NDP6020P"))  # fmt: skip
    return parts


def _rest(plan: Plan) -> list[Part]:
    parts = []
    buttons = len(plan.data["buttons"]["names"])
    if buttons:
        parts.append(
            Part("buttons", "push-button, 16 mm, normally open", "panel", buttons,
                 ", ".join(plan.data["buttons"]["names"]), "any, 12 mm and more")
        )  # fmt: skip
    if plan.magnet:
        each = plan.build.get("magnets_per_piece", 1)
        where = "upright in each ring" if plan.piece == FLAT else "in the middle of each ball"
        kinds = plan.discs or [plan.magnet]
        pieces = plan.pieces // len(kinds)
        for disc in kinds:
            parts.append(
                Part("magnets", f"neodymium {disc.text}", f"{disc.moment:.3f} A m²",
                     _spare(pieces * each), f"{each} {where}, {pieces} pieces",
                     "same size and grade only: the figures hang on them")
            )  # fmt: skip
    if plan.code:
        squares = len(plan.codes["squares"])
        each = len(plan.codes["spots"]) - 1
        parts.append(
            Part("code magnets", f"neodymium {plan.code.text}", f"{plan.code.moment:.3f} A m²",
                 _spare(squares * each), f"{each} in the corners of each of {squares} squares",
                 "same size and grade only: stronger ones turn balls")
        )  # fmt: skip
    parts.append(
        Part("wire", "stranded, 0.14 mm², six colours", "10 m each", 1, "signals",
             "ribbon cable")
    )  # fmt: skip
    parts.append(
        Part("supply wire", "stranded, 0.5 mm², red and black, twisted", "3 m", 1,
             "5 V and ground of the pixels", "")
    )  # fmt: skip
    if plan.piece == BUTTON:
        parts += _pods(len(plan.sensors) // 2)
    return parts


def _pods(count: int) -> list[Part]:
    """Return what pods on cables need besides: two buttons and a light each, one hub."""
    inputs = 2 * count
    return [
        Part(f"J1 to J{count}", "RJ45 socket on a breakout", "8 poles", 2 * count,
             "one in each pod, one for it on the hub",
             "pin headers and ribbon cable for pods that stay"),
        Part("cables", "patch cable Cat 5e, straight", "1 m", count, "hub to pod",
             "up to 2 m; longer ones were not computed"),
        Part("bridge plugs", "RJ45 plug, poles 3 and 8 joined", "", max(count - 3, 0),
             "in the socket of every pod that is not there", "a switch beside each socket"),
        Part("RS", "resistor", "1 kΩ, 0.25 W", inputs,
             "in series with each button's input, on the hub", "470 Ω to 2.2 kΩ"),
        Part("CS", "ceramic capacitor", "10 nF", inputs,
             "from each button's input to ground, on the hub", "4.7 to 22 nF"),
    ]  # fmt: skip
