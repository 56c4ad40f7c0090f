"""Exceptions for illegal moves and for text that cannot be parsed.

A sentence is an English template and the values for its gaps, ``("The ball on %s carries another
ball.", "b2")``, in ``args`` of the exception.  ``str()`` fills it in; the computer translates the
template first, so no sentence is ever recognized by its words.
"""


def filled(said) -> str:
    """Return the English sentence of what holds a template and its fields as ``args``."""
    args = said.args
    return args[0] % tuple(args[1:]) if len(args) > 1 else args[0]


class Phrase:
    """A part of a sentence that has gaps of its own: ``Phrase("0 to %d", 7)``."""

    def __init__(self, *args) -> None:
        self.args = args

    __str__ = filled  # one function for all: a board has little memory


class Choices:
    """Names with a word before the last: ``Choices(" or ", ("red", "green", "blue"))``.

    >>> str(Choices(" or ", ("red", "green", "blue")))
    'red, green or blue'
    """

    def __init__(self, joint: str, names) -> None:
        self.joint = joint
        self.names = names

    def __str__(self) -> str:
        names = list(self.names)
        if len(names) > 2:
            names = [", ".join(names[:-1]), names[-1]]
        return self.joint.join(names)


class IllegalMove(ValueError):
    """A move that the rules forbid.

    ``rule`` is a short stable name (for lights, logs, texts and tests); the
    template and its fields make a full English sentence.
    """

    def __init__(self, rule: str, template: str, *fields) -> None:
        super().__init__(template, *fields)
        self.rule = rule

    __str__ = filled


class ParseError(ValueError):
    """A text (move, turn, position, layout, line) that does not follow its notation."""

    __str__ = filled


def attempt(function, *args):
    """Call a function; return None, or ``(code, text)`` of what it has refused."""
    try:
        function(*args)
        return None
    except IllegalMove as error:
        return (error.rule, str(error))
    except ParseError as error:
        return ("unreadable", str(error))
