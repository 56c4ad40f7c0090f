"""Nets of a circuit, read back from its table of wires and from its diagram."""

import csv
import io
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def united(groups):
    """Return pins as sets, each of which is one net: groups that share a member are one."""
    parent = {}

    def root(pin):
        while parent.setdefault(pin, pin) != pin:
            pin = parent[pin]
        return pin

    for group in groups:
        for pin in group:
            parent[root(pin)] = root(group[0])
    sets = {}
    for pin in parent:
        sets.setdefault(root(pin), set()).add(pin)
    return sets.values()


def of_table(made):
    """Return the nets of wiring.csv, by following its wires from end to end."""
    rows = csv.DictReader(io.StringIO(made["wiring.csv"].decode()))
    groups = []
    for row in rows:
        ends = []
        for end in ("start", "end"):
            ref = row[end].split()[0] if row[f"{end} pin"] else row[end]
            ends.append(f"{ref}:{row[f'{end} pin']}" if row[f"{end} pin"] else f"rail {ref}")
        groups.append(ends)
    return groups


def of_diagram(made):
    """Return the nets of wiring.svg: equal flags are one wire, and so are lines between pins."""
    groups = []
    for element in ET.fromstring(made["wiring.svg"]).iter():
        pins = element.get("data-pins")
        if pins:
            net = element.get("data-net")
            if element.tag == f"{SVG}text":
                assert element.text == net
                groups.append([f"net {net}", *pins.split(";")])
            elif element.get("class") == "ground":
                assert net == "GND"
                groups.append([f"net {net}", *pins.split(";")])  # the sign for ground
            else:
                groups.append(pins.split(";"))
    return groups


def pins_of(groups):
    """Return the nets of these groups, as sorted lists of pins."""
    found = (
        {p for p in net if not p.startswith(("net ", "rail ", "row ", "column "))}
        for net in united(groups)
    )
    return sorted(sorted(net) for net in found if net)
