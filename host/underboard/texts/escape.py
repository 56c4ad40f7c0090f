r"""Text that came from outside, made safe for a terminal or a page.

Records, boards, ports, file names and transcripts are data: what a terminal would obey (escape
sequences, a carriage return, letters that turn the direction of writing) is shown as Python
writes it, like ``\x1b``.
"""


def shown(text: str) -> str:
    r"""Return a text with every character escaped that prints nothing.

    >>> shown("Zoé\x1b[31m\u202e")
    'Zoé\\x1b[31m\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
