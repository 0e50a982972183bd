-- The tag a scan is of: its identifier as the contract writes it. None for codes, and for tags that
-- did not show theirs.
ALTER TABLE scans ADD COLUMN tag TEXT;

-- Upper case, colons between, and what ISO 15693 readers give least significant byte first turned
-- so that E0 leads.
WITH RECURSIVE
  places (at) AS (SELECT 1 UNION ALL SELECT at + 2 FROM places WHERE at < 63),
  shown AS (
    SELECT DISTINCT identifier, upper(replace(replace(identifier, ':', ''), '-', '')) AS hex
    FROM scans WHERE source = 'nfc' AND identifier <> 'NoIdentifierInCompatibilityMode'
  ),
  turned AS (
    SELECT identifier, hex, iif(length(hex) = 16 AND hex LIKE '%E0' AND hex NOT LIKE 'E0%', -1, 1) AS way
    FROM shown WHERE length(hex) <= 64
  ),
  written AS MATERIALIZED (
    SELECT identifier, group_concat(substr(hex, at, 2), ':' ORDER BY way * at) AS tag
    FROM turned, places WHERE at < length(hex)
    GROUP BY identifier
  )
UPDATE scans SET tag = written.tag FROM written
WHERE scans.source = 'nfc' AND scans.identifier = written.identifier;

CREATE INDEX scans_tag ON scans (tag, id) WHERE tag IS NOT NULL;

-- Whoever inserts or deletes scans keeps the counts true in the same transaction. The scans are
-- their ids, 0 for none. A tag stays while it has scans or a name.
CREATE TABLE tags (
  id         INTEGER PRIMARY KEY,
  identifier TEXT NOT NULL UNIQUE,
  name       TEXT,
  scans      INTEGER NOT NULL DEFAULT 0,
  first_scan INTEGER NOT NULL DEFAULT 0,
  last_scan  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tags_last_scan ON tags (last_scan DESC, identifier);

INSERT INTO tags (identifier, scans, first_scan, last_scan)
SELECT tag, count(*), min(id), max(id) FROM scans WHERE tag IS NOT NULL GROUP BY tag;

-- The words of a tag: its name, its identifier and what its last scan read; as `scan_words`.
CREATE VIRTUAL TABLE tag_words USING fts5 (
  name, identifier, content,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);

INSERT INTO tag_words (rowid, name, identifier, content)
SELECT tags.id, tags.name, replace(tags.identifier, ':', ''), scans.content
FROM tags JOIN scans ON scans.id = tags.last_scan;

CREATE TRIGGER tags_delete_words AFTER DELETE ON tags BEGIN
  DELETE FROM tag_words WHERE rowid = old.id;
END;
