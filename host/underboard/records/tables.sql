-- Tables of a file of records. Clocks and habits came with versions 2 and 3.

CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    board_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    name TEXT NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    start TEXT NOT NULL,
    origin TEXT NOT NULL,
    players TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    outcome TEXT NOT NULL,
    note TEXT NOT NULL,
    turns INTEGER NOT NULL,
    touched INTEGER NOT NULL
);

CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games(number),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    ply INTEGER NOT NULL,
    side TEXT NOT NULL,
    chain TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

CREATE TABLE clocks (
    game INTEGER PRIMARY KEY REFERENCES games(number) ON DELETE CASCADE,
    text TEXT NOT NULL
);

CREATE TABLE habits (
    game INTEGER PRIMARY KEY REFERENCES games(number) ON DELETE CASCADE,
    text TEXT NOT NULL
);
