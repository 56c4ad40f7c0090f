"""The tests read English, whatever the language of the machine they run on."""

import os

# The command line speaks the locale's language; a test of French sets its own.
os.environ["LC_ALL"] = "C.UTF-8"
