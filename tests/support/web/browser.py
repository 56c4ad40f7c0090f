"""Browser (where a real Chromium is, and what it is started with)."""

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""None where there is none."""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process draws all pages: each of its own takes a third of a second to begin.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
]
