-- The keys of the tags of a register that has only tags that cannot be copied: sealed secrets by
-- their names, as JSON.
ALTER TABLE registers ADD COLUMN secrets text;

-- The inbox in memory has the rules and the keys of its register.
CREATE TRIGGER registers_checks AFTER UPDATE OF rules, secrets ON registers
  FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_change();

-- The highest counter of such a tag, and when and where it was scanned. `register` is the one that
-- has the entries. A counter stays when the scan or the entry is deleted, or its link would count
-- again.
CREATE TABLE tag_counters (
  register bigint NOT NULL REFERENCES registers (id) ON DELETE CASCADE,
  tag      text NOT NULL,
  counter  bigint NOT NULL,
  at       bigint NOT NULL,
  door     text NOT NULL,
  PRIMARY KEY (register, tag)
);

-- Stores arrivals that registers decided about. `expected` is what the decisions rest on: if any of
-- it has changed since it was read, nothing is stored and `stale` is true. So a decision is as if
-- it were made under the lock, which nobody holds while a network is waited for. `decided` has the
-- movements with the places of their scans, the new states, entries, keys and hands, the fields of
-- entries that change, the counters of tags, and the sums of the counters. The other parameters are
-- those of `append_scans`. Raises `serialization_failure` if another transaction has just added one
-- of the new keys.
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
    SELECT FROM jsonb_to_recordset(expected -> 'registers') AS seen (
      id bigint, revision bigint, most_inside bigint, round bigint
    )
    LEFT JOIN registers ON registers.id = seen.id
    LEFT JOIN counters ON counters.register = seen.id
    LEFT JOIN rounds ON rounds.register = seen.id AND rounds.ended_at IS NULL
    WHERE registers.revision IS DISTINCT FROM seen.revision OR counters.inside > seen.most_inside
      OR rounds.id IS DISTINCT FROM seen.round
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
    SELECT FROM jsonb_to_recordset(expected -> 'tallies') AS seen (round bigint, entry bigint, versions bigint)
    WHERE seen.versions <> (
      SELECT coalesce(sum(version), 0) FROM tallies WHERE tallies.round = seen.round AND tallies.entry = seen.entry
    )
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'hands') AS seen (inbox text, "user" text, version bigint)
    LEFT JOIN hands ON hands.inbox = seen.inbox AND hands."user" = seen."user"
    WHERE coalesce(hands.version, 0) <> seen.version
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(expected -> 'tags') AS seen (register bigint, tag text, counter bigint)
    LEFT JOIN tag_counters ON tag_counters.register = seen.register AND tag_counters.tag = seen.tag
    WHERE tag_counters.counter IS DISTINCT FROM seen.counter
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'keys') AS made (list bigint, key text)
    JOIN entry_keys ON entry_keys.register = made.list AND entry_keys.key = made.key
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'movements') AS made (scan bigint)
    JOIN scans ON scans.fingerprint = given_fingerprint[made.scan]
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'movements') AS made (undoes bigint)
    JOIN movements ON movements.undoes = made.undoes
  ) OR EXISTS (
    SELECT FROM jsonb_to_recordset(decided -> 'movements') AS made (answered bigint)
    JOIN movements ON movements.answered = made.answered
  );
  IF stale THEN
    RETURN;
  END IF;

  SELECT appended.ids, appended.deliveries INTO ids, deliveries FROM append_scans(
    given_by, given_now, given_inbox, given_user, given_identifier, given_date, given_content, given_tag_type,
    given_structured, given_source, given_received_at, given_body, given_words, given_fingerprint, given_more,
    given_trace, given_tag, given_tag_words, used_inbox, used_user, used_at, new_scan, new_route, new_state, new_node
  ) AS appended;

  INSERT INTO entries (id, register, label, folded, category, attention, fields, unnamed)
  SELECT id, list, label, folded, category, attention, fields, unnamed
  FROM jsonb_to_recordset(decided -> 'entries') AS made (
    id bigint, list bigint, label text, folded text, category text, attention text, fields text, unnamed boolean
  );

  INSERT INTO entry_keys (register, key, folded, entry)
  SELECT list, key, folded, entry
  FROM jsonb_to_recordset(decided -> 'keys') AS made (list bigint, key text, folded text, entry bigint)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added < jsonb_array_length(decided -> 'keys') THEN
    RAISE EXCEPTION 'A new key was added meanwhile.' USING ERRCODE = 'serialization_failure';
  END IF;

  UPDATE entries SET fields = made.fields, version = made.version
  FROM jsonb_to_recordset(decided -> 'edits') AS made (id bigint, fields text, version bigint)
  WHERE entries.id = made.id;

  WITH made AS MATERIALIZED (
    SELECT nextval('movements_id_seq') AS id, made.*
    FROM jsonb_to_recordset(decided -> 'movements') AS made (
      scan bigint, register bigint, entry bigint, undoes bigint, at bigint, door text, action text, result text, code text,
      inside bigint, admitted bigint, was text, version bigint, prior bigint, place bigint, from_place bigint,
      from_version bigint, from_prior bigint, delta bigint, lot text, serial text, expires bigint,
      round bigint, counted bigint, holder bigint, due_at bigint, answers text, answered bigint, forced boolean, reply text
    )
  ), inserted AS (
    INSERT INTO movements (
      id, scan, register, entry, undoes, at, door, action, result, code, inside, admitted, was, version, prior, place,
      from_place, from_version, from_prior, delta, lot, serial, expires, round, counted, holder, due_at, answers,
      answered, forced, reply
    )
    SELECT id, ids[scan], register, entry, undoes, at, door, action, result, code, inside, admitted, was, version, prior,
      place, from_place, from_version, from_prior, delta, lot, serial, expires, round, counted, holder, due_at, answers,
      answered, forced, reply
    FROM made
  )
  SELECT array_agg(id ORDER BY scan) FILTER (WHERE scan IS NOT NULL) INTO movements FROM made;

  INSERT INTO states (
    register, entry, place, status, quantity, since, door, uses, holder, due_at, told, version, effective
  )
  SELECT register, entry, place, status, quantity, since, door, uses, holder, due_at, told, version, effective
  FROM jsonb_to_recordset(decided -> 'states') AS made (
    register bigint, entry bigint, place bigint, status text, quantity bigint, since bigint, door text, uses bigint,
    holder bigint, due_at bigint, told bigint, version bigint, effective bigint
  )
  ON CONFLICT (register, entry, place) DO UPDATE SET status = excluded.status, quantity = excluded.quantity,
    since = excluded.since, door = excluded.door, uses = excluded.uses, holder = excluded.holder,
    due_at = excluded.due_at, told = excluded.told, version = excluded.version, effective = excluded.effective;

  INSERT INTO hands (inbox, "user", register, place, from_place, quantity, holder, due_at, since, touched_at, version)
  SELECT inbox, "user", register, place, from_place, quantity, holder, due_at, since, touched_at, version
  FROM jsonb_to_recordset(decided -> 'hands') AS made (
    inbox text, "user" text, register bigint, place bigint, from_place bigint, quantity bigint, holder bigint,
    due_at bigint, since bigint, touched_at bigint, version bigint
  )
  ON CONFLICT (inbox, "user") DO UPDATE SET register = excluded.register, place = excluded.place,
    from_place = excluded.from_place, quantity = excluded.quantity, holder = excluded.holder,
    due_at = excluded.due_at, since = excluded.since, touched_at = excluded.touched_at, version = excluded.version;

  INSERT INTO round_places (round, place, door, movement)
  SELECT round, place, door, movements[1]
  FROM jsonb_to_recordset(decided -> 'visits') AS made (round bigint, place bigint, door text)
  ON CONFLICT (round, place, door) DO UPDATE SET movement = excluded.movement;

  INSERT INTO tallies (round, entry, place, door, counts, quantity, booked, first_booked, counted_at, version)
  SELECT round, entry, place, door, counts, quantity, booked, first_booked, counted_at, 1
  FROM jsonb_to_recordset(decided -> 'tallies') AS made (
    round bigint, entry bigint, place bigint, door text, counts bigint, quantity bigint, booked bigint,
    first_booked bigint, counted_at bigint
  )
  ON CONFLICT (round, entry, place, door) DO UPDATE SET counts = tallies.counts + excluded.counts,
    quantity = tallies.quantity + excluded.quantity, booked = excluded.booked, counted_at = excluded.counted_at,
    version = tallies.version + 1;

  INSERT INTO tag_counters (register, tag, counter, at, door)
  SELECT register, tag, counter, at, door
  FROM jsonb_to_recordset(decided -> 'tags') AS made (
    register bigint, tag text, counter bigint, at bigint, door text
  )
  ON CONFLICT (register, tag) DO UPDATE SET counter = excluded.counter, at = excluded.at, door = excluded.door;

  UPDATE counters SET inside = counters.inside + made.inside, admitted = counters.admitted + made.admitted,
    refused = counters.refused + made.refused
  FROM jsonb_to_recordset(decided -> 'counters') AS made (
    register bigint, inside bigint, admitted bigint, refused bigint
  )
  WHERE counters.register = made.register;
END $$;
