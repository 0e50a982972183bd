-- What is written is written in functions: one call is one transaction, so that no lock is ever
-- held while something waits for a network. Those that look rows up by their keys may not read a
-- whole table instead, as a plan that was made while the table was small would.

-- Whoever adds or deletes scans, or changes tags, holds this lock until its transaction has ended.
-- So ids are given in the order of the commits, whichever node commits: who has seen an id has
-- seen, or will never see, those below it.
CREATE FUNCTION lock_scans() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(1935892846) $$;

-- Milliseconds since 1970 by the clock of the database.
CREATE FUNCTION moment() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- A text as JSON.stringify writes it. U+001A and a 0 stand for U+0000, and with a 1 for itself
-- (`stored-text.ts`).
CREATE FUNCTION json_text(stored text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stored IS NULL THEN 'null'
    WHEN strpos(stored, E'\x1A') = 0 THEN to_json(stored)::text
    ELSE '"' || array_to_string(ARRAY(
      SELECT substr(json, 2, length(json) - 2)
      FROM (
        SELECT to_json(replace(part, E'\x1A1', E'\x1A'))::text AS json, at
        FROM unnest(string_to_array(stored, E'\x1A0')) WITH ORDINALITY AS parts (part, at)
      ) AS parts ORDER BY at
    ), '\u0000') || '"'
  END
$$;

-- Takes some scans into the audit trail of their inbox, in their order; answers how many. The hash
-- is the one of `chain.ts`. Whoever calls it holds the lock.
CREATE FUNCTION chain_scans(given_inbox text, most bigint) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  trail audits;
  scan record;
  done bigint := 0;
BEGIN
  SELECT * INTO trail FROM audits WHERE inbox = given_inbox;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  FOR scan IN
    SELECT id, '[' || id || ',' || json_text(inbox) || ',' || json_text("user") || ',' || json_text(identifier)
      || ',' || json_text(date) || ',' || json_text(content) || ',"'
      || to_char(timestamp 'epoch' + received_at * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '",' || json_text(body) || ']' AS received
    FROM scans WHERE inbox = given_inbox AND id > trail.last_scan ORDER BY id LIMIT most
  LOOP
    trail.hash := encode(sha256(convert_to(trail.hash || scan.received, 'UTF8')), 'hex');
    trail.count := trail.count + 1;
    trail.last_scan := scan.id;
    done := done + 1;
    INSERT INTO audit_hashes (scan, count, hash) VALUES (trail.last_scan, trail.count, trail.hash);
  END LOOP;
  UPDATE audits SET count = trail.count, hash = trail.hash, last_scan = trail.last_scan
  WHERE inbox = given_inbox AND done > 0;
  RETURN done;
END $$;

-- Stores arrivals, no two with the same fingerprint; `given_more` says how often each came again
-- among them. Answers the ids of the scans in the order given, negative for one that was there
-- before; and the ids of the deliveries, which name their scan by its place in that order: 0 for
-- one whose route is gone or whose scan was there before. Null arrays: none of these. `given_now`
-- null: the clock of the database.
CREATE FUNCTION append_scans(
  given_by text, given_now bigint,
  given_inbox text[], given_user text[], given_identifier text[], given_date text[], given_content text[],
  given_tag_type text[], given_structured text[], given_source text[], given_received_at bigint[], given_body text[],
  given_words text[], given_fingerprint bytea[], given_more bigint[], given_trace text[],
  given_tag text[], given_tag_words text[],
  used_inbox text[], used_user text[], used_at bigint[],
  new_scan bigint[], new_route bigint[], new_state text[], new_node text[],
  OUT ids bigint[], OUT deliveries bigint[]
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  now_is bigint;
BEGIN
  PERFORM lock_scans();

  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(
      given_inbox, given_user, given_identifier, given_date, given_content, given_tag_type, given_structured,
      given_source, given_tag, given_received_at, given_more, given_fingerprint, given_body, given_words, given_trace
    ) WITH ORDINALITY AS given (
      inbox, "user", identifier, date, content, tag_type, structured,
      source, tag, received_at, more, fingerprint, body, words, trace, at
    )
  ), stored AS (
    INSERT INTO scans (
      inbox, "user", identifier, date, content, tag_type, structured,
      source, tag, received_at, repeats, fingerprint, body, words, trace
    )
    SELECT inbox, "user", identifier, date, content, tag_type, structured,
      source, tag, received_at, more, fingerprint, body, words::tsvector, trace
    FROM given ORDER BY at
    ON CONFLICT (fingerprint) DO UPDATE SET repeats = scans.repeats + excluded.repeats + 1
    RETURNING scans.id, scans.fingerprint, scans.repeats
  )
  SELECT array_agg(CASE WHEN stored.repeats = given.more THEN stored.id ELSE -stored.id END ORDER BY given.at)
  INTO ids
  FROM given JOIN stored USING (fingerprint);

  IF given_tag IS NOT NULL THEN
    INSERT INTO tags (identifier, own_words, words, scans, first_scan, last_scan)
    SELECT tag, own, own || ts_filter(words, '{d}'), scans, first, last
    FROM (
      SELECT tag, min(tag_words)::tsvector AS own, count(*) AS scans, min(id) AS first, max(id) AS last,
        (array_agg(words ORDER BY id DESC))[1]::tsvector AS words
      FROM unnest(ids, given_tag, given_tag_words, given_words) AS seen (id, tag, tag_words, words)
      WHERE id > 0 AND tag IS NOT NULL
      GROUP BY tag
    ) AS seen
    ON CONFLICT (identifier) DO UPDATE SET
      scans = tags.scans + excluded.scans,
      first_scan = CASE tags.first_scan WHEN 0 THEN excluded.first_scan ELSE tags.first_scan END,
      last_scan = excluded.last_scan,
      words = tags.own_words || ts_filter(excluded.words, '{d}');
  END IF;

  -- With some of what a trail that just began has not taken in yet.
  PERFORM chain_scans(inbox, cardinality(ids) + 100)
  FROM audits
  WHERE inbox IN (SELECT inbox FROM unnest(ids, given_inbox) AS given (id, inbox) WHERE id > 0);

  IF used_inbox IS NOT NULL THEN
    UPDATE credentials SET last_used_at = used.at
    FROM unnest(used_inbox, used_user, used_at) AS used (inbox, "user", at)
    WHERE credentials.inbox = used.inbox AND credentials."user" = used."user"
      AND (last_used_at IS NULL OR last_used_at <= used.at - 60000);
  END IF;

  IF new_route IS NOT NULL THEN
    now_is := coalesce(given_now, moment());
    WITH given AS MATERIALIZED (
      SELECT ids[scan] AS scan, route, state, node, at
      FROM unnest(new_scan, new_route, new_state, new_node) WITH ORDINALITY AS given (scan, route, state, node, at)
    ), made AS MATERIALIZED (
      SELECT nextval('deliveries_id_seq') AS id, given.*, routes.destination
      FROM given JOIN routes ON routes.id = given.route AND routes.removed_at IS NULL
      WHERE given.scan > 0 ORDER BY at
    ), inserted AS (
      INSERT INTO deliveries (id, scan, route, destination, state, created_at, due_at, node)
      SELECT id, scan, route, destination, state, now_is, now_is, CASE state WHEN 'pending' THEN node END
      FROM made ORDER BY id
    ), counted AS (
      INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
      SELECT destination, count(*), count(*) FILTER (WHERE state = 'pending'), 0, 0,
        count(*) FILTER (WHERE state = 'dropped')
      FROM made GROUP BY destination
    )
    SELECT array_agg(coalesce(made.id, 0) ORDER BY given.at) INTO deliveries
    FROM given LEFT JOIN made USING (at);
  END IF;

  PERFORM pg_notify('scanhook', concat_ws(' ', 'stored', given_by, max(id), max(delivery)))
  FROM unnest(ids, deliveries) AS made (id, delivery) HAVING max(id) > 0;
END $$;

-- Gives a tag a name or takes it away (null), with the words it has of its own then. The tag goes
-- when it has neither a name nor scans. Answers whether it had a name.
CREATE FUNCTION change_tag(given_identifier text, given_name text, given_words text) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  had_name boolean;
BEGIN
  PERFORM lock_scans();
  had_name := EXISTS (SELECT FROM tags WHERE identifier = given_identifier AND name IS NOT NULL);
  INSERT INTO tags (identifier, own_words, words)
  VALUES (given_identifier, given_words::tsvector, given_words::tsvector) ON CONFLICT (identifier) DO NOTHING;
  UPDATE tags SET name = given_name, own_words = given_words::tsvector,
    words = given_words::tsvector
      || coalesce((SELECT ts_filter(scans.words, '{d}') FROM scans WHERE scans.id = tags.last_scan), '')
  WHERE identifier = given_identifier;
  DELETE FROM tags WHERE identifier = given_identifier AND scans = 0 AND name IS NULL;
  RETURN had_name;
END $$;

-- Deletes those of these scans that are there and in no audit trail, with their deliveries, and
-- answers how many. `only_settled`: and have no delivery still to be made.
CREATE FUNCTION delete_scans(given_ids bigint[], only_settled boolean) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids bigint[];
  gone text[];
  gone_deliveries bigint[];
BEGIN
  PERFORM lock_scans();
  -- So that none becomes due again meanwhile.
  PERFORM FROM deliveries WHERE scan = ANY (given_ids) ORDER BY id FOR UPDATE;
  ids := ARRAY(
    SELECT id FROM scans
    WHERE id = ANY (given_ids) AND NOT EXISTS (SELECT FROM audits WHERE audits.inbox = scans.inbox)
      AND NOT (only_settled AND EXISTS (
        SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending'
      ))
  );
  WITH deleted AS (DELETE FROM scans WHERE id = ANY (ids) RETURNING tag)
  SELECT array_agg(tag) INTO gone FROM deleted;
  UPDATE tags SET
    scans = tags.scans - lost.scans,
    first_scan = coalesce((SELECT min(id) FROM scans WHERE scans.tag = tags.identifier), 0),
    last_scan = coalesce((SELECT max(id) FROM scans WHERE scans.tag = tags.identifier), 0)
  FROM (SELECT tag, count(*) AS scans FROM unnest(gone) AS tag WHERE tag IS NOT NULL GROUP BY tag) AS lost
  WHERE tags.identifier = lost.tag;
  UPDATE tags SET words = own_words
    || coalesce((SELECT ts_filter(scans.words, '{d}') FROM scans WHERE scans.id = tags.last_scan), '')
  WHERE identifier = ANY (gone);
  DELETE FROM tags WHERE identifier = ANY (gone) AND scans = 0 AND name IS NULL;

  WITH deleted AS (
    DELETE FROM deliveries WHERE scan = ANY (ids) RETURNING id, destination, state
  ), counted AS (
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
    SELECT destination, -count(*), -count(*) FILTER (WHERE state = 'pending'),
      -count(*) FILTER (WHERE state = 'delivered'), -count(*) FILTER (WHERE state = 'dead'),
      -count(*) FILTER (WHERE state = 'dropped')
    FROM deleted GROUP BY destination
  )
  SELECT array_agg(id) INTO gone_deliveries FROM deleted;
  DELETE FROM attempts WHERE delivery = ANY (gone_deliveries);
  RETURN coalesce(array_length(gone, 1), 0);
END $$;

-- Takes what is due for a node, at most so many of each destination. An ordered one gives its
-- oldest pending delivery, when nothing of it is under way and that one is due; its row is locked,
-- so that no two nodes look at the same time. Answers the ids, and in how many milliseconds more
-- will be due, as far as that is known. A claim that a crash of the database forgets is only made
-- again, so nothing waits for the disk.
CREATE FUNCTION claim_deliveries(
  given_node text, given_now bigint, wanted_destination bigint[], wanted_limit bigint[],
  OUT ids bigint[], OUT next_in bigint
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  now_is bigint := coalesce(given_now, moment());
  wanted record;
  place record;
  oldest record;
  taken bigint[];
  next_at bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  ids := '{}';
  FOR wanted IN SELECT * FROM unnest(wanted_destination, wanted_limit) AS wanted (destination, most) ORDER BY 1 LOOP
    SELECT ordered INTO place FROM destinations
    WHERE id = wanted.destination AND state = 'on' AND removed_at IS NULL;
    CONTINUE WHEN NOT FOUND OR wanted.most < 1;
    IF place.ordered THEN
      PERFORM FROM destinations WHERE id = wanted.destination FOR NO KEY UPDATE;
      CONTINUE WHEN EXISTS (SELECT FROM deliveries WHERE destination = wanted.destination AND node IS NOT NULL);
      -- What is pending and not yet due holds back those behind it.
      FOR oldest IN
        SELECT id, due_at FROM deliveries
        WHERE destination = wanted.destination AND state = 'pending' ORDER BY id LIMIT wanted.most
      LOOP
        IF oldest.due_at > now_is THEN
          next_at := least(next_at, oldest.due_at);
          EXIT;
        END IF;
        UPDATE deliveries SET node = given_node WHERE id = oldest.id AND state = 'pending' AND node IS NULL;
        EXIT WHEN NOT FOUND;
        ids := ids || oldest.id;
      END LOOP;
    ELSE
      taken := ARRAY(
        SELECT id FROM deliveries
        WHERE destination = wanted.destination AND state = 'pending' AND node IS NULL AND due_at <= now_is
        ORDER BY due_at, id LIMIT wanted.most
        FOR UPDATE SKIP LOCKED
      );
      UPDATE deliveries SET node = given_node WHERE id = ANY (taken);
      ids := ids || taken;
      IF cardinality(taken) < wanted.most THEN
        next_at := least(next_at, (
          SELECT due_at FROM deliveries
          WHERE destination = wanted.destination AND state = 'pending' AND node IS NULL AND due_at > now_is
          ORDER BY due_at LIMIT 1
        ));
      END IF;
    END IF;
  END LOOP;
  next_in := next_at - now_is;
END $$;

-- Writes down attempts (`given_at` null: none), and what follows from those whose claim this node
-- still has.
CREATE FUNCTION settle_deliveries(
  given_node text, given_id bigint[], given_state text[], given_due_at bigint[],
  given_at bigint[], given_ms double precision[], given_status integer[], given_error text[], given_answer text[]
) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  later boolean;
BEGIN
  -- What a crash of the database forgets is done once more, as after a crash of the node.
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(given_id, given_state, given_due_at, given_at) AS given (id, state, due_at, at)
  ), changed AS (
    UPDATE deliveries SET state = given.state, node = NULL, due_at = coalesce(given.due_at, deliveries.due_at),
      attempts = deliveries.attempts + CASE WHEN given.at IS NULL THEN 0 ELSE 1 END
    FROM given
    WHERE deliveries.id = given.id AND deliveries.node = given_node
    RETURNING deliveries.destination, deliveries.state
  ), counted AS (
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
    SELECT destination, 0, -count(*), count(*) FILTER (WHERE state = 'delivered'),
      count(*) FILTER (WHERE state = 'dead'), count(*) FILTER (WHERE state = 'dropped')
    FROM changed WHERE state <> 'pending' GROUP BY destination
  )
  SELECT bool_or(state = 'pending') INTO later FROM changed;

  -- Not of a delivery that was deleted with its scan.
  INSERT INTO attempts (delivery, at, ms, node, status, error, answer)
  SELECT deliveries.id, given.at, given.ms, given_node, given.status, given.error, given.answer
  FROM unnest(given_id, given_at, given_ms, given_status, given_error, given_answer)
    WITH ORDINALITY AS given (id, at, ms, status, error, answer, place)
  JOIN deliveries ON deliveries.id = given.id
  WHERE given.at IS NOT NULL ORDER BY given.place;

  -- Another node has to know it when this one ends before it is due.
  IF later THEN
    PERFORM pg_notify('scanhook', 'due ' || given_node);
  END IF;
END $$;

-- Of these, what is in this state (any, when null) and not under way is due now, unless its
-- destination is gone.
CREATE FUNCTION replay_deliveries(given_ids bigint[], wanted_state text, given_now bigint) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  done bigint;
BEGIN
  WITH found AS MATERIALIZED (
    SELECT deliveries.id, deliveries.destination, deliveries.state
    FROM deliveries JOIN destinations ON destinations.id = deliveries.destination
    WHERE deliveries.id = ANY (given_ids) AND node IS NULL AND removed_at IS NULL
      AND deliveries.state = coalesce(wanted_state, deliveries.state)
    ORDER BY deliveries.id
    FOR NO KEY UPDATE OF deliveries
  ), changed AS (
    UPDATE deliveries SET state = 'pending', attempts = 0, due_at = coalesce(given_now, moment())
    FROM found WHERE deliveries.id = found.id
  ), counted AS (
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
    SELECT destination, 0, count(*), -count(*) FILTER (WHERE state = 'delivered'),
      -count(*) FILTER (WHERE state = 'dead'), -count(*) FILTER (WHERE state = 'dropped')
    FROM found WHERE state <> 'pending' GROUP BY destination
  )
  SELECT count(*) INTO done FROM found;
  PERFORM pg_notify('scanhook', 'due') WHERE done > 0;
  RETURN done;
END $$;

-- Of these, what is pending is dropped; what is under way only when it is wanted too.
CREATE FUNCTION drop_deliveries(given_ids bigint[], also_under_way boolean) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  done bigint;
BEGIN
  WITH found AS MATERIALIZED (
    SELECT id, destination FROM deliveries
    WHERE id = ANY (given_ids) AND state = 'pending' AND (node IS NULL OR also_under_way)
    ORDER BY id
    FOR NO KEY UPDATE
  ), changed AS (
    UPDATE deliveries SET state = 'dropped', node = NULL FROM found WHERE deliveries.id = found.id
  ), counted AS (
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
    SELECT destination, 0, -count(*), 0, 0, count(*) FROM found GROUP BY destination
  )
  SELECT count(*) INTO done FROM found;
  RETURN done;
END $$;

-- Says that this node lives, and frees what nodes had claimed that were silent; answers whether
-- there was any. A node is written down only while it has something under way, so a hub at rest
-- writes nothing; of one that nobody wrote down the silence begins now.
CREATE FUNCTION beat(given_node text, silent_ms bigint, given_now bigint) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  now_is bigint := coalesce(given_now, moment());
  busy text[];
  silent text[];
  freed bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  busy := ARRAY(SELECT DISTINCT node FROM deliveries WHERE node IS NOT NULL);
  INSERT INTO nodes (name, seen_at)
  SELECT name, now_is FROM unnest(busy) AS name
  WHERE name = given_node OR NOT EXISTS (SELECT FROM nodes WHERE nodes.name = name.name)
  ON CONFLICT (name) DO UPDATE SET seen_at = now_is WHERE nodes.name = given_node;
  DELETE FROM nodes WHERE name = given_node AND name <> ALL (busy);
  WITH gone AS (
    DELETE FROM nodes WHERE name <> given_node AND seen_at <= now_is - silent_ms RETURNING name
  )
  SELECT array_agg(name) INTO silent FROM gone;
  IF silent IS NULL THEN
    RETURN false;
  END IF;
  UPDATE deliveries SET node = NULL WHERE node IS NOT NULL AND node = ANY (silent);
  GET DIAGNOSTICS freed = ROW_COUNT;
  PERFORM pg_notify('scanhook', 'due ' || given_node) WHERE freed > 0;
  RETURN freed > 0;
END $$;

-- Gives back what this node has, and forgets it.
CREATE FUNCTION leave(given_node text) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE deliveries SET node = NULL WHERE node IS NOT NULL AND node = given_node;
  IF FOUND THEN
    PERFORM pg_notify('scanhook', 'due ' || given_node);
  END IF;
  DELETE FROM nodes WHERE name = given_node;
END $$;

-- Brings what `delivery_changes` has into `delivery_counts`; one node at a time, the others leave
-- it to that one.
CREATE FUNCTION fold_delivery_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(1935892848) THEN
    RETURN;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH folded AS (DELETE FROM delivery_changes RETURNING *)
  UPDATE delivery_counts SET
    accepted = delivery_counts.accepted + sums.accepted,
    pending = delivery_counts.pending + sums.pending,
    delivered = delivery_counts.delivered + sums.delivered,
    dead = delivery_counts.dead + sums.dead,
    dropped = delivery_counts.dropped + sums.dropped
  FROM (
    SELECT destination, sum(accepted)::bigint AS accepted, sum(pending)::bigint AS pending,
      sum(delivered)::bigint AS delivered, sum(dead)::bigint AS dead, sum(dropped)::bigint AS dropped
    FROM folded GROUP BY destination
  ) AS sums
  WHERE delivery_counts.destination = sums.destination;
END $$;
