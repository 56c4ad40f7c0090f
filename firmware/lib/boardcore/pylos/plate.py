"""Recognizer of Pylos on load cells."""

from boardcore.pylos.levels import Recognizer as Recognizer
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out which balls stand."""
    return Explainer(Weight(scale, rest, moments), PylosModel(scale.cells), 0)
