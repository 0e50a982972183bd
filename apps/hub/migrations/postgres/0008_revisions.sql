-- A revision grows with every edit, so that an edit made from an older state is noticed. The time
-- of the last edit is empty before the first one. Pausing a destination is no edit.
ALTER TABLE inboxes ADD COLUMN revision bigint NOT NULL DEFAULT 1, ADD COLUMN changed_at bigint;
ALTER TABLE destinations ADD COLUMN revision bigint NOT NULL DEFAULT 1, ADD COLUMN changed_at bigint;
ALTER TABLE routes ADD COLUMN revision bigint NOT NULL DEFAULT 1, ADD COLUMN changed_at bigint;

-- Those of the name of a tag. A tag that was never named has revision 1.
ALTER TABLE tags ADD COLUMN revision bigint NOT NULL DEFAULT 1, ADD COLUMN changed_at bigint;
