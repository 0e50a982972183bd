-- One row once a hub is being moved here from SQLite (`moving/`): how far that is, until it is
-- finished.
CREATE TABLE moves (
  singleton   integer PRIMARY KEY CHECK (singleton = 1),
  source      text NOT NULL,
  from_place  text NOT NULL,
  started_at  bigint NOT NULL,
  finished_at bigint,
  at_table    text,
  at_key      text
);
