"""Docs (tables that people read are what the code does, both ways round)."""

import importlib.util
import json
import re
import subprocess
from pathlib import Path

import pytest

from boardcore.lights import cues
from boardcore.lights.sounds import SOUND_NAMES
from boardcore.link import linkstate, wire
from boardcore.link import session as talk
from boardcore.play import commands
from boardcore.sensing.calibrator import PHASE_NAMES
from boardcore.store import blob, hall_cal, journal
from boardcore.verdicts import VERDICT_NAMES
from support.messages import messages
from support.rows import for_each

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = (ROOT / "firmware/PROTOCOL.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
LIGHTS = (ROOT / "host/docs/lights.md").read_text(encoding="utf-8")


def tables(text):
    """Yield each table as a list of rows; the first one is the heading."""
    rows = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            rows.append(cells)
        elif rows:
            yield [rows[0], *rows[2:]]
            rows = []


def table_of(text, *heading):
    """Return the rows of the one table with this heading, without it."""
    found = [rows[1:] for rows in tables(text) if rows[0] == list(heading)]
    assert len(found) == 1, f"expected one table {heading}, found {len(found)}"
    return found[0]


def bare(cell):
    return cell.strip("`")


# PROTOCOL.md


def test_the_messages_of_the_wire():
    written = [
        (bare(kind), sender, tuple(fields.split()))
        for kind, sender, fields in table_of(PROTOCOL, "kind", "from", "fields")
    ]
    assert written == messages()


def test_every_message_is_explained_once():
    explained = [bare(row[0]) for row in table_of(PROTOCOL, "message", "means")]
    assert explained == [row[0] for row in messages()]


EVENTS = ("opened", "hello", "other major", "silence", "closed")


def test_the_states_of_the_link():
    written = table_of(PROTOCOL, "state", *EVENTS)
    expected = [
        [name, *(linkstate.STATE_NAMES[after] for after in row)]
        for name, row in zip(linkstate.STATE_NAMES, linkstate.NEXT, strict=True)
    ]
    assert written == expected


def test_the_verdicts_and_origins():
    verdicts = [bare(row[0]) for row in table_of(PROTOCOL, "verdict", "the board")]
    assert verdicts == list(VERDICT_NAMES)
    origins = [bare(row[0]) for row in table_of(PROTOCOL, "origin", "the game was begun")]
    assert origins == list(journal.ORIGINS)


def test_the_phases_of_a_calibration():
    phases = [bare(row[0]) for row in table_of(PROTOCOL, "phase", "the board")]
    known = dict.fromkeys(PHASE_NAMES)
    assert sorted(phases) == sorted(known)


def test_the_sounds_of_a_buzzer():
    rows = table_of(LIGHTS, "sound", "heard as", "meaning")
    assert [bare(row[0]) for row in rows] == list(SOUND_NAMES)


def test_the_records_of_the_store():
    rows = table_of(PROTOCOL, "record", "byte 0", "bytes", "slots")
    assert {row[0]: int(row[1], 16) for row in rows} == {
        "entry": journal.ENTRY,
        "game": journal.GAME,
    }


FIGURES = [
    (r"at most (\d+) bytes with the newline", wire.MAX_LINE),
    (r"says `hello` every (\d+) ms", linkstate.HELLO_MS),
    (r"(\d+) ms without a whole line", linkstate.SILENCE_MS),
    (r"id` of at most (\d+) letters", talk.MAX_ID),
    (r"whole slots of (\d+) bytes", journal.SLOT),
    (r"fewer than (\d+) slots", journal.ROOM_FOR_A_GAME),
    (r"for this many seconds, at most (\d+)", commands.MAX_HINT_S),
    (r"bit (\d+) set if the second side", journal.SIDE.bit_length() - 1),
    (r"journal is (\d+) bytes shorter with 25", hall_cal.size_of(25)),
    (r"with 25 sensors, (\d+) with 38", hall_cal.size_of(38)),
    (r": (\d+) bytes \(version", blob.HEAD_SIZE),
    (r"\(version (\d+), length of the rest", hall_cal.HallCalibration.VERSION),
    (r", (\d+) bytes per sensor", hall_cal.PER_SENSOR),
    (r"an undo's is bit (\d+)", journal.UNDO.bit_length() - 1),
    (r"it wraps at 2\^(\d+)", 29),
    (r"The version is `(\d+)\.", wire.VERSION_MAJOR),
    (r"The version is `\d+\.(\d+)`", wire.VERSION_MINOR),
]


@for_each(("pattern", "figure"), FIGURES)
def test_figures_in_the_page(pattern, figure):
    assert re.findall(pattern, PROTOCOL) == [str(figure)]


def test_the_example_line_is_a_line():
    [line] = re.findall(r"^turn 41 .*$", PROTOCOL, re.M)
    message = wire.decode(line.encode())
    assert message is not None
    assert wire.is_known(message)


def test_the_lines_of_the_dialogue_have_their_fields():
    ladder = PROTOCOL.split("## A dialogue")[1].split("```")[1]
    seen = set()
    for line in ladder.splitlines():
        words = line.strip(" |").split("|")[0].split()
        if words and wire.fields_of(words[0]) is not None:
            message = wire.Message(words[0], 0, words[1:])
            assert wire.is_known(message) or words[0] == "cues", line
            seen.add(words[0])
    assert seen >= {"hello", "game", "turn", "state", "cues", "beat", "have", "hint", "ok"}


# Lights and commands


def meanings_of(rows):
    """Return the comment on each row of a table in ``cues``."""
    source = Path(cues.__file__).read_text("utf-8")
    form = r'\("{0}", .*\),  # (.*)'
    return [re.search(form.format(row[0]), source)[1] for row in rows]


def test_every_cue_of_the_lights():
    rows = table_of(LIGHTS, "cue", "letter", "rhythm", "brightness", "meaning")
    written = [(bare(row[0]), bare(row[1]), row[3], row[4]) for row in rows]
    told = zip(cues.table(), meanings_of(cues.table()), strict=True)
    assert written == [(row[0], row[1], str(row[3]), meaning) for row, meaning in told]


def test_the_french_page_has_the_same_cues():
    french = (ROOT / "host/docs/lights.fr.md").read_text(encoding="utf-8")
    rows = table_of(french, "signal", "lettre", "rythme", "force", "sens")
    assert [(bare(row[0]), bare(row[1]), row[3]) for row in rows] == [
        (row[0], row[1], str(row[3])) for row in cues.table()
    ]


def test_the_same_rhythm_is_called_by_the_same_words():
    rows = table_of(LIGHTS, "cue", "letter", "rhythm", "brightness", "meaning")
    names = {row[0]: row[2] for row in cues.table()}
    words = {}
    for row in rows:
        words.setdefault(names[bare(row[0])], set()).add(row[2])
    assert all(len(called) == 1 for called in words.values()), words
    assert len(set.union(*words.values())) == len(words), "two rhythms have the same words"


def test_every_beat_of_the_lights():
    rows = table_of(LIGHTS, "beat", "meaning")
    written = [(bare(row[0]), row[1]) for row in rows]
    assert written == [*zip((row[0] for row in cues.BEATS), meanings_of(cues.BEATS), strict=True)]


def site(name):
    """Load a writer of pages."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", ROOT / f".github/site/{name}.py")
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    return writer


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_commands_is_generated(language):
    commands_page = site("commands")
    written = commands_page.path_of(language).read_text(encoding="utf-8")
    assert written == commands_page.page(language), "run: python .github/site/commands.py"


def test_the_table_of_levels_is_generated_from_code_and_results():
    levels = site("levels")
    written = levels.PAGE.read_text(encoding="utf-8")
    assert written == levels.page(), "run: python .github/site/levels.py"


def test_the_picture_of_the_lights_is_what_the_firmware_shows():
    lights = site("lights")
    assert lights.PAGE.read_text(encoding="utf-8") == lights.picture(), (
        "run: python .github/site/lights.py"
    )


# Links and references


def files_of_the_repository():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


FILES = files_of_the_repository() if (ROOT / ".git").exists() else []
PAGES = [path for path in FILES if path.suffix == ".md"]
PROSE = [path for path in FILES if path.suffix in (".md", ".py", ".json", ".toml", ".mjs")]
REFERENCE = re.compile(r"\b(?:firmware|host|hardware|tests)/[\w/.-]+\.(?:md|py|json|txt|mjs)\b")
OUTSIDE = re.compile(r"\b(?:facts|sensing|design|issue|STYLE|DESIGN) page\b|DESIGN\.md|STYLE\.md")


def anchors_of(path):
    """Return the anchors of a page's headings, as its readers' site makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_every_link_of_a_page_leads_somewhere():
    broken = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            name, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = (page.parent / name).resolve() if name else page
            if not path.exists() or (anchor and anchor not in anchors_of(path)):
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken


def test_every_file_that_is_named_exists():
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in PROSE
        for name in REFERENCE.findall(path.read_text(encoding="utf-8"))
        if "NAME" not in name
        and not any((folder / name).exists() for folder in (ROOT, ROOT / "host/underboard"))
    ]
    assert not missing


