"""The host inside a browser tab, under Pyodide: no process, no thread, no server."""
