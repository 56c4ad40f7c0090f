"""Tests of the page that ``underboard serve`` passes, on the page that has no server.

They are the very same functions; ``served.url`` is the folder's address here.
"""

from types import SimpleNamespace

import pytest

from web.conftest import visit as visit_of_server  # noqa: F401
from web.test_axe import (  # noqa: F401
    test_no_review_and_no_analysis_breaks_a_rule_of_axe,
    test_no_table_of_another_game_and_no_task_breaks_a_rule_of_axe,
    test_no_view_breaks_a_rule_of_axe,
)
from web.test_editor import (  # noqa: F401
    test_a_position_is_set_up_by_clicks_keys_and_text_and_played,
)
from web.test_ends import (  # noqa: F401
    test_a_clock_counts_down_rests_and_its_flag_ends_the_game,
    test_the_new_game_view_begins_with_a_clock,
)
from web.test_page import (  # noqa: F401
    test_a_phone_shows_everything_without_scrolling_sideways,
    test_a_typed_turn_that_is_refused_says_why_and_loses_nothing,
    test_everything_is_done_by_keys_alone,
    test_hints_come_in_three_stages,
    test_the_language_changes_at_any_time,
    test_the_records_are_searched_replayed_exported_imported_and_deleted,
    test_turns_are_stepped_through_and_the_game_goes_on,
)
from web.test_page_ways import (  # noqa: F401
    test_a_position_is_shared_as_a_link_that_holds_it_and_as_a_picture,
    test_the_skip_link_leads_past_the_head_of_each_view,
)
from web.test_study import (  # noqa: F401
    test_a_lesson_and_a_puzzle_are_solved_by_clicks_and_the_game_goes_on,
)

pytestmark = pytest.mark.slow


STANDS = """async () => window.underboardMarks.host &&
    "game" in await (await fetch("/api/state")).json()"""


@pytest.fixture
def served(site):
    """What stands for a served table: the address of the folder."""
    return SimpleNamespace(url=f"{site}?board=sim:pylos-reed16")


@pytest.fixture
def visit(visit_of_server):  # noqa: F811
    """Return a function that opens a page and waits until its host is there."""

    def open_page(url, **more):
        page = visit_of_server(url, **more)
        page.until(STANDS)
        return page

    return open_page
