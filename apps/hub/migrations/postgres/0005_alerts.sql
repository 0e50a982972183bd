-- What the owner is told about: a row for each subject that was ever in trouble (`destination:7`,
-- `given-up:7`, `disk`, `backup`). A row whose state is not the one that was told is due for an
-- alert.
CREATE TABLE alerts (
  subject text COLLATE "C" PRIMARY KEY,
  state   text NOT NULL,
  told    text NOT NULL DEFAULT 'ok',
  detail  text NOT NULL,
  since   bigint NOT NULL,
  seen_at bigint NOT NULL,
  -- When the alert may be sent. While a node sends it, this is when the node is given up.
  due_at  bigint NOT NULL
);

-- At most one row: which destinations alerts go to, and from when on.
CREATE TABLE alert_settings (
  singleton bigint PRIMARY KEY CHECK (singleton = 1),
  settings  text NOT NULL,
  origin    text NOT NULL CHECK (origin IN ('dashboard', 'file'))
);
