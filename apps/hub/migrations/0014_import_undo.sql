-- The way back from the newest import of a register, as JSON: that it added the entry, or what the
-- entry had before. It is kept in the row of the entry, so that it goes with it.
ALTER TABLE entries ADD COLUMN import_undo TEXT;

CREATE INDEX entries_import_undo ON entries (register, id) WHERE import_undo IS NOT NULL;
