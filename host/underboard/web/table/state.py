"""State of the table as JSON, for the page and for programs.

The words are those of ``--json`` and of PROTOCOL.md; everything for people is in ``words``,
once per language.
"""

import time
from typing import TYPE_CHECKING

from boardcore.layout.layout import Layout
from boardcore.link.linkstate import READY
from boardcore.options import parse_options
from underboard.clocks.clock import Clock
from underboard.device import health_text
from underboard.device.board import Board
from underboard.game_state import GameState, rules_of
from underboard.jsontype import JsonObject
from underboard.records.mirror import Mirror
from underboard.referee.game_ui import tabletop_of
from underboard.referee.game_ui.base import before_last
from underboard.referee.turn_text import describe_turn
from underboard.texts import LANGUAGES, Texts
from underboard.web.table.choices import families_of, turn_shown
from underboard.web.table.lights import lights_of
from underboard.web.table.pieces import pieces_of
from underboard.web.table.position_text import trouble_told, words_of
from underboard.web.table.seats import HUMAN

if TYPE_CHECKING:
    from underboard.web.table.game_thread import GameThread

VERSION = 1
"""Version number of this JSON, chosen as it changes; a page or program of another version
reloads."""


class StateSerializer:
    """Makes states of one board; what only depends on the game is made once a turn."""

    def __init__(self) -> None:
        self._key = ""
        self._part: JsonObject = {}

    def state(
        self, board: Board, layout: Layout | None, busy: bool, simulated: bool = False
    ) -> JsonObject:
        """Return what stands, what may be played, what the board shows and says.

        ``busy``: simulated hands are at work, so what the board sees is not settled yet.
        """
        mirror = board.mirror
        assert mirror
        game, state, cues = mirror.game, board.state, board.cues
        there = board.linkstate == READY
        letters, tints = (cues.letters, cues.tints) if cues and there else ("", "")
        lights = lights_of(letters, tints, layout, game)
        asked = there and not busy and state is not None and state.verdict == "ambiguous"
        part = self._game_part(mirror)
        trouble = None if busy else state
        words = {
            lang: part["words"][lang]
            | {
                "trouble": trouble_told(game, trouble, there, Texts(lang)),
                "health": health_text.standing(
                    board.health if there else None,
                    layout.name if layout else "",
                    Texts(lang),
                    simulated,
                ),
            }
            for lang in LANGUAGES
        }
        return part | {
            "lights": lights,
            "board": {
                "there": there,
                "layout": layout.name if layout else "",
                "verdict": state.verdict if state else "settling",
                "rule": state.rule if state else "",
                "cells": list(state.cells) if state else [],
                "busy": busy,
            },
            "question": question_of(lights) if asked else None,
            "words": words,
        }

    def _game_part(self, mirror: Mirror) -> JsonObject:
        key = moment_of(mirror)
        if key != self._key:
            game = mirror.game
            self._key = key
            self._part = {
                "version": VERSION,
                "game": game_of(mirror),
                "pieces": pieces_of(game),
                "turns": mirror.turns,
                "last": last_of(game),
                "choices": families_of(game),
                "drawable": bool(tabletop_of(game.name).may_be_drawn(game)),
                "words": {lang: words_of(game, Texts(lang)) for lang in LANGUAGES},
            }
        return self._part


def told_of(room: "GameThread", maker: StateSerializer) -> JsonObject:
    """Return all that pages are told of a table: its board and game, and who does what there."""
    session = room.session
    simulated = session.simulated
    state = maker.state(room.board, room.layout, session.busy, simulated)
    seats, study = room.seats.as_data(), None
    if room.studying and room.leader:
        study = room.studying.as_data()
        seats |= {"who": [HUMAN, HUMAN], "names": ["", ""]}
    moment = state["game"]["moment"]
    clock = session.clocking.as_data()
    offered = session.endings.offered
    return state | {
        "seats": seats,
        "study": study,
        "simulated": simulated,
        "hands": session.hands.counts if session.hands else None,
        "trouble": room.trouble or room.board.paused,
        "hints": [
            {"sides": sorted(sides), "hint": hints.shown()}
            for sides, hints in room.hinted.items()
            if hints.knows(moment)
        ],
        "phrases": list(room.phrases),
        "record": 0 if room.studying else room.board.row,
        "request": room.consent.as_data(),
        "asked": room.consent.outcome,
        "hints_agreed": room.consent.hints_agreed,
        "clock": clock and clock | {"made_s": time.monotonic()},
        "training": session.training.as_data(),
        "offer": offered if offered >= 0 else None,
        "offer_until_s": room.consent.offer_until_s,
    }


