-- The people who use the dashboard. The owner of earlier releases becomes the first of them. SQLite
-- cannot add a reference with a value to a table, so `tokens`, `sessions` and `codes` are copied.

CREATE TABLE people (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  name          TEXT NOT NULL,
  -- The name in NFC and lower case, because people log in with it.
  name_key      TEXT NOT NULL UNIQUE,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'desk', 'viewer')),
  -- The inboxes that the person is limited to, as a JSON list; null: all.
  inboxes       TEXT,
  -- The provider that the person logs in at, and who they are there; null: a local account.
  issuer        TEXT,
  subject       TEXT,
  password_hash TEXT,
  -- The sealed secret of one-time passwords (RFC 6238), and the last time step that was used.
  totp          TEXT,
  totp_step     INTEGER,
  created_at    INTEGER NOT NULL,
  last_login_at INTEGER,
  revision      INTEGER NOT NULL DEFAULT 1,
  changed_at    INTEGER,
  UNIQUE (issuer, subject)
) STRICT;

INSERT INTO people (id, name, name_key, role, password_hash, created_at)
SELECT 1, 'owner', 'owner', 'owner', password_hash,
  coalesce((SELECT min(applied_at) FROM migrations), 0) FROM owner;

ALTER TABLE owner DROP COLUMN password_hash;
-- How long the journal of changes is kept; null: for good.
ALTER TABLE owner ADD COLUMN changes_keep_days INTEGER CHECK (changes_keep_days > 0);

CREATE TABLE recovery_codes (
  hash   TEXT PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_codes_person ON recovery_codes (person);

CREATE TABLE passkeys (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  person        INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name          TEXT NOT NULL,
  -- The id of the credential and its COSE key, in Base64url.
  credential    TEXT NOT NULL UNIQUE,
  public_key    TEXT NOT NULL,
  counter       INTEGER NOT NULL,
  transports    TEXT,
  created_at    INTEGER NOT NULL,
  last_used_at  INTEGER
) STRICT;

CREATE INDEX passkeys_person ON passkeys (person);

CREATE TABLE new_tokens (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  hash         TEXT NOT NULL UNIQUE,
  person       INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- A JSON list. Tokens of earlier releases have the scope `all`.
  scopes       TEXT NOT NULL,
  inboxes      TEXT,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  last_used_at INTEGER
) STRICT;

INSERT INTO new_tokens (id, name, hash, person, scopes, created_at, last_used_at)
SELECT id, name, hash, 1, '["all"]', created_at, last_used_at FROM tokens;
DROP TABLE tokens;
ALTER TABLE new_tokens RENAME TO tokens;

CREATE INDEX tokens_person ON tokens (person);

CREATE TABLE new_sessions (
  hash         TEXT PRIMARY KEY,
  person       INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- How the person logged in, and the browser.
  method       TEXT NOT NULL CHECK (method IN ('password', 'passkey', 'sso')),
  agent        TEXT,
  -- The ID token of the provider, which the log-out there asks for.
  id_token     TEXT,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

INSERT INTO new_sessions (hash, person, method, created_at, expires_at)
SELECT hash, 1, 'password', created_at, expires_at FROM sessions;
DROP TABLE sessions;
ALTER TABLE new_sessions RENAME TO sessions;

CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE new_codes (
  hash       TEXT PRIMARY KEY,
  purpose    TEXT NOT NULL CHECK (purpose IN ('login', 'pair', 'sso', 'passkey')),
  -- The person whose password a `login` code sets.
  person     INTEGER REFERENCES people (id) ON DELETE CASCADE,
  data       TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at    INTEGER
) STRICT, WITHOUT ROWID;

INSERT INTO new_codes (hash, purpose, person, data, expires_at, used_at)
SELECT hash, purpose, CASE purpose WHEN 'login' THEN 1 END, data, expires_at, used_at FROM codes;
DROP TABLE codes;
ALTER TABLE new_codes RENAME TO codes;

-- The person who sends as this user of an inbox.
ALTER TABLE credentials ADD COLUMN person INTEGER REFERENCES people (id) ON DELETE SET NULL;

-- The journal of changed settings. It keeps names as they were, so it refers to nothing.
CREATE TABLE changes (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  -- Who made the change, and by which way: their session, an API token, a command and so on.
  by_name TEXT NOT NULL,
  via     TEXT NOT NULL,
  subject TEXT NOT NULL,
  name    TEXT NOT NULL,
  action  TEXT NOT NULL CHECK (action IN ('added', 'changed', 'removed')),
  -- The changed fields with their old and new values, as a JSON list.
  fields  TEXT NOT NULL
) STRICT;

CREATE INDEX changes_at ON changes (at);
