"""Secrets at rest (what lies on the disk tells no more than the table knows)."""

import json
import random
import stat

import pytest

from boardcore.errors import ParseError
from support.galerapagos.table import NAMES, to_ballot
from underboard.galerapagos.records import crypto
from underboard.galerapagos.records.key_file import KeyFile
from underboard.galerapagos.records.record import Damaged, RecordedGame
from underboard.galerapagos.state.cards import KIND
from underboard.galerapagos.state.options import SEED_BITS, Setup

PLAYERS = 5
SEED = random.Random(23).getrandbits(SEED_BITS)


def at_ballot(path, cards="physical", players=PLAYERS, **switches):
    """Return a record whose game is at its first ballot: water is one short."""
    kept = RecordedGame.create(path, Setup(NAMES[:players], SEED, cards, 0, switches))
    return to_ballot(kept, players)


def cast(kept, *targets):
    for voter, target in enumerate(targets):
        kept.enter({"do": "cast", "voter": voter, "target": target, "ballot": 1})
    return kept


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_record_and_key_file_are_for_their_owner_only(tmp_path):
    folder = tmp_path / "new"
    kept = cast(at_ballot(folder / "game.jsonl"), 1, 2)
    assert mode(folder) == 0o700
    assert sorted(path.name for path in folder.iterdir()) == ["game.jsonl", "game.key"]
    for path in folder.iterdir():
        assert mode(path) == 0o600
    kept.enter({"do": "show", "silent": True})
    assert mode(kept.vault.path) == 0o600


def test_a_random_secret_is_in_the_key_file_and_not_in_the_record(tmp_path):
    kept = at_ballot(tmp_path / "game.jsonl", "dealt")
    record = kept.path.read_text()
    assert kept.vault.secret.hex() in kept.vault.path.read_text()
    assert kept.vault.secret.hex() not in record
    assert str(SEED) not in record


