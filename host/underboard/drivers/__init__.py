"""What only a computer with a system has: threads, programs, a keyboard, a voice.

No other room below the commands owns any: others are stepped, and led from here.
"""
