"""The static folder of a browser tab, and what goes into it."""
