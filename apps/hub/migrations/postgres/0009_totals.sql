-- How many scans were received on a day, by inbox and user, whether or not they are still stored.
-- Only a scan that is stored for the first time counts, in the transaction that stores it. A day is
-- the number of days since 1970 in UTC, of the time at which the scan was received. An empty user
-- stands for none. Each group of scans updates the same few rows, so their pages keep room for
-- that.
CREATE TABLE scan_counts (
  day    bigint NOT NULL,
  inbox  text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  scans  bigint NOT NULL,
  PRIMARY KEY (day, inbox, "user")
) WITH (fillfactor = 50);

-- So that no scan is stored between counting the stored ones and the new function.
SELECT lock_scans();

INSERT INTO scan_counts (day, inbox, "user", scans)
SELECT received_at / 86400000, inbox, coalesce("user", ''), count(*)
FROM (
  SELECT received_at, inbox, "user" FROM scans
  UNION ALL
  SELECT (scan ->> 'received_at')::bigint, inbox, scan ->> 'user' FROM deleted_scans
) AS received
GROUP BY 1, 2, 3;

-- Deliveries that were delivered and no longer count as such, because their scan was deleted or
-- they are sent again. So the sum with `delivered` never shrinks.
ALTER TABLE delivery_counts ADD COLUMN delivered_before bigint NOT NULL DEFAULT 0;
ALTER TABLE delivery_changes ADD COLUMN delivered_before bigint NOT NULL DEFAULT 0;

UPDATE delivery_counts SET delivered_before = deleted.deliveries
FROM (
  SELECT (delivery ->> 'destination')::bigint AS destination, count(*) AS deliveries
  FROM deleted_scans CROSS JOIN LATERAL jsonb_array_elements(deleted_scans.deliveries) AS delivery
  WHERE delivery ->> 'state' = 'delivered' GROUP BY 1
) AS deleted
WHERE delivery_counts.destination = deleted.destination;

-- The functions below are those of 0003 and 0006, which now keep these counts too.

CREATE OR REPLACE FUNCTION append_scans(
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

  INSERT INTO scan_counts (day, inbox, "user", scans)
  SELECT received_at / 86400000, inbox, coalesce("user", ''), count(*)
  FROM unnest(ids, given_inbox, given_user, given_received_at) AS given (id, inbox, "user", received_at)
  WHERE id > 0
  GROUP BY 1, 2, 3
  ON CONFLICT (day, inbox, "user") DO UPDATE SET scans = scan_counts.scans + excluded.scans;

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

CREATE OR REPLACE FUNCTION delete_scans(given_ids bigint[], only_settled boolean) RETURNS bigint
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
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped, delivered_before)
    SELECT destination, -count(*), -count(*) FILTER (WHERE state = 'pending'),
      -count(*) FILTER (WHERE state = 'delivered'), -count(*) FILTER (WHERE state = 'dead'),
      -count(*) FILTER (WHERE state = 'dropped'), count(*) FILTER (WHERE state = 'delivered')
    FROM deleted GROUP BY destination
  )
  SELECT array_agg(id) INTO gone_deliveries FROM deleted;
  DELETE FROM attempts WHERE delivery = ANY (gone_deliveries);
  RETURN coalesce(array_length(gone, 1), 0);
END $$;

CREATE OR REPLACE FUNCTION restore_scans(given_ids bigint[], deleted_after bigint) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  deleted deleted_scans;
  restored scans;
  ids bigint[] := '{}';
BEGIN
  PERFORM lock_scans();
  FOR deleted IN
    SELECT * FROM deleted_scans
    WHERE id = ANY (given_ids) AND deleted_at > deleted_after
      AND NOT EXISTS (SELECT FROM audits WHERE audits.inbox = deleted_scans.inbox)
    ORDER BY id FOR UPDATE
  LOOP
    restored := jsonb_populate_record(NULL::scans, deleted.scan);
    IF EXISTS (SELECT FROM scans WHERE fingerprint = restored.fingerprint) THEN
      restored.fingerprint := substr(sha256(restored.fingerprint || convert_to(deleted.id::text, 'UTF8')), 1, 20);
    END IF;
    INSERT INTO scans SELECT restored.*;

    IF restored.tag IS NOT NULL THEN
      INSERT INTO tags (identifier, own_words, words)
      VALUES (restored.tag, deleted.tag_words::tsvector, deleted.tag_words::tsvector)
      ON CONFLICT (identifier) DO NOTHING;
      UPDATE tags SET scans = tags.scans + 1,
        first_scan = (SELECT min(id) FROM scans WHERE scans.tag = restored.tag),
        last_scan = (SELECT max(id) FROM scans WHERE scans.tag = restored.tag)
      WHERE identifier = restored.tag;
      UPDATE tags SET words = own_words
        || coalesce((SELECT ts_filter(scans.words, '{d}') FROM scans WHERE scans.id = tags.last_scan), '')
      WHERE identifier = restored.tag;
    END IF;

    -- What was pending for a destination that was removed meanwhile is dropped, as by the removal.
    WITH given AS MATERIALIZED (
      SELECT made.* FROM jsonb_array_elements(deleted.deliveries) AS delivery (row)
      CROSS JOIN LATERAL jsonb_populate_record(
        NULL::deliveries,
        delivery.row || '{"node": null}' || CASE
          WHEN delivery.row ->> 'state' = 'pending' AND EXISTS (
            SELECT FROM destinations
            WHERE destinations.id = (delivery.row ->> 'destination')::bigint AND removed_at IS NOT NULL
          ) THEN '{"state": "dropped"}'::jsonb ELSE '{}'::jsonb END
      ) AS made
    ), inserted AS (
      INSERT INTO deliveries SELECT * FROM given
    )
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped, delivered_before)
    SELECT destination, count(*), count(*) FILTER (WHERE state = 'pending'),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'dead'),
      count(*) FILTER (WHERE state = 'dropped'), -count(*) FILTER (WHERE state = 'delivered')
    FROM given GROUP BY destination;
    INSERT INTO attempts
    SELECT made.* FROM jsonb_array_elements(deleted.attempts) AS attempt (row)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::attempts, attempt.row) AS made;

    DELETE FROM deleted_scans WHERE id = deleted.id;
    ids := ids || deleted.id;
  END LOOP;
  RETURN ids;
END $$;

CREATE OR REPLACE FUNCTION replay_deliveries(given_ids bigint[], wanted_state text, given_now bigint) RETURNS bigint
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
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped, delivered_before)
    SELECT destination, 0, count(*), -count(*) FILTER (WHERE state = 'delivered'),
      -count(*) FILTER (WHERE state = 'dead'), -count(*) FILTER (WHERE state = 'dropped'),
      count(*) FILTER (WHERE state = 'delivered')
    FROM found WHERE state <> 'pending' GROUP BY destination
  )
  SELECT count(*) INTO done FROM found;
  PERFORM pg_notify('scanhook', 'due') WHERE done > 0;
  RETURN done;
END $$;

CREATE OR REPLACE FUNCTION fold_delivery_changes() RETURNS void LANGUAGE plpgsql AS $$
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
    dropped = delivery_counts.dropped + sums.dropped,
    delivered_before = delivery_counts.delivered_before + sums.delivered_before
  FROM (
    SELECT destination, sum(accepted)::bigint AS accepted, sum(pending)::bigint AS pending,
      sum(delivered)::bigint AS delivered, sum(dead)::bigint AS dead, sum(dropped)::bigint AS dropped,
      sum(delivered_before)::bigint AS delivered_before
    FROM folded GROUP BY destination
  ) AS sums
  WHERE delivery_counts.destination = sums.destination;
END $$;
