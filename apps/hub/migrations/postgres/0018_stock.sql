-- Registers of things. `role` tells places and number cards from guests and things, for which it is
-- null. Quantities, here and below, are in thousandths of the unit; without `unit`, things are
-- counted in pieces. `amount` is the number of a number card, and `recalled` a JSON list of lots. An
-- entry that the scan of an unknown code added is `unnamed` until it gets a name.
ALTER TABLE entries ADD COLUMN role text CHECK (role IN ('place', 'number'));
ALTER TABLE entries ADD COLUMN unit text;
ALTER TABLE entries ADD COLUMN minimum bigint;
ALTER TABLE entries ADD COLUMN amount bigint;
ALTER TABLE entries ADD COLUMN recalled text;
ALTER TABLE entries ADD COLUMN unnamed boolean NOT NULL DEFAULT false;

CREATE INDEX entries_role ON entries (register, role, id) WHERE role IS NOT NULL;
CREATE INDEX entries_unnamed ON entries (register, id) WHERE unnamed;
CREATE INDEX entries_minimum ON entries (register, id) WHERE minimum IS NOT NULL;

-- A guest has one state, at no place (0). A thing has one for each place at which it ever was.
-- `effective` is the version that the state led back to by an undo, else that of the state itself.
ALTER TABLE states ADD COLUMN place bigint NOT NULL DEFAULT 0;
ALTER TABLE states ADD COLUMN quantity bigint NOT NULL DEFAULT 0;
ALTER TABLE states ADD COLUMN effective bigint NOT NULL DEFAULT 0;
UPDATE states SET effective = version;
ALTER TABLE states DROP CONSTRAINT states_pkey;
ALTER TABLE states ADD PRIMARY KEY (register, entry, place);

CREATE INDEX states_place ON states (place) WHERE place <> 0;

-- `prior` is the effective version of the state before. `delta` was added at `place`, and taken away
-- at `from_place`, for whose state `from_version` and `from_prior` are the same. The lot, the serial number and the date of expiry (milliseconds since
-- 1970) are those of the code. `scan` is null for a movement that no scan made.
ALTER TABLE movements ALTER COLUMN scan DROP NOT NULL;
ALTER TABLE movements ADD COLUMN prior bigint;
ALTER TABLE movements ADD COLUMN place bigint;
ALTER TABLE movements ADD COLUMN from_place bigint;
ALTER TABLE movements ADD COLUMN from_version bigint;
ALTER TABLE movements ADD COLUMN from_prior bigint;
ALTER TABLE movements ADD COLUMN delta bigint;
ALTER TABLE movements ADD COLUMN lot text;
ALTER TABLE movements ADD COLUMN serial text;
ALTER TABLE movements ADD COLUMN expires bigint;

-- What each user of an inbox has in hand between two scans: a place, the place that things are moved
-- from, and the quantity of the next scan. `since` is when the place was scanned.
CREATE TABLE hands (
  inbox      text COLLATE "C" NOT NULL REFERENCES inboxes (name) ON DELETE CASCADE,
  "user"     text COLLATE "C" NOT NULL,
  register   bigint NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  place      bigint,
  from_place bigint,
  quantity   bigint,
  since      bigint NOT NULL,
  touched_at bigint NOT NULL,
  version    bigint NOT NULL,
  PRIMARY KEY (inbox, "user")
);

CREATE INDEX hands_register ON hands (register);

