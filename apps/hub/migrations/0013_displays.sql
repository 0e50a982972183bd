-- Door displays: links that show the counts and the last verdict of a register to whoever has them.
-- Only the hash of a link is kept. Without a door, a display shows the verdicts of all doors.
CREATE TABLE displays (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  register   INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL UNIQUE,
  door       TEXT,
  names      INTEGER NOT NULL CHECK (names IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX displays_register ON displays (register, id);
