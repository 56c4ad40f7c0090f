"""Galérapagos: the moderator of the game of castaways, for 3 to 12 players.

The game is a pure state machine: events in, effects and prompts out.  One
seed decides all chance, so a record of events is the whole game.

``cards``, ``camp``       what lies on the table
``phases``, ``game``      which event is allowed when, and what follows
``ballot``, ``survival``  votes, shortages and the way off the island
``record``                what is kept on disk
``castaways``             players made of dice, for tests and as a demo
``screen``, ``moderator`` the table at a keyboard
``pods``, ``pod_board``   ballots on voting pods, and the moderator beside them
"""
