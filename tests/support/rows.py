"""Rows (a test for each row of a table whose first column is the row's name)."""

import pytest


def rows(table, *names):
    """Mark a test that gets the columns behind the first one, by these names."""
    columns = [row[1:] for row in table]
    return pytest.mark.parametrize(names, columns, ids=[row[0] for row in table])
