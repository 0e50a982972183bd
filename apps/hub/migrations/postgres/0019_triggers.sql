-- Routes for home automation. `expires_ms` is how long after its scan a delivery may still be
-- attempted, and `once_per_ms` the span within which a route delivers the same content only once.
ALTER TABLE routes ADD COLUMN expires_ms bigint;
ALTER TABLE routes ADD COLUMN once_per_ms bigint;

-- `dropped_for` says why the hub itself dropped a delivery; null in
-- every other state. `within_ms` is the span of the route that a repeated content was in.
ALTER TABLE deliveries ADD COLUMN expires_at bigint;
ALTER TABLE deliveries ADD COLUMN dropped_for text CHECK (dropped_for IN ('expired', 'repeated'));
ALTER TABLE deliveries ADD COLUMN within_ms bigint;

CREATE INDEX deliveries_expires ON deliveries (expires_at) WHERE state = 'pending' AND expires_at IS NOT NULL;

-- How many of the dropped deliveries have each reason.
ALTER TABLE delivery_counts ADD COLUMN expired bigint NOT NULL DEFAULT 0;
ALTER TABLE delivery_counts ADD COLUMN repeated bigint NOT NULL DEFAULT 0;
ALTER TABLE delivery_changes ADD COLUMN expired bigint NOT NULL DEFAULT 0;
ALTER TABLE delivery_changes ADD COLUMN repeated bigint NOT NULL DEFAULT 0;

-- What a route with `once_per_ms` took last: a hash of the content, when, and the scan.
CREATE TABLE recent_contents (
  route   bigint NOT NULL,
  content bytea NOT NULL,
  at      bigint NOT NULL,
  until   bigint NOT NULL,
  scan    bigint NOT NULL,
  PRIMARY KEY (route, content)
);

CREATE INDEX recent_contents_until ON recent_contents (until);

-- Decides whether a route that delivers the same content once within a span delivers that of a new
-- scan, and notes it if so. Call it under lock_scans(). What was not delivered to the end, because
-- it failed, was dropped or expired, does not count.
CREATE FUNCTION is_repeated(
  given_route bigint, given_content bytea, given_scan bigint, span_ms bigint, now_is bigint
) RETURNS boolean
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM recent_contents
    WHERE route = given_route AND content = given_content AND at <= now_is AND at > now_is - span_ms
      AND NOT coalesce((
        SELECT bool_and(state IN ('dead', 'dropped') OR (state = 'pending' AND node IS NULL AND expires_at <= now_is))
        FROM deliveries WHERE deliveries.scan = recent_contents.scan AND deliveries.route = given_route
      ), false)
  ) THEN
    RETURN true;
  END IF;
  INSERT INTO recent_contents (route, content, at, until, scan)
  VALUES (given_route, given_content, now_is, now_is + span_ms, given_scan)
  ON CONFLICT (route, content) DO UPDATE SET at = excluded.at, until = excluded.until, scan = excluded.scan;
  -- Two old ones go with each new one, so that no more stay than spans are open.
  DELETE FROM recent_contents WHERE (route, content) IN (
    SELECT route, content FROM recent_contents WHERE until <= now_is ORDER BY until LIMIT 2
  );
  RETURN false;
END $$;

-- Drops pending deliveries that have expired and that no node has claimed. `next_in` is the number
-- of milliseconds until the next one expires.
CREATE FUNCTION drop_expired(given_now bigint, most bigint, OUT dropped bigint, OUT next_in bigint)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
  now_is bigint := coalesce(given_now, moment());
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH found AS MATERIALIZED (
    SELECT id, destination FROM deliveries
    WHERE state = 'pending' AND expires_at <= now_is AND node IS NULL
    ORDER BY expires_at LIMIT most
    FOR NO KEY UPDATE SKIP LOCKED
  ), changed AS (
    UPDATE deliveries SET state = 'dropped', dropped_for = 'expired' FROM found WHERE deliveries.id = found.id
  ), counted AS (
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped, expired)
    SELECT destination, 0, -count(*), 0, 0, count(*), count(*) FROM found GROUP BY destination
  )
  SELECT count(*) INTO dropped FROM found;
  next_in := (
    SELECT expires_at FROM deliveries WHERE state = 'pending' AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1
  ) - now_is;
  -- At an ordered destination, the deliveries after the dropped ones may be due now.
  PERFORM pg_notify('scanhook', 'due') WHERE dropped > 0;
END $$;