def words_in(value):
    """Yield every word and number of a parsed line."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)
    else:
        yield value


def test_an_adversary_with_the_record_alone_learns_what_the_table_knows(tmp_path):
    """Weather ahead, hands and votes: nothing in the record depends on them."""
    kept = at_ballot(tmp_path / "game.jsonl", "dealt")
    giver = next(seat for seat, one in enumerate(kept.game.camp.people) if one.hand)
    card = kept.game.camp.people[giver].hand[0]
    kept.enter({"do": "give", "player": giver, "card": card, "target": (giver + 1) % PLAYERS})
    cast(kept, 1, 2, 3)
    text = kept.path.read_text()
    (tmp_path / "game.key").unlink()
    with pytest.raises(ParseError, match="its keys is gone"):
        RecordedGame.resume(kept.path)
    lines = [json.loads(line) for line in text.splitlines()]
    told = [word for line in lines for word in words_in(line)]
    assert not set(KIND) & set(told), "no card's name: nobody has played one"
    for line in lines:
        assert "target" not in line.get("do", {}) or line["do"]["do"] == "give"
    # Guessing: small seeds do not fit the commitment, no position fits its check.
    camp = kept.game.camp
    for seed in range(2000):
        secret = crypto.secret_of(seed)
        assert crypto.commitment(secret) != lines[0]["secret"]
    for votes in ({"0": 1, "1": 2, "2": 3}, {"0": 2, "1": 2, "2": 3}):
        camp.ballot.votes = votes
        parts = {key: value for key, value in lines[-1].items() if key != "check"}
        guess = json.dumps(parts, sort_keys=True) + camp.text(votes=False)
        assert crypto.line_check(bytes(32), guess) != lines[-1]["check"]


def test_two_ballots_that_differ_in_votes_only_differ_in_sealed_words_only(tmp_path, monkeypatch):
    texts = []
    monkeypatch.setattr("secrets.token_bytes", lambda size: bytes(range(size)))
    for number, votes in enumerate(((1, 2, 3, 4, 0), (4, -1, 1, 0, 3))):
        kept = cast(at_ballot(tmp_path / str(number) / "game.jsonl"), *votes)
        texts.append(kept.path.read_text())
    one, other = texts
    assert len(one) == len(other)
    for ours, theirs in zip(one.splitlines(), other.splitlines()):
        ours, theirs = json.loads(ours), json.loads(theirs)
        for line in (ours, theirs):
            line.pop("check", None)  # depends on the sealed word, and on the secret
            assert len(line.pop("sealed", "0" * 96)) == 96
        assert ours == theirs


def test_sealed_words_look_like_noise():
    """Every byte of cipher text and commitment takes many values over many lines."""
    key = bytes(range(32))
    sealed = [bytes.fromhex(crypto.seal(crypto.line_key(key, n), "3")) for n in range(400)]
    for place in range(len(sealed[0])):
        assert len({data[place] for data in sealed}) > 150


def test_what_was_sealed_is_opened_by_its_own_key_and_never_exchanged():
    key = crypto.line_key(bytes(32), 7)
    sealed = crypto.seal(key, "-1")
    assert crypto.open_seal(key, sealed) == "-1"
    for place in range(len(sealed)):
        other = sealed[:place] + f"{int(sealed[place], 16) ^ 1:x}" + sealed[place + 1 :]
        with pytest.raises(ParseError, match="commitment"):
            crypto.open_seal(key, other)
    with pytest.raises(ParseError):
        crypto.open_seal(crypto.line_key(bytes(32), 8), sealed)
    with pytest.raises(ValueError, match="at most 16"):
        crypto.seal(key, "a" * 17)
    assert all(len(kind) <= crypto.WORD for kind in KIND)


def test_shown_votes_are_opened_in_the_record_and_their_key_is_destroyed(tmp_path):
    kept = cast(at_ballot(tmp_path / "game.jsonl"), 1, 2, 3, 4, 0)
    kept.enter({"do": "cast", "voter": 0, "target": 2, "ballot": 1})
    kept.enter({"do": "show"})
    last = json.loads(kept.path.read_text().splitlines()[-1])
    assert len(last["open"]) == PLAYERS
    assert json.loads(kept.vault.path.read_text())["votes"] == {}
    again = RecordedGame.resume(kept.path)
    assert again.game.log == kept.game.log
    # The vote that was changed stays sealed for ever.
    first = next(e for e in again.game.entries if e["do"] == "cast")
    assert first == {"do": "cast", "voter": 0, "ballot": 1, "target": -2}


def test_a_vote_that_was_exchanged_in_the_record_is_found(tmp_path):
    kept = cast(at_ballot(tmp_path / "game.jsonl"), 1, 2, 3, 4, 0)
    lines = kept.path.read_text().splitlines(True)
    ours, theirs = json.loads(lines[-1])["sealed"], json.loads(lines[-2])["sealed"]
    kept.path.write_text("".join(lines[:-1]) + lines[-1].replace(ours, theirs))
    with pytest.raises(ParseError, match="does not fit its commitment"):
        RecordedGame.resume(kept.path)


@pytest.mark.parametrize("ball", [False, True])
def test_secret_votes_keep_totals_only_even_when_the_game_is_closed(tmp_path, ball):
    kept = at_ballot(tmp_path / "game.jsonl", votes="secret", tie="first")
    if ball:
        kept.undo()
        kept.enter({"do": "play", "player": 2, "card": "crystal-ball"})
        kept.enter({"do": "vote"})
        for voter, target in ((0, 1), (1, 3), (3, 1), (4, 1)):
            kept.enter({"do": "cast", "voter": voter, "target": target})
        kept.enter({"do": "show"})
        assert kept.game.camp.phase == "crystal"
        again = RecordedGame.resume(kept.path)
        assert again.game.camp.ballot.votes == kept.game.camp.ballot.votes
        kept.enter({"do": "cast", "voter": 2, "target": 3})
    else:
        cast(kept, 1, 3, 3, 1, 1)
    log = list(kept.game.log)
    kept.enter({"do": "show"})
    shown = [effect for _, effect in kept.game.log[len(log) :]]
    assert [(e["target"], e["number"]) for e in shown if e["effect"] == "total"] == [(1, 3), (3, 2)]
    assert not [e for e in shown if e["effect"] == "voted"]
    kept.enter({"do": "accept"})
    kept.enter({"do": "override", "what": "end", "value": 0})
    kept.close()
    again = RecordedGame.resume(kept.path)
    assert again.game.log == kept.game.log
    votes = [event["target"] for event in again.game.entries if event["do"] == "cast"]
    assert votes == [-2] * PLAYERS, "nobody can open them any more"


@pytest.mark.slow
def test_a_crash_at_every_byte_of_a_ballot_counts_every_vote_once(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda file: None)
    kept = at_ballot(tmp_path / "game.jsonl", players=3)
    start = len(kept.path.read_bytes())
    files = []
    votes = (1, 2, 0)
    for voter, target in enumerate(votes):
        kept.enter({"do": "cast", "voter": voter, "target": target, "ballot": 1})
        files.append((kept.path.read_bytes(), kept.vault.path.read_bytes()))
    whole = files[-1][0]
    for cut in range(start, len(whole) + 1):
        folder = tmp_path / f"{cut}"
        folder.mkdir()
        path = folder / "game.jsonl"
        path.write_bytes(whole[:cut])
        (folder / "game.key").write_bytes(files[0][1])
        again = RecordedGame.resume(path)
        for voter in again.game.camp.ballot.missing():
            again.enter({"do": "cast", "voter": voter, "target": votes[voter], "ballot": 1})
        again.enter({"do": "show"})
        shown = [e["target"] for _, e in again.game.log if e["effect"] == "voted"]
        assert tuple(shown) == votes
        for file in (path, folder / "game.key"):
            file.unlink()


@pytest.mark.slow
def test_a_crash_at_every_byte_of_the_reveal_shows_the_same_votes(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda file: None)
    kept = cast(at_ballot(tmp_path / "game.jsonl", players=3), 1, 2, 0)
    before, keys = kept.path.read_bytes(), kept.vault.path.read_bytes()
    kept.enter({"do": "show"})
    after = kept.path.read_bytes()
    for cut in range(len(before), len(after) + 1):
        kept.path.write_bytes(after[:cut])
        kept.vault.path.write_bytes(keys)
        again = RecordedGame.resume(kept.path)
        if cut < len(after):
            again.enter({"do": "show"})
        assert again.game.log == kept.game.log
        assert again.vault.votes == {}


def test_keys_are_on_the_disk_before_the_vote_they_seal(tmp_path, monkeypatch):
    kept = at_ballot(tmp_path / "game.jsonl")
    order = []
    real = __import__("os").replace
    monkeypatch.setattr("os.replace", lambda a, b: (order.append(b.name), real(a, b)))
    monkeypatch.setattr("os.fsync", lambda file: order.append(kept.path.read_text().count("cast")))
    cast(kept, 1)
    assert order == [0, "game.key", 1]


def test_a_key_file_of_another_game_or_a_damaged_one_is_one_sentence(tmp_path):
    kept = at_ballot(tmp_path / "game.jsonl")
    key = kept.vault.path
    good = key.read_text()
    KeyFile.create(tmp_path / "game.jsonl", 7)
    with pytest.raises(ParseError, match="is not the one of this game"):
        RecordedGame.resume(kept.path)
    for bad in ("", "{}", "[]", good[:-9], good.replace('"secret": "', '"secret": "x')):
        key.write_text(bad)
        with pytest.raises(ParseError, match="is not a key file of a game") as damaged:
            RecordedGame.resume(kept.path)
        assert str(damaged.value).count("left as it is") == 1


def test_a_closed_record_says_its_secret_and_takes_no_more_lines(tmp_path):
    kept = at_ballot(tmp_path / "game.jsonl")
    kept.enter({"do": "override", "what": "end", "value": 0})
    log = kept.game.log
    kept.close()
    again = RecordedGame.resume(kept.path)
    assert again.closed
    assert again.game.log == log
    assert again.vault.secret == kept.vault.secret
    text = kept.path.read_text()
    kept.path.write_text(text + text.splitlines(True)[-2])
    with pytest.raises(ParseError):
        RecordedGame.resume(kept.path)


def test_everything_before_a_damaged_line_is_offered(tmp_path):
    kept = cast(at_ballot(tmp_path / "game.jsonl"), 1, 2)
    lines = kept.path.read_bytes().splitlines(True)
    for number in range(2, len(lines)):
        for damage in (
            b"\xff" + lines[number][1:],
            lines[number].replace(b'"check":"', b'"check":"x'),
        ):
            kept.path.write_bytes(b"".join(lines[:number]) + damage + b"".join(lines[number + 1 :]))
            with pytest.raises(Damaged, match=f"line {number + 1}") as damaged:
                RecordedGame.resume(kept.path)
            assert damaged.value.entries == number - 1
            assert damaged.value.whole.encode() == b"".join(lines[:number])
