-- Scans that were received while the clock of the hub was wrong. Their times stay, because audit
-- trails rest on them. Retention counts their days from corrected_at. While the clock is wrong,
-- neither end is known.
CREATE TABLE clock_faults (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  first_scan   INTEGER NOT NULL,
  last_scan    INTEGER,
  corrected_at INTEGER,
  CHECK ((last_scan IS NULL) = (corrected_at IS NULL))
) STRICT;