-- As before, and drops the deliveries of contents that their route delivered just now.
CREATE OR REPLACE FUNCTION append_scans(
  given_by text, given_now bigint, given_inbox text[], given_user text[], given_identifier text[], given_date text[],
  given_content text[], given_tag_type text[], given_structured text[], given_source text[],
  given_received_at bigint[], given_body text[], given_words text[], given_fingerprint bytea[], given_more bigint[], given_trace text[],
  given_tag text[], given_tag_words text[], used_inbox text[], used_user text[], used_at bigint[], new_scan bigint[],
  new_route bigint[], new_state text[], new_node text[], OUT ids bigint[], OUT deliveries bigint[]
)
RETURNS record
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  now_is bigint;
  limited record;
  spans bigint[];
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
    IF EXISTS (SELECT FROM routes WHERE once_per_ms IS NOT NULL AND removed_at IS NULL) THEN
      FOR limited IN
        SELECT given.at, ids[given.scan] AS scan, routes.id AS route, routes.once_per_ms AS span,
          substr(sha256(convert_to(CASE given_content[given.scan]
            WHEN '' THEN 't' || coalesce(given_tag[given.scan], given_identifier[given.scan])
            ELSE 'c' || given_content[given.scan] END, 'UTF8')), 1, 16) AS content
        FROM unnest(new_scan, new_route, new_state) WITH ORDINALITY AS given (scan, route, state, at)
        JOIN routes ON routes.id = given.route
        WHERE routes.once_per_ms IS NOT NULL AND routes.removed_at IS NULL AND given.state = 'pending'
          AND ids[given.scan] > 0
        ORDER BY given.at
      LOOP
        IF is_repeated(limited.route, limited.content, limited.scan, limited.span, now_is) THEN
          spans[limited.at] := limited.span;
        END IF;
      END LOOP;
    END IF;
    WITH given AS MATERIALIZED (
      SELECT ids[scan] AS scan, route, CASE WHEN spans[at] IS NULL THEN state ELSE 'dropped' END AS state, node, at
      FROM unnest(new_scan, new_route, new_state, new_node) WITH ORDINALITY AS given (scan, route, state, node, at)
    ), made AS MATERIALIZED (
      SELECT nextval('deliveries_id_seq') AS id, given.*, routes.destination, routes.expires_ms,
        spans[at] AS within_ms
      FROM given JOIN routes ON routes.id = given.route AND routes.removed_at IS NULL
      WHERE given.scan > 0 ORDER BY at
    ), inserted AS (
      INSERT INTO deliveries (
        id, scan, route, destination, state, created_at, due_at, node, expires_at, dropped_for, within_ms
      )
      SELECT id, scan, route, destination, state, now_is, now_is, CASE state WHEN 'pending' THEN node END,
        CASE state WHEN 'pending' THEN now_is + expires_ms END,
        CASE WHEN within_ms IS NOT NULL THEN 'repeated' END, within_ms
      FROM made ORDER BY id
    ), counted AS (
      INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped, repeated)
      SELECT destination, count(*), count(*) FILTER (WHERE state = 'pending'), 0, 0,
        count(*) FILTER (WHERE state = 'dropped'), count(within_ms)
      FROM made GROUP BY destination
    )
    SELECT array_agg(coalesce(made.id, 0) ORDER BY given.at) INTO deliveries
    FROM given LEFT JOIN made USING (at);
  END IF;

  PERFORM pg_notify('scanhook', concat_ws(' ', 'stored', given_by, max(id), max(delivery)))
  FROM unnest(ids, deliveries) AS made (id, delivery) HAVING max(id) > 0;
END $$;

-- As before, without deliveries that have expired.
CREATE OR REPLACE FUNCTION claim_deliveries(
  given_node text, given_now bigint, wanted_destination bigint[], wanted_limit bigint[],
  OUT ids bigint[], OUT next_in bigint
)
RETURNS record
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
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
        WHERE destination = wanted.destination AND state = 'pending' AND (expires_at IS NULL OR expires_at > now_is)
        ORDER BY id LIMIT wanted.most
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
          AND (expires_at IS NULL OR expires_at > now_is)
        ORDER BY due_at, id LIMIT wanted.most
        FOR UPDATE SKIP LOCKED
      );
      UPDATE deliveries SET node = given_node WHERE id = ANY (taken);
      ids := ids || taken;
      IF cardinality(taken) < wanted.most THEN
        next_at := least(next_at, (
          SELECT due_at FROM deliveries
          WHERE destination = wanted.destination AND state = 'pending' AND node IS NULL AND due_at > now_is
            AND (expires_at IS NULL OR expires_at > now_is)
          ORDER BY due_at LIMIT 1
        ));
      END IF;
    END IF;
  END LOOP;
  next_in := next_at - now_is;
