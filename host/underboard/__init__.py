"""Underboard on the computer: referee, records, simulator and the command line."""

from importlib import metadata

__version__ = metadata.version("underboard")
