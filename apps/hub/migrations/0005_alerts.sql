-- What the owner is told about: a row for each subject that was ever in trouble (`destination:7`,
-- `given-up:7`, `disk`, `backup`). A row whose state is not the one that was told is due for an
-- alert.
CREATE TABLE alerts (
  subject TEXT PRIMARY KEY,
  state   TEXT NOT NULL,
  told    TEXT NOT NULL DEFAULT 'ok',
  detail  TEXT NOT NULL,
  since   INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- When the alert may be sent. While a process sends it, this is when the process is given up.
  due_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- At most one row: which destinations alerts go to, and from when on.
CREATE TABLE alert_settings (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  settings  TEXT NOT NULL,
  origin    TEXT NOT NULL CHECK (origin IN ('dashboard', 'file'))
) STRICT;
