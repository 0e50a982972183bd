-- The revision and the time of the last edit, as inboxes, destinations and routes have them since
-- 0008.
ALTER TABLE alert_settings ADD COLUMN revision bigint NOT NULL DEFAULT 1, ADD COLUMN changed_at bigint;
