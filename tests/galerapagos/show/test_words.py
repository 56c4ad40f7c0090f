"""Sentences for any name and number (elision, plural forms, in both languages)."""

import itertools
import re
import string

import pytest

from support.galerapagos.table import table
from support.rows import for_each
from underboard.galerapagos.bots.bots import NAMES as BOTS
from underboard.galerapagos.bots.simulate import auto_setup, play_alone
from underboard.galerapagos.table.messages import in_a_row, sentence
from underboard.texts import LANGUAGES, Texts, area
from underboard.texts.grammar import Grammar, Names, elides

ELIDED = ("Ada", "Élodie", "Inès", "Oscar", "Ulysse", "Yves", "Yvonne", "Hélène", "Œdipe", "Henri")
WHOLE = ("Basil", "Chloé", "Hugo", "Yann", "Yasmine", "Zoé", "Kim", "李", "9", "Hanna")
AREAS = ("galerapagos", "phones", "scenes")
WRONG_ONE = re.compile(
    r"\b1 (votes|cartes|parties|voix contre elles|bûches|places|rations|bouches|naufragés"
    r"|cards|seats|games|castaways|logs|mouths|guesses|entries)\b"
)


@for_each("name", ELIDED)
def test_names_with_a_vowel_are_elided(name):
    assert elides(name)
    assert Grammar("fr").format("le vote {n:de}", n=name) == f"le vote d'{name}"
    assert Grammar("fr").format("on dit {n:que}", n=name) == f"on dit qu'{name}"


@for_each("name", WHOLE)
def test_other_names_are_not(name):
    assert Grammar("fr").format("le vote {n:de}", n=name) == f"le vote de {name}"


def test_no_french_sentence_has_de_or_que_before_a_name_of_its_own():
    names = r"\{(name|player|target)\}"
    for one in AREAS:
        for key, text in area("fr", one).items():
            assert not re.search(rf"\b(de|que|d'|qu') ?{names}", text), key


def gaps_of(text):
    """Return the gaps of a template, those within forms too."""
    for _, name, form, _ in string.Formatter().parse(text):
        if name:
            yield name
            yield from gaps_of(form or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_right_for_one_and_for_many(language):
    for one in AREAS:
        for key, text in area(language, one).items():
            gaps = set(gaps_of(text))
            for number, names in itertools.product((0, 1, 2, 7), (["Inès"], ["Ada", "Inès"])):
                row = in_a_row(names, Texts(language))
                values = {
                    gap: number if re.search(rf"\{{{gap}:[^}}]*(\||word|Word)", text) else row
                    for gap in gaps
                }
                if "players" in values:
                    values["players"] = row
                said = Grammar(language).format(text, **values)
                assert not WRONG_ONE.search(said), (key, said)
                assert "{" not in said, (key, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_names_chooses_the_form(language):
    texts = Texts(language)
    one = texts("galerapagos.effect.end", how="", players=in_a_row(["Inès"], texts))
    two = texts("galerapagos.effect.end", how="", players=in_a_row(["Ada", "Inès"], texts))
    if language == "fr":
        assert "Rescapé : Inès" in one
        assert "Rescapés : Ada et Inès" in two
    assert str(in_a_row(["Ada", "Basil", "Inès"], texts)).startswith("Ada, Basil ")
    assert isinstance(in_a_row([], texts), Names)


@for_each("language", LANGUAGES)
@for_each("first", [ELIDED, BOTS])
def test_whole_games_are_told_without_a_wrong_elision_or_number(language, first):
    names = (*first, "Ulf", "Ysé")[:12]
    wrong = re.compile(r"\b(de|que) (" + "|".join(n for n in names if elides(n)) + r")\b")
    for seed in range(3):
        setup = auto_setup(len(names), seed, "dealt", {})
        setup = type(setup)(names, seed, ("physical", "dealt")[seed % 2], switches={"voice": "on"})
        game = play_alone(setup, meddling=True).game
        for _, effect in game.log:
            said = sentence(Texts(language), game.camp, effect)
            assert said
            assert "{" not in said
            assert not WRONG_ONE.search(said), said
            if language == "fr":
                assert not wrong.search(said), said


def test_a_count_of_one_is_said_as_one():
    game = table(3)
    fed = {"effect": "fed", "reason": "seats", "number": 5}
    assert sentence(Texts("en"), game.camp, fed) == "All five have a seat."
    short = {"effect": "shortage", "reason": "seats", "number": 2}
    assert sentence(Texts("en"), game.camp, short) == "Two seats short: two of you stay behind."
    assert "une place : l'un d'entre vous reste" in sentence(
        Texts("fr"), game.camp, {**short, "number": 1}
    )