def as_seen(state: JsonObject, sides: frozenset[int]) -> JsonObject:
    """Return a state as the player of ``sides`` sees it: a hint is its asker's alone."""
    state = as_of_now(state)
    hints = state.get("hints") or []
    mine = [one["hint"] for one in hints if sides & set(one["sides"])]
    shown = {key: value for key, value in state.items() if key != "hints"}
    return shown | {"hint": mine[0] if mine else None} if state else state


def as_of_now(state: JsonObject) -> JsonObject:
    """Return a state with its clock, and the time to answer, as they stand now."""
    request = state.get("request")
    if request:
        left_s = max(request["until_s"] - time.monotonic(), 0)
        rest = {key: value for key, value in request.items() if key != "until_s"}
        state = state | {"request": rest | {"left_ms": int(1000 * left_s)}}
    until_s = state.get("offer_until_s")
    offer_left_ms = None if until_s is None else int(1000 * max(until_s - time.monotonic(), 0))
    rest = {key: value for key, value in state.items() if key != "offer_until_s"}
    state = rest | {"offer_left_ms": offer_left_ms}
    if any(state.get("phrases") or ()):
        now = time.monotonic()
        said = [
            one and one | {"age_ms": int(1000 * (now - one["at_s"]))} for one in state["phrases"]
        ]
        state = state | {"phrases": said}
    network = state.get("network")
    if network and any(network.get("away_since", ())):
        now = time.monotonic()
        away = [at and int(1000 * (now - at)) for at in network["away_since"]]
        rest = {key: value for key, value in network.items() if key != "away_since"}
        state = state | {"network": rest | {"away_ms": away}}
    clock = state.get("clock")
    if not clock:
        return state
    made_ms = int(1000 * clock["made_s"])
    left = Clock.of_data(clock, made_ms).left(int(1000 * time.monotonic()))
    rest = {key: value for key, value in clock.items() if key != "made_s"}
    return state | {"clock": rest | {"left_ms": list(left)}}


def moment_of(mirror: Mirror) -> str:
    """Return a name of this point of this game; another history has another one."""
    return f"{mirror.name}-{mirror.id}-{mirror.last}-{mirror.chain}"


def game_of(mirror: Mirror) -> JsonObject:
    """Return which game it is, how far it is, and how it ended."""
    game = mirror.game
    outcome = game.outcome()
    return {
        "id": mirror.id,
        "name": game.name,
        "variant": game.variant,
        "options": mirror.options,
        "start": mirror.start,
        "ply": game.ply,
        "moment": moment_of(mirror),
        "side": game.side,
        "setup": bool(tabletop_of(game.name).is_setup(game)),
        "position": game.position_text(),
        "outcome": {"winner": outcome[0], "reason": outcome[1]} if outcome else None,
    }


def last_of(game: GameState) -> JsonObject | None:
    """Return the last turn: its text, where it began and ended, and the way of a ring."""
    if not game.turns:
        return None
    with before_last(game) as turn:
        return {"side": game.side, **turn_shown(game, turn)}


def question_of(lights: list[JsonObject]) -> JsonObject:
    """Return what the board asks: the cells that it offers now, and those known already."""

    def lit(*cues: str) -> list[str]:
        return [light["cell"] for light in lights if light["cue"] in cues]

    kind = "new-game" if lit("NEW_GAME") else "enough" if lit("ASK_DONE") else "which"
    kind = "ending" if lit("ENDING") else kind
    return {"kind": kind, "cells": lit("ASK", "ASK_DONE"), "known": lit("CHOSEN")}


def history_of(mirror: Mirror) -> list[JsonObject]:
    """Return every ply of a game: the turn that led there and what stood then.

    The first one has no turn.
    """
    rules = rules_of(mirror.name)
    game = rules.Game(mirror.variant, parse_options(mirror.options), mirror.start)
    plies = [ply_of(game)]
    for turn in mirror.game.turns:
        game.play_turn(turn)
        plies.append(ply_of(game))
    return plies


def ply_of(game: GameState) -> JsonObject:
    """Return the position of a game, and the turn that led there."""
    return {
        "ply": game.ply,
        "pieces": pieces_of(game),
        "position": game.position_text(),
        "last": last_of(game),
        "words": {lang: describe_turn(game, Texts(lang)) for lang in LANGUAGES},
    }
