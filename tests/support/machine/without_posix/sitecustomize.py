"""Take from this interpreter what Windows lacks, as far as our own modules see it.

Python loads this module by its name from PYTHONPATH, in programs and in those that they start.
Libraries keep their own imports: on Windows they choose others by ``sys.platform``.
"""

import builtins
import os
import select
import signal
import socket

OURS = ("underboard", "boardcore", "boardio")
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}
NAMES = (
    (os, "fork forkpty getpgid getpgrp killpg mkfifo openpty posix_fadvise setsid ttyname "
         "O_NOFOLLOW O_DIRECTORY"),
    (select, "poll epoll"),
    (signal, "SIGALRM SIGCHLD SIGCONT SIGHUP SIGPIPE SIGQUIT SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH"),
    (socket, "recv_fds send_fds"),
)  # fmt: skip

_import = builtins.__import__


def import_for(name, globals=None, locals=None, fromlist=(), level=0):
    """Import as Python does, but for modules of POSIX that one of ours asks for."""
    spec = (globals or {}).get("__spec__")
    who = getattr(spec, "name", None) or (globals or {}).get("__name__") or ""
    if level == 0 and name in MODULES and who.split(".")[0] in OURS:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = import_for
for module, names in NAMES:
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
