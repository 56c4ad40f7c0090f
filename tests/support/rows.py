"""Rows (a test for each row of a table, or one test for all of them)."""

import inspect

import pytest


def rows(table, *names):
    """Mark a test that gets the columns behind the first one, by these names."""
    columns = [row[1:] for row in table]
    return pytest.mark.parametrize(names, columns, ids=[row[0] for row in table])


def each_row(table, *names):
    """Have one test try all rows of a table that ``rows`` would take."""
    return for_each(names, [row[1:] if len(names) > 1 else row[1] for row in table])


def for_each(names, table):
    """Have one test try all rows, and tell each that fails.

    Arguments are those of ``parametrize``.  Where a row takes less than what pytest does around a
    test, a thousand rows cost a thousand times that, and all workers gather them.  Fixtures are
    shared by all rows.
    """
    names = [names] if isinstance(names, str) else names

    def over(test):
        def tried(**fixtures):
            failed, first = [], None
            for row in table:
                given = zip(names, row if len(names) > 1 else [row], strict=True)
                try:
                    test(**fixtures, **dict(given))
                except (Exception, pytest.fail.Exception) as error:
                    first = first or error
                    failed.append(f"{row!r:.200}: {error!r}")
            if failed:
                raise AssertionError("\n\n".join(failed)) from first

        wanted = inspect.signature(test).parameters.values()
        tried.__dict__.update(vars(test))  # its marks
        tried.__signature__ = inspect.Signature([one for one in wanted if one.name not in names])
        tried.__name__, tried.__doc__ = test.__name__, test.__doc__
        return tried

    return over