SENSING = (ROOT / "firmware/docs/sensing.md").read_text(encoding="utf-8")


def test_what_the_page_of_sensing_names_is_in_the_code():
    folder = ROOT / "firmware/lib/boardcore"
    sources = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    code, modules = "\n".join(sources.values()), {path.name for path in sources}
    modules |= {path.name for path in (ROOT / "tests/bench").glob("*.py")}
    layouts = [json.loads(path.read_bytes()) for path in ROOT.glob("firmware/layouts/*.json")]

    def is_known(name):
        """Return True for a word of the code, a name in a class or module, a key of a layout."""
        whole, _, part = name.partition(".")
        homes = [text for path, text in sources.items() if path.stem == whole]
        homes += [text for text in sources.values() if f"class {whole}" in text]
        homes = homes if part else [code]
        is_key = part and any(part in layout.get(whole, {}) for layout in layouts)
        return is_key or any(re.search(rf"\b{part or whole}\b", text) for text in homes)

    missing = []
    for name in re.findall(r"`([A-Za-z_][\w./]*)`", SENSING):
        last = name.rpartition("/")[2] or name.rstrip("/").rpartition("/")[2]
        known = last in modules if last.endswith(".py") else is_known(last)
        missing += [name] * (not known)
    assert not missing


FIGURES = {
    "sensing.explain.contract": "less than {USUAL_MS} ms each; `FITS` (plates {Observation.FITS}",
    "sensing.explain.cost": "NU = {NU}; {MAX_FACTOR}; max({MIN_MARGIN}, z ({MARGIN_SIGMAS} - z/2))",
    "sensing.explain.explainer": "{SURPRISE} nats above; after {LEAN_MS / 1000} s it is lit",
    "sensing.explain.hypotheses": "at most {MAX_HYPOTHESES} are kept",
    "sensing.explain.search": "best by {KEEP} nats; ({ODD} nats) and a reserve",
    "sensing.explain.stepper": "exceeds {MAX_STEP:,} empty",
    "sensing.observe.field.columns": "pieces {Columns.FITS},; ln(s / s_k) / {LOG_SIGMA},"
    "  s / {EMPTY_SIGMA}; by {LIFTED} of its own; lead below {MARGIN_NATS}: looked at again for "
    "{HELD_MS / 1000} s",
    "sensing.observe.field.field": "spheres {Field.FITS}); {IDLE} nats where fields differ by more "
    "than {SMALL_UT} µT; {SHAKE} rad, {100 * GAIN} %, {100 * PLACE} %; {100 * TURNED} % of its own "
    "field, where nothing has a chi² below {TRUE_CHI2}; tried so, at {STICKS} nats",
    "sensing.observe.field.layout": "below {MIN_BIAS} (where balls lie on others: "
    "{MIN_BIAS_ALOFT})",
    "sensing.observe.field.pieces": "costs {UNSEEN} nats more",
    "sensing.observe.field.rest": "n - 1 + {CHANGED_SIGMAS} sqrt",
    "sensing.observe.field.rests": "within {BARE} of a piece; | {COMMON_UT} µT |",
    "sensing.observe.field.spheres": "| {ALPHA} rad, {MIN_ALPHA} to {MAX_ALPHA} |; "
    "({USUAL_UT / 1000} mT / B)²",
    "sensing.observe.weight.bank": "silent for {SILENT_MS / 1000} s; rest for "
    "{RESTLESS_MS / 1000} s",
    "sensing.observe.weight.bounds": "less than {LEFT_SHARE} of the lightest piece, beside the "
    "last change; {LEFT} nats",
    "sensing.observe.weight.fit": "s_W = {GAIN}",
    "sensing.observe.weight.likelihood": "{LEAST_KNOWN} degrees; up to {MOST_KNOWN}:",
    "sensing.observe.weight.presses": "steps of {PRESS_G} g; larger of {FAR_SHARE * NEAR_MM} mm "
    "and {round(FAR_SHARE * NEAR_SHARE, 1)} pitches; is {FAR_COST} nats until "
    "{100 * GENTLE_SHARE} %; f  +  {IDLE_COST} sum; ({STRAY_COST} for a press of one step)",
    "sensing.observe.weight.rest": "max({DRIFT_SIGMAS / 2} s, {DRIFT_TIMES} mean|D|); "
    "max({ROUGH_SIGMAS} s, {ROUGH_TIMES} mean R); above {LOUD_G} g",
    "sensing.observe.weight.weight": "until the rest is {SETTLE_MS} ms old; after {GENTLE_MS} ms "
    "only; {LIFTED_G} g were missing; then W within {SET_DOWN_G} g; more than {HEAVY_G} g; "
    "{START_G} g and {START_EACH_G} g a piece",
    "pylos.model": "player's ball {NOT_THEIRS}; no turn {UNEXPECTED}; within {NEXT_MS / 1000} s is "
    "not the next player's, {NOT_YET}",
    "gyges.model": "boxing {BOXED}, two unrelated changes {UNEXPECTED}, ring that may not be "
    "played {NOT_PLAYED}, size not asked for {NOT_ASKED}, put back {PUT_BACK}",
    "apagos.masses": "sqrt 2 x {HOLE_MM} mm off, {TURNED} nats",
    "apagos.model": "due {UNLIKELY}, any other {IDLE}; goes elsewhere {FUMBLED}, another one "
    "{2 * UNLIKELY}; moves, {UNEXPECTED} nats each, {CLEARED} at most",
    "apagos.presses": "| {DIP_G} g are missing; leaves {STEPS[7]} steps of hands ({STEPS[6]} where",
}
"""Parts of the page of sensing by module, in which each brace is a value of the code."""


@for_each("module", FIGURES)
def test_the_figures_of_the_page_of_sensing_are_those_of_the_code(module):
    values = vars(importlib.import_module(f"boardcore.{module}"))

    def figure(found):
        value, _, form = found[1].partition(":")
        return format(eval(value, {**values}), form or "g")

    page = SENSING.replace("−", "-")
    for part in re.sub(r"{(.+?)}", figure, FIGURES[module]).split("; "):
        assert part in page, part


def test_nothing_refers_to_a_page_outside_the_repository():
    for path in PROSE:
        if path != Path(__file__):
            assert not OUTSIDE.findall(path.read_text(encoding="utf-8")), path


def test_a_stranger_reads_the_readme_in_two_minutes():
    assert len(README.splitlines()) < 150


def test_pages_stay_as_short_as_was_decided():
    spec = importlib.util.spec_from_file_location("words", ROOT / "tests/bench/words.py")
    words = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(words)
    if not (ROOT / ".git").exists():
        pytest.skip("pages are listed by git")
    assert sum(words.pages().values()) <= 36_500
