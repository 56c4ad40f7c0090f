"""Presence (who is there by an open stream or by asking, and since when somebody is away)."""

from underboard.web.http.limits import Readers
from underboard.web.presence import POLLING_S, Presence


def test_whoever_has_a_stream_or_asks_is_there_and_then_away():
    now = [100.0]
    readers = Readers()
    presence = Presence(readers, lambda: now[0])
    assert presence.away_since("maya") is None
    with readers.entered("maya", "10.0.0.2", True):
        now[0] += 60
        assert presence.away_since("maya") is None
        assert presence.watching == 1
    now[0] += POLLING_S + 5
    assert presence.away_since("maya") == 160
    presence.asked("tablet")
    assert presence.away_since("maya", "tablet") is None
    now[0] += 20
    assert presence.away_since("maya", "tablet") == 175