END $$;

-- As before. Whoever replays a delivery wants it sent, so its time begins again.
CREATE OR REPLACE FUNCTION replay_deliveries(given_ids bigint[], wanted_state text, given_now bigint)
RETURNS bigint
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
  now_is bigint := coalesce(given_now, moment());
  done bigint;
BEGIN
  WITH found AS MATERIALIZED (
    SELECT deliveries.id, deliveries.destination, deliveries.state, deliveries.dropped_for, routes.expires_ms
    FROM deliveries JOIN destinations ON destinations.id = deliveries.destination
    JOIN routes ON routes.id = deliveries.route
    WHERE deliveries.id = ANY (given_ids) AND node IS NULL AND destinations.removed_at IS NULL
      AND deliveries.state = coalesce(wanted_state, deliveries.state)
    ORDER BY deliveries.id
    FOR NO KEY UPDATE OF deliveries
  ), changed AS (
    UPDATE deliveries SET state = 'pending', attempts = 0, due_at = now_is, expires_at = now_is + found.expires_ms,
      dropped_for = NULL, within_ms = NULL
    FROM found WHERE deliveries.id = found.id
  ), counted AS (
    INSERT INTO delivery_changes (
      destination, accepted, pending, delivered, dead, dropped, delivered_before, expired, repeated
    )
    SELECT destination, 0, count(*), -count(*) FILTER (WHERE state = 'delivered'),
      -count(*) FILTER (WHERE state = 'dead'), -count(*) FILTER (WHERE state = 'dropped'),
      count(*) FILTER (WHERE state = 'delivered'),
      -count(*) FILTER (WHERE dropped_for = 'expired'), -count(*) FILTER (WHERE dropped_for = 'repeated')
    FROM found WHERE state <> 'pending' GROUP BY destination
  )
  SELECT count(*) INTO done FROM found;
  PERFORM pg_notify('scanhook', 'due') WHERE done > 0;
  RETURN done;
END $$;

-- As before, and counts the reasons of dropped deliveries, too.
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
    DELETE FROM deliveries WHERE scan = ANY (ids) RETURNING id, destination, state, dropped_for
  ), counted AS (
    INSERT INTO delivery_changes (
      destination, accepted, pending, delivered, dead, dropped, delivered_before, expired, repeated
    )
    SELECT destination, -count(*), -count(*) FILTER (WHERE state = 'pending'),
      -count(*) FILTER (WHERE state = 'delivered'), -count(*) FILTER (WHERE state = 'dead'),
      -count(*) FILTER (WHERE state = 'dropped'), count(*) FILTER (WHERE state = 'delivered'),
      -count(*) FILTER (WHERE dropped_for = 'expired'), -count(*) FILTER (WHERE dropped_for = 'repeated')
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
    INSERT INTO delivery_changes (
      destination, accepted, pending, delivered, dead, dropped, delivered_before, expired, repeated
    )
    SELECT destination, count(*), count(*) FILTER (WHERE state = 'pending'),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'dead'),
      count(*) FILTER (WHERE state = 'dropped'), -count(*) FILTER (WHERE state = 'delivered'),
      count(*) FILTER (WHERE dropped_for = 'expired'), count(*) FILTER (WHERE dropped_for = 'repeated')
    FROM given GROUP BY destination;
    INSERT INTO attempts
    SELECT made.* FROM jsonb_array_elements(deleted.attempts) AS attempt (row)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::attempts, attempt.row) AS made;

    DELETE FROM deleted_scans WHERE id = deleted.id;
    ids := ids || deleted.id;
  END LOOP;
  RETURN ids;
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
    delivered_before = delivery_counts.delivered_before + sums.delivered_before,
    expired = delivery_counts.expired + sums.expired,
    repeated = delivery_counts.repeated + sums.repeated
  FROM (
    SELECT destination, sum(accepted)::bigint AS accepted, sum(pending)::bigint AS pending,
      sum(delivered)::bigint AS delivered, sum(dead)::bigint AS dead, sum(dropped)::bigint AS dropped,
      sum(delivered_before)::bigint AS delivered_before,
      sum(expired)::bigint AS expired, sum(repeated)::bigint AS repeated
    FROM folded GROUP BY destination
  ) AS sums
  WHERE delivery_counts.destination = sums.destination;
END $$;
