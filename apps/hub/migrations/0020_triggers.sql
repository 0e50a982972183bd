-- Routes for home automation. `expires_ms` is how long after its scan a delivery may still be
-- attempted, and `once_per_ms` the span within which a route delivers the same content only once.
ALTER TABLE routes ADD COLUMN expires_ms INTEGER;
ALTER TABLE routes ADD COLUMN once_per_ms INTEGER;

-- `dropped_for` says why the hub itself dropped a delivery; null in
-- every other state. `within_ms` is the span of the route that a repeated content was in.
ALTER TABLE deliveries ADD COLUMN expires_at INTEGER;
ALTER TABLE deliveries ADD COLUMN dropped_for TEXT CHECK (dropped_for IN ('expired', 'repeated'));
ALTER TABLE deliveries ADD COLUMN within_ms INTEGER;

CREATE INDEX deliveries_expires ON deliveries (expires_at) WHERE state = 'pending' AND expires_at IS NOT NULL;

-- How many of the dropped deliveries have each reason.
ALTER TABLE delivery_counts ADD COLUMN expired INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery_counts ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;

-- What a route with `once_per_ms` took last: a hash of the content, when, and the scan.
CREATE TABLE recent_contents (
  route   INTEGER NOT NULL,
  content BLOB NOT NULL,
  at      INTEGER NOT NULL,
  until   INTEGER NOT NULL,
  scan    INTEGER NOT NULL,
  PRIMARY KEY (route, content)
) STRICT, WITHOUT ROWID;

CREATE INDEX recent_contents_until ON recent_contents (until);
