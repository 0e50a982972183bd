-- Registers of things. `role` tells places and number cards from guests and things, for which it is
-- null. Quantities, here and below, are in thousandths of the unit; without `unit`, things are
-- counted in pieces. `amount` is the number of a number card, and `recalled` a JSON list of lots.
-- An entry that the scan of an unknown code added is `unnamed` until it gets a name.
ALTER TABLE entries ADD COLUMN role TEXT CHECK (role IN ('place', 'number'));
ALTER TABLE entries ADD COLUMN unit TEXT;
ALTER TABLE entries ADD COLUMN minimum INTEGER;
ALTER TABLE entries ADD COLUMN amount INTEGER;
ALTER TABLE entries ADD COLUMN recalled TEXT;
ALTER TABLE entries ADD COLUMN unnamed INTEGER NOT NULL DEFAULT 0 CHECK (unnamed IN (0, 1));

CREATE INDEX entries_role ON entries (register, role, id) WHERE role IS NOT NULL;
CREATE INDEX entries_unnamed ON entries (register, id) WHERE unnamed;
CREATE INDEX entries_minimum ON entries (register, id) WHERE minimum IS NOT NULL;

-- The old tables hold names of guests; their pages are overwritten when they are dropped.
PRAGMA secure_delete = ON;

-- A guest has one state, at no place (0). A thing has one for each place at which it ever was.
-- `effective` is the version that the state led back to by an undo, else that of the state itself.
CREATE TABLE new_states (
  register  INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  entry     INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
  place     INTEGER NOT NULL DEFAULT 0,
  status    TEXT NOT NULL,
  quantity  INTEGER NOT NULL DEFAULT 0,
  since     INTEGER NOT NULL,
  door      TEXT NOT NULL,
  uses      INTEGER NOT NULL,
  version   INTEGER NOT NULL,
  effective INTEGER NOT NULL,
  PRIMARY KEY (register, entry, place)
) STRICT, WITHOUT ROWID;

INSERT INTO new_states (register, entry, status, since, door, uses, version, effective)
SELECT register, entry, status, since, door, uses, version, version FROM states;
DROP TABLE states;
ALTER TABLE new_states RENAME TO states;

CREATE INDEX states_entry ON states (entry);
CREATE INDEX states_place ON states (place) WHERE place <> 0;

-- The journal. A row is never changed, except that emptying the register takes the entry and the
-- reply out of it. `was` is the state before, and `version` that of the state it led to: null if it
-- changed nothing; `prior` is the effective version before. `delta` was added at `place`, and taken
-- away at `from_place`, for whose state `from_version` and `from_prior` are the same. The lot, the
-- serial number and the date of expiry (milliseconds since 1970) are those of the code. In a
-- `round`, `counted` was added to a tally. `scan` may be a deleted one, and is null for a movement
-- that no scan made.
CREATE TABLE new_movements (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  register     INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  entry        INTEGER,
  scan         INTEGER UNIQUE,
  undoes       INTEGER UNIQUE,
  at           INTEGER NOT NULL,
  door         TEXT NOT NULL,
  action       TEXT NOT NULL,
  result       TEXT NOT NULL,
  code         TEXT NOT NULL,
  inside       INTEGER NOT NULL,
  admitted     INTEGER NOT NULL,
  was          TEXT,
  version      INTEGER,
  prior        INTEGER,
  place        INTEGER,
  from_place   INTEGER,
  from_version INTEGER,
  from_prior   INTEGER,
  delta        INTEGER,
  lot          TEXT,
  serial       TEXT,
  expires      INTEGER,
  round        INTEGER,
  counted      INTEGER,
  forced       INTEGER NOT NULL CHECK (forced IN (0, 1)),
  reply        TEXT
) STRICT;

INSERT INTO new_movements (
  id, register, entry, scan, undoes, at, door, action, result, code, inside, admitted, was, version, forced, reply
)
SELECT id, register, entry, scan, undoes, at, door, action, result, code, inside, admitted, was, version, forced, reply
FROM movements;

