"""Sockets on the hub, cables, and two buttons with a light in each pod.

Poles of every socket: 1 5 V, 2 GND, 3 data in, 4 GND, 5 step, 6 GND, 7 lock, 8 data out.
"""

from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.model import Circuit

GROUNDS = (2, 4, 6)


def pods(circuit: Circuit, plan: BuildPlan) -> None:
    """Add all pods of a hub, then the weather lights behind the last one."""
    channels = {sensor.cell: sensor.channel for sensor in plan.sensors}
    lights = {cell: pixel.number for pixel in plan.pixels for cell in pixel.cells}
    before = "R1:2"
    count = len(plan.sensors) // 2
    for pod in range(1, count + 1):
        hub = circuit.add(f"J{pod}", "RJ45 socket, hub", f"pod {pod}")
        cable = circuit.add(f"K{pod}", "patch cable", "straight", ready=True)
        far = circuit.add(f"X{pod}", "RJ45 socket, pod", f"in pod {pod}")
        pixel = circuit.add(f"P{lights[f'p{pod}']}", "WS2812B", f"light of pod {pod}")
        near = circuit.add(f"CP{pod}", "100 nF", "across the pixel's supply, in the pod")
        series = circuit.add(f"RD{pod}", "330 Ω", "before the pixel, in the pod")
        circuit.join(
            f"pod data {pod - 1}",
            before,
            f"{hub}:3",
            f"{cable}:3",
            f"{far}:3",
            f"{series}:1",
            carries=f"pixels' data to pod {pod}",
        )
        circuit.join(f"pixel {lights[f'p{pod}']} in", f"{series}:2", f"{pixel}:DIN")
        before = f"{pixel}:DOUT"
        circuit.join(
            f"pod data {pod}",
            before,
            f"{far}:8",
            f"{cable}:8",
            f"{hub}:8",
            carries="pixels' data back to the hub and on",
        )
        circuit.join("5 V fused", f"{hub}:1")
        circuit.join(
            "5 V fused", f"{cable}:1", f"{far}:1", f"{pixel}:5V", f"{near}:1", after=f"{hub}:1"
        )
        for pole in GROUNDS:
            circuit.join("GND", f"{hub}:{pole}")
            circuit.join("GND", f"{cable}:{pole}", f"{far}:{pole}", after=f"{hub}:{pole}")
        circuit.join("GND", f"{pixel}:GND", f"{near}:2", after=f"{far}:2")
        for pole, name, cell, ground in ((5, "step", f"s{pod}", 4), (7, "lock", f"l{pod}", 6)):
            channel = channels[cell]
            button = circuit.add(f"S{channel + 1}", "push-button", f"{name} of pod {pod}")
            damp = circuit.add(f"RS{channel + 1}", "1 kΩ", "the cable is an antenna")
            quiet = circuit.add(f"CS{channel + 1}", "10 nF", "the cable is an antenna")
            circuit.join(
                f"pod {pod} {name}",
                f"{damp}:1",
                f"{hub}:{pole}",
                f"{cable}:{pole}",
                f"{far}:{pole}",
                f"{button}:1",
                carries=f"{name} of pod {pod}",
            )
            circuit.join("GND", f"{button}:2", after=f"{far}:{ground}")
            circuit.join(f"switch {channel}", f"{damp}:2", f"{quiet}:1")
            circuit.join("GND", f"{quiet}:2")
        before = f"{hub}:8"
    _weather(circuit, plan, f"pod data {count}")


def _weather(circuit: Circuit, plan: BuildPlan, net: str) -> None:
    for pixel in (p for p in plan.pixels if p.cells[0].startswith("w")):
        light = circuit.add(f"P{pixel.number}", "WS2812B", f"weather {pixel.cells[0]}")
        circuit.join(net, f"{light}:DIN")
        net = f"pixel {pixel.number + 1} in"
        if pixel.number + 1 < len(plan.pixels):
            circuit.join(net, f"{light}:DOUT", carries="pixels' data, 5 V")
        circuit.join("5 V fused", f"{light}:5V")
        circuit.join("GND", f"{light}:GND")