-- Stores arrivals that registers decided about. `expected` is what the decisions rest on: if any of
-- it has changed since it was read, nothing is stored and `stale` is true. So a decision is as if
-- it were made under the lock, which nobody holds while a network is waited for. `decided` has the
-- movements with the places of their scans, the new states, entries and hands, and the sums of the
-- counters. The other parameters are those of `append_scans`. Raises `serialization_failure` if
-- another transaction has just added one of the new keys.
CREATE OR REPLACE FUNCTION append_decided(
  expected jsonb, decided jsonb,
  given_by text, given_now bigint,
  given_inbox text[], given_user text[], given_identifier text[], given_date text[], given_content text[],
  given_tag_type text[], given_structured text[], given_source text[], given_received_at bigint[], given_body text[],
  given_words text[], given_fingerprint bytea[], given_more bigint[], given_trace text[],
  given_tag text[], given_tag_words text[],
  used_inbox text[], used_user text[], used_at bigint[],
  new_scan bigint[], new_route bigint[], new_state text[], new_node text[],
  OUT ids bigint[], OUT deliveries bigint[], OUT movements bigint[], OUT stale boolean
) LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  added bigint;
BEGIN
  PERFORM lock_scans();
  stale := EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'registers') AS seen (id bigint, revision bigint, most_inside bigint)
    LEFT JOIN registers ON registers.id = seen.id
    LEFT JOIN counters ON counters.register = seen.id
    WHERE registers.revision IS DISTINCT FROM seen.revision OR counters.inside > seen.most_inside
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'entries') AS seen (id bigint, version bigint)
    LEFT JOIN entries ON entries.id = seen.id
    WHERE entries.version IS DISTINCT FROM seen.version
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'states') AS seen (register bigint, entry bigint, versions bigint)
    WHERE seen.versions <> (
      SELECT coalesce(sum(version), 0) FROM states
      WHERE states.register = seen.register AND states.entry = seen.entry
    )
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'hands') AS seen (inbox text, "user" text, version bigint)
    LEFT JOIN hands ON hands.inbox = seen.inbox AND hands."user" = seen."user"
    WHERE coalesce(hands.version, 0) <> seen.version
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'entries') AS made (list bigint, key text)
    JOIN entry_keys ON entry_keys.register = made.list AND entry_keys.key = made.key
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'movements') AS made (scan bigint)
    JOIN scans ON scans.fingerprint = given_fingerprint[made.scan]
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'movements') AS made (undoes bigint)
    JOIN movements ON movements.undoes = made.undoes
  );
  IF stale THEN
    RETURN;
  END IF;

  SELECT appended.ids, appended.deliveries INTO ids, deliveries FROM append_scans(
    given_by, given_now, given_inbox, given_user, given_identifier, given_date, given_content, given_tag_type,
    given_structured, given_source, given_received_at, given_body, given_words, given_fingerprint, given_more,
    given_trace, given_tag, given_tag_words, used_inbox, used_user, used_at, new_scan, new_route, new_state, new_node
  ) AS appended;

  INSERT INTO entries (id, register, label, folded, fields, unnamed)
  SELECT id, list, label, folded, '{}', true
  FROM jsonb_to_recordset(decided -> 'entries') AS made (id bigint, list bigint, label text, folded text);

  INSERT INTO entry_keys (register, key, folded, entry)
  SELECT list, key, folded_key, id
  FROM jsonb_to_recordset(decided -> 'entries') AS made (id bigint, list bigint, key text, folded_key text)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added < jsonb_array_length(decided -> 'entries') THEN
    RAISE EXCEPTION 'A new key was added meanwhile.' USING ERRCODE = 'serialization_failure';
  END IF;

  WITH made AS MATERIALIZED (
    SELECT nextval('movements_id_seq') AS id, made.*
    FROM jsonb_to_recordset(decided -> 'movements') AS made (
      scan bigint, register bigint, entry bigint, undoes bigint, at bigint, door text, action text, result text, code text,
      inside bigint, admitted bigint, was text, version bigint, prior bigint, place bigint, from_place bigint,
      from_version bigint, from_prior bigint, delta bigint, lot text, serial text, expires bigint, forced boolean, reply text
    )
  ), inserted AS (
    INSERT INTO movements (
      id, scan, register, entry, undoes, at, door, action, result, code, inside, admitted, was, version, prior, place,
      from_place, from_version, from_prior, delta, lot, serial, expires, forced, reply
    )
    SELECT id, ids[scan], register, entry, undoes, at, door, action, result, code, inside, admitted, was, version, prior,
      place, from_place, from_version, from_prior, delta, lot, serial, expires, forced, reply
    FROM made
  )
  SELECT array_agg(id ORDER BY scan) FILTER (WHERE scan IS NOT NULL) INTO movements FROM made;

  INSERT INTO states (register, entry, place, status, quantity, since, door, uses, version, effective)
  SELECT register, entry, place, status, quantity, since, door, uses, version, effective
  FROM jsonb_to_recordset(decided -> 'states') AS made (
    register bigint, entry bigint, place bigint, status text, quantity bigint, since bigint, door text, uses bigint,
    version bigint, effective bigint
  )
  ON CONFLICT (register, entry, place) DO UPDATE SET status = excluded.status, quantity = excluded.quantity,
    since = excluded.since, door = excluded.door, uses = excluded.uses, version = excluded.version,
    effective = excluded.effective;

  INSERT INTO hands (inbox, "user", register, place, from_place, quantity, since, touched_at, version)
  SELECT inbox, "user", register, place, from_place, quantity, since, touched_at, version
  FROM jsonb_to_recordset(decided -> 'hands') AS made (
    inbox text, "user" text, register bigint, place bigint, from_place bigint, quantity bigint, since bigint,
    touched_at bigint, version bigint
  )
  ON CONFLICT (inbox, "user") DO UPDATE SET register = excluded.register, place = excluded.place,
    from_place = excluded.from_place, quantity = excluded.quantity, since = excluded.since,
    touched_at = excluded.touched_at, version = excluded.version;

  UPDATE counters SET inside = counters.inside + made.inside, admitted = counters.admitted + made.admitted,
    refused = counters.refused + made.refused
  FROM jsonb_to_recordset(decided -> 'counters') AS made (
    register bigint, inside bigint, admitted bigint, refused bigint
  )
  WHERE counters.register = made.register;
END $$;
