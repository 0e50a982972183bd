-- Times are milliseconds since 1970 in UTC.

CREATE TABLE inboxes (
  name       TEXT PRIMARY KEY,
  title      TEXT,
  open       INTEGER NOT NULL CHECK (open IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE credentials (
  inbox         TEXT NOT NULL REFERENCES inboxes (name) ON DELETE CASCADE,
  user          TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  last_used_at  INTEGER,
  PRIMARY KEY (inbox, user)
) STRICT, WITHOUT ROWID;

-- Scans outlive their inbox when its owner wants them kept: no foreign key.
-- AUTOINCREMENT: an id is never given twice, also after the newest scan was deleted.
CREATE TABLE scans (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  inbox       TEXT NOT NULL,
  user        TEXT,
  identifier  TEXT NOT NULL,
  date        TEXT NOT NULL,
  content     TEXT NOT NULL,
  tag_type    TEXT,
  structured  TEXT,
  source      TEXT CHECK (source IN ('nfc', 'code')),
  received_at INTEGER NOT NULL,
  repeats     INTEGER NOT NULL DEFAULT 0,
  fingerprint BLOB NOT NULL,
  body        TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX scans_fingerprint ON scans (fingerprint);
CREATE INDEX scans_inbox ON scans (inbox, id);
CREATE INDEX scans_source ON scans (source, id);
CREATE INDEX scans_received_at ON scans (received_at);

-- The words of a scan. An identifier is one word, without its colons and dashes, so that it is
-- found either way. Whoever inserts scans inserts their words in the same transaction, for all of
-- them in one statement: a trigger would make FTS5 write out its index for every single scan, which
-- takes twice as long.
CREATE VIRTUAL TABLE scan_words USING fts5 (
  content, identifier, user,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER scans_delete_words AFTER DELETE ON scans BEGIN
  DELETE FROM scan_words WHERE rowid = old.id;
END;

-- One row. The revision grows with every change that matters to who may post where, so that a
-- process can keep the inboxes in memory and tell from one number that another process changed
-- them.
CREATE TABLE owner (
  only           INTEGER PRIMARY KEY CHECK (only = 1),
  password_hash  TEXT,
  inbox_revision INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO owner (only) VALUES (1);

CREATE TRIGGER inboxes_insert AFTER INSERT ON inboxes BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER inboxes_update AFTER UPDATE ON inboxes BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER inboxes_delete AFTER DELETE ON inboxes BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER credentials_insert AFTER INSERT ON credentials BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER credentials_update AFTER UPDATE OF inbox, user, password_hash ON credentials BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
CREATE TRIGGER credentials_delete AFTER DELETE ON credentials BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;

CREATE TABLE tokens (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  hash         TEXT NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE TABLE sessions (
  hash       TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE codes (
  hash       TEXT PRIMARY KEY,
  purpose    TEXT NOT NULL CHECK (purpose IN ('login', 'pair')),
  data       TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at    INTEGER
) STRICT, WITHOUT ROWID;