-- An id that was given to a movement is never given again.
DELETE FROM sqlite_sequence WHERE name = 'new_movements';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_movements', seq FROM sqlite_sequence WHERE name = 'movements';
DROP TABLE movements;
ALTER TABLE new_movements RENAME TO movements;

CREATE INDEX movements_register ON movements (register, id);
CREATE INDEX movements_entry ON movements (entry, id);
CREATE INDEX movements_round ON movements (round, entry, serial) WHERE round IS NOT NULL;
CREATE INDEX movements_refused ON movements (register, code, action) WHERE result = 'no';

PRAGMA secure_delete = FAST;

-- What each user of an inbox has in hand between two scans: a place, the place that things are
-- moved from, and the quantity of the next scan. `since` is when the place was scanned.
CREATE TABLE hands (
  inbox      TEXT NOT NULL REFERENCES inboxes (name) ON DELETE CASCADE,
  user       TEXT NOT NULL,
  register   INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  place      INTEGER,
  from_place INTEGER,
  quantity   INTEGER,
  since      INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  version    INTEGER NOT NULL,
  PRIMARY KEY (inbox, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX hands_register ON hands (register);

-- Stocktakes. A register has at most one open round at a time. `first_movement` is the newest
-- movement at its begin. In a `recount`, what each user counted is compared, not added up. After
-- its end, `compared` is the last entry whose differences are known, and null once all are. While
-- its differences are booked or taken back, `booking` says which.
CREATE TABLE rounds (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  register       INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  blind          INTEGER NOT NULL CHECK (blind IN (0, 1)),
  recount        INTEGER NOT NULL CHECK (recount IN (0, 1)),
  first_movement INTEGER NOT NULL,
  began_at       INTEGER NOT NULL,
  ended_at       INTEGER,
  compared       INTEGER,
  booking        TEXT CHECK (booking IN ('apply', 'undo')),
  applied_at     INTEGER
) STRICT;

CREATE INDEX rounds_register ON rounds (register, id);
CREATE UNIQUE INDEX rounds_open ON rounds (register) WHERE ended_at IS NULL;

-- The first movement that may follow the last scan of a place by a user in a round.
CREATE TABLE round_places (
  round    INTEGER NOT NULL REFERENCES rounds (id) ON DELETE CASCADE,
  place    INTEGER NOT NULL,
  door     TEXT NOT NULL,
  movement INTEGER NOT NULL,
  PRIMARY KEY (round, place, door)
) STRICT, WITHOUT ROWID;

-- How much a user counted of an entry at a place, by how many counts that were not undone. `booked`
-- is how much was there by the register at the last count, and `first_booked` at the first one.
CREATE TABLE tallies (
  round        INTEGER NOT NULL REFERENCES rounds (id) ON DELETE CASCADE,
  entry        INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
  place        INTEGER NOT NULL,
  door         TEXT NOT NULL,
  counts       INTEGER NOT NULL,
  quantity     INTEGER NOT NULL,
  booked       INTEGER NOT NULL,
  first_booked INTEGER NOT NULL,
  counted_at   INTEGER NOT NULL,
  version      INTEGER NOT NULL,
  PRIMARY KEY (round, entry, place, door)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_entry ON tallies (entry);
CREATE INDEX tallies_place ON tallies (place) WHERE place <> 0;

-- What a round found of each entry at each place. `movement` is the one that applied the
-- difference.
CREATE TABLE differences (
  round    INTEGER NOT NULL REFERENCES rounds (id) ON DELETE CASCADE,
  entry    INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
  place    INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  counted  INTEGER NOT NULL,
  booked   INTEGER NOT NULL,
  delta    INTEGER NOT NULL,
  note     TEXT,
  movement INTEGER,
  PRIMARY KEY (round, entry, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX differences_entry ON differences (entry);
