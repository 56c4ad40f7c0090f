"""Threads, programs, keyboard and voice, which only a computer with a system has.

No other room below the commands owns any: others are stepped, and led from here.
"""
