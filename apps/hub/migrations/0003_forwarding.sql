-- Where scans are passed on to. What was removed stays for the names in its deliveries, without
-- settings and secrets.
CREATE TABLE destinations (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  name          TEXT NOT NULL,
  title         TEXT,
  kind          TEXT NOT NULL,
  settings      TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('on', 'held', 'dropping')),
  notice        TEXT,
  concurrency   INTEGER NOT NULL,
  ordered       INTEGER NOT NULL CHECK (ordered IN (0, 1)),
  allow_private INTEGER NOT NULL CHECK (allow_private IN (0, 1)),
  origin        TEXT NOT NULL CHECK (origin IN ('dashboard', 'file')),
  created_at    INTEGER NOT NULL,
  removed_at    INTEGER
) STRICT;

CREATE UNIQUE INDEX destinations_name ON destinations (name) WHERE removed_at IS NULL;

CREATE TABLE secrets (
  destination INTEGER NOT NULL REFERENCES destinations (id),
  name        TEXT NOT NULL,
  sealed      TEXT NOT NULL,
  PRIMARY KEY (destination, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE routes (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL,
  title       TEXT,
  inbox       TEXT,
  destination INTEGER NOT NULL REFERENCES destinations (id),
  filter      TEXT NOT NULL,
  shape       TEXT NOT NULL,
  mode        TEXT NOT NULL CHECK (mode IN ('stored', 'through')),
  enabled     INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  origin      TEXT NOT NULL CHECK (origin IN ('dashboard', 'file')),
  created_at  INTEGER NOT NULL,
  removed_at  INTEGER
) STRICT;

CREATE UNIQUE INDEX routes_name ON routes (name) WHERE removed_at IS NULL;
CREATE INDEX routes_destination ON routes (destination);

-- Both grow: with every change of routing, and whenever something may have become due other than by
-- a new delivery. So a process tells from one number each what another one did.
ALTER TABLE owner ADD COLUMN routing_revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE owner ADD COLUMN due_revision INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER destinations_insert AFTER INSERT ON destinations BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER destinations_update AFTER UPDATE ON destinations BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER secrets_insert AFTER INSERT ON secrets BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER secrets_update AFTER UPDATE ON secrets BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER secrets_delete AFTER DELETE ON secrets BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER routes_insert AFTER INSERT ON routes BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;
CREATE TRIGGER routes_update AFTER UPDATE ON routes BEGIN
  UPDATE owner SET routing_revision = routing_revision + 1;
END;

ALTER TABLE scans ADD COLUMN trace TEXT;

-- Receivers know a delivery again by its id, so none is given twice. Only what is pending has a
-- node.
CREATE TABLE deliveries (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  scan        INTEGER NOT NULL,
  route       INTEGER NOT NULL,
  destination INTEGER NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead', 'dropped')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  due_at      INTEGER NOT NULL,
  node        TEXT CHECK (node IS NULL OR state = 'pending')
) STRICT;

-- Each ends with the id by itself.
CREATE INDEX deliveries_scan ON deliveries (scan);
CREATE INDEX deliveries_route ON deliveries (route);
CREATE INDEX deliveries_state ON deliveries (destination, state);
CREATE INDEX deliveries_due ON deliveries (destination, due_at) WHERE state = 'pending' AND node IS NULL;
-- As small as what is under way.
CREATE INDEX deliveries_claimed ON deliveries (destination, node) WHERE node IS NOT NULL;

-- Whoever inserts, changes or deletes deliveries keeps the counts true in the same transaction.
CREATE TABLE delivery_counts (
  destination INTEGER PRIMARY KEY REFERENCES destinations (id),
  accepted    INTEGER NOT NULL DEFAULT 0,
  pending     INTEGER NOT NULL DEFAULT 0,
  delivered   INTEGER NOT NULL DEFAULT 0,
  dead        INTEGER NOT NULL DEFAULT 0,
  dropped     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE attempts (
  id       INTEGER PRIMARY KEY,
  delivery INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  ms       REAL NOT NULL,
  node     TEXT NOT NULL,
  status   INTEGER,
  error    TEXT,
  answer   TEXT
) STRICT;

CREATE INDEX attempts_delivery ON attempts (delivery);

-- Who was seen alive while it had something under way.
CREATE TABLE nodes (
  name    TEXT PRIMARY KEY,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
