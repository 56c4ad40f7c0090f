"""Hall faults (what is injected into boards with Hall sensors, and what the doctor says)."""

BOARDS = [
    # what is injected, (key of the finding, what its line says at Pylos) of each fault
    (["open_wire=7:0", "dark=3", "swapped=3:4", "dead=12:0"],
     [("halls.dead", "Sensor 7 at b4 reads an end of its range"),
      ("halls.stuck", "Sensor 12 at d1 has a noise of only"),
      ("pixels.dark", "Light 3 stays dark"),
      ("halls.swapped", "Sensors 3 at a4 and 4 at b1 are swapped")]),
    (["stuck_open=7", "drifted=12:12"],
     [("halls.dead", "Sensor 7 at b4 reads an end of its range")]),
    (["stuck_closed=7"], [("halls.dead", "Sensor 7 at b4 reads an end of its range")]),
    (["drifted=7:25"], [("halls.range", "Sensor 7 at b4 reads 22.0 mT, more than it can")]),
    (["crosstalk=0.02"],
     [("halls.crosstalk", "of each reading stays in the next one")]),
]  # fmt: skip
