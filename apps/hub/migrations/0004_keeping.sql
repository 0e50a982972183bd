-- How long scans are kept; NULL: for good.
ALTER TABLE inboxes ADD COLUMN keep_days INTEGER CHECK (keep_days > 0);
ALTER TABLE inboxes ADD COLUMN keep_scans INTEGER CHECK (keep_scans > 0);

-- The audit trails: which inboxes have one, also after the inbox was removed, and how far it
-- reaches. Scans beyond last_scan are chained with the next one, in its transaction.
CREATE TABLE audits (
  inbox     TEXT PRIMARY KEY,
  count     INTEGER NOT NULL DEFAULT 0,
  hash      TEXT NOT NULL DEFAULT '',
  last_scan INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Its place in the trail, and the hash over it and all before it.
CREATE TABLE audit_hashes (
  scan  INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  hash  TEXT NOT NULL
) STRICT;
