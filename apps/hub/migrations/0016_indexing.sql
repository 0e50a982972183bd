-- Scans are stored first, and indexed by their fingerprints and words some thousands at a time,
-- sorted, because single fingerprints would be spread over as many pages as there are scans in a
-- commit. `sqlite/indexing.ts` does both.
CREATE TABLE fingerprints (
  fingerprint BLOB PRIMARY KEY,
  scan        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO fingerprints SELECT fingerprint, id FROM scans ORDER BY fingerprint;

DROP INDEX scans_fingerprint;

CREATE TRIGGER scans_delete_fingerprint AFTER DELETE ON scans BEGIN
  DELETE FROM fingerprints WHERE fingerprint = old.fingerprint AND scan = old.id;
END;

-- One row. Every scan up to this id is in `fingerprints` and `scan_words`, unless it was deleted.
CREATE TABLE indexing (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  scan INTEGER NOT NULL
) STRICT;

INSERT INTO indexing SELECT 1, coalesce(max(id), 0) FROM scans;
