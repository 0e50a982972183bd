-- What the hub knows of people or things, and what a scan of them does. A register may take its
-- entries from another one and keeps its own states. Texts that people see in `label`, `attention`,
-- `fields` and `reply` go when it is emptied.
CREATE TABLE registers (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL UNIQUE,
  title        TEXT,
  kind         TEXT NOT NULL,
  rules        TEXT NOT NULL,
  entries_from INTEGER REFERENCES registers (id),
  keep_days    INTEGER,
  created_at   INTEGER NOT NULL,
  revision     INTEGER NOT NULL DEFAULT 1,
  changed_at   INTEGER
) STRICT;

-- The register that decides about the scans of an inbox.
CREATE TABLE bindings (
  inbox    TEXT PRIMARY KEY REFERENCES inboxes (name) ON DELETE CASCADE,
  register INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  action   TEXT NOT NULL,
  answer   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bindings_register ON bindings (register);

CREATE TRIGGER bindings_insert AFTER INSERT ON bindings BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER bindings_update AFTER UPDATE ON bindings BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER bindings_delete AFTER DELETE ON bindings BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;

-- `import` is the last import that contained the entry. The version grows with every edit.
CREATE TABLE entries (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  register    INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  label       TEXT NOT NULL,
  category    TEXT,
  attention   TEXT,
  fields      TEXT NOT NULL,
  blocked     INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
  valid_from  INTEGER,
  valid_until INTEGER,
  import      TEXT,
  version     INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX entries_register ON entries (register, id);

CREATE TABLE entry_keys (
  register INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  key      TEXT NOT NULL,
  entry    INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
  PRIMARY KEY (register, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_keys_entry ON entry_keys (entry);

-- An entry without a state was never inside.
CREATE TABLE states (
  register INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  entry    INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
  status   TEXT NOT NULL,
  since    INTEGER NOT NULL,
  door     TEXT NOT NULL,
  uses     INTEGER NOT NULL,
  version  INTEGER NOT NULL,
  PRIMARY KEY (register, entry)
) STRICT, WITHOUT ROWID;

CREATE INDEX states_entry ON states (entry);

CREATE TABLE counters (
  register INTEGER PRIMARY KEY REFERENCES registers (id) ON DELETE CASCADE,
  inside   INTEGER NOT NULL DEFAULT 0,
  admitted INTEGER NOT NULL DEFAULT 0,
  refused  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The journal. A row is never changed, except that emptying the register takes the entry and the
-- reply out of it. `was` is the state before, and `version` that of the state it led to: null if it
-- changed nothing. `scan` may be a deleted one.
CREATE TABLE movements (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  register INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  entry    INTEGER,
  scan     INTEGER NOT NULL UNIQUE,
  undoes   INTEGER UNIQUE,
  at       INTEGER NOT NULL,
  door     TEXT NOT NULL,
  action   TEXT NOT NULL,
  result   TEXT NOT NULL,
  code     TEXT NOT NULL,
  inside   INTEGER NOT NULL,
  admitted INTEGER NOT NULL,
  was      TEXT,
  version  INTEGER,
  forced   INTEGER NOT NULL CHECK (forced IN (0, 1)),
  reply    TEXT
) STRICT;

CREATE INDEX movements_register ON movements (register, id);
CREATE INDEX movements_entry ON movements (entry, id);
