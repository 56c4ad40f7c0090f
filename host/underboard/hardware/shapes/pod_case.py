"""Case and lid of one pod, from the same dimensions as its printed circuit."""

from underboard.hardware import pod_figures as pod
from underboard.hardware.shapes.scad import Shape, Solid, at, block, minus, pin, plus, tip


def solids() -> list[Solid]:
    """Return the case and the lid of one pod."""
    return [_case(), _lid()]


def _case() -> Solid:
    size, wall = pod.case(), pod.WALL
    inside = at(wall, wall, pod.FLOOR,
                block(size.wide - 2 * wall, size.deep - 2 * wall, size.high))  # fmt: skip
    left, low, right, high = pod.window()
    window = at(left, -1, low, block(right - left, wall + 2, high - low))
    posts = [at(*pod.in_case(spot), pod.FLOOR - 1, pin(pod.POST_WIDE, pod.POST + 1))
             for spot in pod.SCREWS]  # fmt: skip
    holes = [at(*pod.in_case(spot), pod.FLOOR - 0.8, pin(pod.POST_HOLE, pod.POST + 2))
             for spot in pod.SCREWS]  # fmt: skip
    shell = minus([block(*size)], [inside, window])
    body = minus([shell, *posts], holes)
    return Solid("case", "case of one pod, open above: the circuit on four posts", body, size, wall)


def _lid() -> Solid:
    """Return the lid upside down, as it is printed: its plate below, tube and ledge above."""
    size, wall, play = pod.case(), pod.WALL, pod.PLAY
    deep = 2.0
    wide_in, deep_in = size.wide - 2 * (wall + play), size.deep - 2 * (wall + play)
    inset = wall + play
    ledge = minus(
        [at(inset, inset, pod.LID - 0.5, block(wide_in, deep_in, deep + 0.5))],
        [at(inset + 1.6, inset + 1.6, 0, block(wide_in - 3.2, deep_in - 3.2, 9))],
    )
    x, y = _over(pod.in_case(pod.LIGHT))
    tube = size.high - pod.board_top() - pod.PIXEL_HIGH - pod.TUBE_GAP
    holes = [at(x, y, -1, pin(pod.TUBE[0], tube + 9))]
    for spot in pod.buttons().values():
        holes.append(at(*_over(spot), -1, pin(pod.BUTTON.wide, 9)))
    nuts = [
        at(*_over(spot), pod.LID, pin(pod.BUTTON.deep + 1, 9)) for spot in pod.buttons().values()
    ]
    body = minus(
        [
            block(size.wide, size.deep, pod.LID),
            minus([ledge], nuts),
            at(x, y, pod.LID - 0.5, pin(pod.TUBE[1], tube + 0.5)),
        ],
        holes,
    )
    return Solid(
        "lid",
        "lid of one pod, printed upside down in white: light, step, lock",
        body,
        (size.wide, size.deep, pod.LID + tube),
        (pod.TUBE[1] - pod.TUBE[0]) / 2,
    )


def _over(spot: pod.Spot) -> pod.Spot:
    """Return where a place lies on a lid that is turned over its long side."""
    return spot[0], pod.case().deep - spot[1]


def circuit() -> Shape:
    """Return the pod's circuit in its case as plain solids: board, socket, pixel."""
    wide, deep = pod.CIRCUIT
    x, y = pod.in_case((0, deep))
    top = pod.board_top()
    socket_x, _ = pod.in_case(pod.SOCKET)
    light = pod.in_case(pod.LIGHT)
    board = minus(
        [at(x, y, top - pod.THICK, block(wide, deep, pod.THICK))],
        [at(*pod.in_case(spot), 0, pin(3.2, 99)) for spot in pod.SCREWS],
    )
    return plus([
        board,
        at(socket_x - pod.RJ45.wide / 2, y, top, block(*pod.RJ45)),
        at(light[0] - 2.5, light[1] - 2.5, top, block(5, 5, pod.PIXEL_HIGH)),
    ])  # fmt: skip


def lid_in_place() -> Shape:
    """Return the lid as it lies on the case."""
    size = pod.case()
    return at(0, size.deep, size.high + pod.LID, tip(180, _lid().body))


def buttons() -> Shape:
    """Return what of both buttons is below the lid."""
    size = pod.case()
    return plus([at(*spot, size.high - pod.BUTTON.high, pin(pod.BUTTON.deep, pod.BUTTON.high))
                 for spot in pod.buttons().values()])  # fmt: skip
