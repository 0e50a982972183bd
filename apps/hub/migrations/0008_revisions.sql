-- A revision grows with every edit, so that an edit made from an older state is noticed. The time
-- of the last edit is empty before the first one. Pausing a destination is no edit.
ALTER TABLE inboxes ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE inboxes ADD COLUMN changed_at INTEGER;
ALTER TABLE destinations ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE destinations ADD COLUMN changed_at INTEGER;
ALTER TABLE routes ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE routes ADD COLUMN changed_at INTEGER;

-- Those of the name of a tag. A tag that was never named has revision 1.
ALTER TABLE tags ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tags ADD COLUMN changed_at INTEGER;
