"""Recognizer of Pylos on load cells."""

from boardcore.pylos.levels import Recognizer as Recognizer
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight

MAX_CHI2 = 200.0
"""Largest chi^2 of an explanation, a ratio; beyond it something else lies there; chosen."""


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out which balls stand."""
    return Explainer(Weight(scale, rest, moments, MAX_CHI2), PylosModel(scale.cells), 0)
