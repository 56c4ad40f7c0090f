"""Squares with holes on a ramp, and racks for the balls beside it, as builders see them."""

from underboard.hardware.shapes.of_game import Data, Furniture, Shapes, Spot


class GameShapes(Shapes):
    """A ramp of four steps."""

    in_squares = True
    own_board = "the ramp"
    grey = "grey: what a pixel shows"

    def low(self, data: Data) -> list[Spot]:
        """Return nothing: the wood under the squares is plain."""
        return []

    def furniture(self, data: Data, build: Data) -> list[Furniture]:
        """Return the slots of the ramp and the racks beside it."""
        found = []
        side, hollow = build["square_mm"], build["hollow_mm"]
        for number, place in enumerate(data["places"], 1):
            rack = place["cell"] in ("white", "black")
            wide, deep = (5 * hollow + 6, 2 * hollow + 6) if rack else (side, side)
            name = f"rack of {place['cell'].title()}" if rack else f"level {number}"
            x, y = place["x"], place["y"]
            found.append(Furniture(name, x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2))
        return found

    def min_distance(self, data: Data) -> float:
        """Return the distance of two slots: which hole of a square a ball lies in is all one."""
        return float(data["geometry"]["slot_mm"])
