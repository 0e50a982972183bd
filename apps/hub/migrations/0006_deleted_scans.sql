-- Scans that were deleted and can still be brought back. The snapshot is JSON of their rows in
-- `scans`, `deliveries` and `attempts`, which are gone from there. `deletion` names what was
-- deleted together.
CREATE TABLE deleted_scans (
  id         INTEGER PRIMARY KEY,
  inbox      TEXT NOT NULL,
  deletion   TEXT NOT NULL,
  deleted_at INTEGER NOT NULL,
  snapshot   TEXT NOT NULL
) STRICT;

CREATE INDEX deleted_scans_deletion ON deleted_scans (deletion);
CREATE INDEX deleted_scans_deleted_at ON deleted_scans (deleted_at);
