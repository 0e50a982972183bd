-- The keys of the tags of a register that has only tags that cannot be copied: sealed secrets by
-- their names, as JSON.
ALTER TABLE registers ADD COLUMN secrets TEXT;

-- The inbox in memory has the rules and the keys of its register.
CREATE TRIGGER registers_checks AFTER UPDATE OF rules, secrets ON registers BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;

-- The highest counter of such a tag, and when and where it was scanned. `register` is the one that
-- has the entries. A counter stays when the scan or the entry is deleted, or its link would count
-- again.
CREATE TABLE tag_counters (
  register INTEGER NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  tag      TEXT NOT NULL,
  counter  INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  door     TEXT NOT NULL,
  PRIMARY KEY (register, tag)
) STRICT, WITHOUT ROWID;
