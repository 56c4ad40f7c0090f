"""Failing (a database connection whose writes fail when a test says so, as on a full disk)."""

import sqlite3

FULL = "database or disk is full"


class Failing:
    """Passes statements on, until number ``first``; that one and those after it fail.

    ``count`` of them in all.  A statement that only reads fails neither on a full disk nor on
    a locked one: it is neither counted nor refused.
    """

    def __init__(self, base, first=-1, count=0, after=False):
        self.base = base
        self.first = first
        self.count = count
        self.after = after
        """The statement is done first, then fails: as when the disk had it all the same."""
        self.seen = 0
        self.failed = 0

    @property
    def in_transaction(self):
        return self.base.in_transaction

    def execute(self, statement, values=()):
        if statement.startswith(("SELECT", "PRAGMA", "ROLLBACK")):
            return self.base.execute(statement, values)
        at = self.seen
        self.seen += 1
        if self.first <= at < self.first + self.count:
            self.failed += 1
            if self.after:
                self.base.execute(statement, values)
            raise sqlite3.OperationalError(FULL)
        return self.base.execute(statement, values)

    def close(self):
        self.base.close()
