"""What tests set inside an explainer and its observation, in one place.

A state that whole games lead to is set here in one step: what is likely, hands that have just
left, samples that have just come.
"""


def suppose(decoder, posterior):
    """Let these states be likely, each with its cost."""
    decoder._set(posterior)


def note_presses(decoder, changed):
    """Let presses since the last rest belong to these changes; None: nobody knows to which."""
    decoder._note_presses(changed)


def set_hands(decoder, resting=False, since_ms=None):
    """Let hands be off, or have stirred the board until a moment."""
    decoder._resting = resting
    if not resting:
        decoder.observation.stir()
    if since_ms is not None:
        decoder._restless_ms, decoder._stirred_ms = 0, since_ms


def set_fresh(observation, samples=99):
    """Pretend that a number of samples has come since the last look."""
    observation._fresh = samples


def value_of(steps):
    """Take all steps of a generator, each of which costs something; return its value."""
    try:
        while next(steps) > 0:
            pass
    except StopIteration as end:
        return end.value
    raise AssertionError("a step that costs nothing")


def is_searching(decoder):
    """Return whether a search goes on."""
    return decoder._stepper is not None
