"""Writes the static folder of a browser tab: page, worker, Pyodide, host and what it needs."""
