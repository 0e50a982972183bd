-- Scans that were deleted and can still be brought back. `scan`, `deliveries` and `attempts` are
-- their rows, which are gone from these tables, and `tag_words` is `own_words` of their tag.
-- `deletion` names what was deleted together.
CREATE TABLE deleted_scans (
  id         bigint PRIMARY KEY,
  inbox      text COLLATE "C" NOT NULL,
  deletion   text COLLATE "C" NOT NULL,
  deleted_at bigint NOT NULL,
  bytes      bigint NOT NULL,
  scan       jsonb NOT NULL,
  tag_words  text,
  deliveries jsonb NOT NULL,
  attempts   jsonb NOT NULL
);

CREATE INDEX deleted_scans_deletion ON deleted_scans (deletion);
CREATE INDEX deleted_scans_deleted_at ON deleted_scans (deleted_at);

-- Deletes scans so that they can be brought back, and returns their ids. Leaves out those of an
-- audit trail.
CREATE FUNCTION trash_scans(given_ids bigint[], given_deletion text, given_now bigint) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids bigint[];
BEGIN
  PERFORM lock_scans();
  -- So that no node settles one meanwhile.
  PERFORM FROM deliveries WHERE scan = ANY (given_ids) ORDER BY id FOR UPDATE;
  ids := ARRAY(
    SELECT id FROM scans
    WHERE id = ANY (given_ids) AND NOT EXISTS (SELECT FROM audits WHERE audits.inbox = scans.inbox)
  );
  INSERT INTO deleted_scans (id, inbox, deletion, deleted_at, bytes, scan, tag_words, deliveries, attempts)
  SELECT scans.id, scans.inbox, given_deletion, coalesce(given_now, moment()),
    octet_length(scans.body) + octet_length(scans.content), to_jsonb(scans),
    (SELECT own_words::text FROM tags WHERE tags.identifier = scans.tag),
    coalesce((SELECT jsonb_agg(to_jsonb(deliveries) ORDER BY deliveries.id) FROM deliveries WHERE deliveries.scan = scans.id), '[]'),
    coalesce((
      SELECT jsonb_agg(to_jsonb(attempt) ORDER BY attempt.id)
      FROM deliveries JOIN attempts AS attempt ON attempt.delivery = deliveries.id WHERE deliveries.scan = scans.id
    ), '[]')
  FROM scans WHERE scans.id = ANY (ids);
  PERFORM delete_scans(ids, false);
  RETURN ids;
END $$;

-- Brings back those of these scans that were deleted after a time and whose inbox has no audit
-- trail by now, with their deliveries. A scan that was stored again meanwhile gets another
-- fingerprint, so that both stay. Returns their ids.
CREATE FUNCTION restore_scans(given_ids bigint[], deleted_after bigint) RETURNS bigint[]
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
    INSERT INTO delivery_changes (destination, accepted, pending, delivered, dead, dropped)
    SELECT destination, count(*), count(*) FILTER (WHERE state = 'pending'),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'dead'),
      count(*) FILTER (WHERE state = 'dropped')
    FROM given GROUP BY destination;
    INSERT INTO attempts
    SELECT made.* FROM jsonb_array_elements(deleted.attempts) AS attempt (row)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::attempts, attempt.row) AS made;

    DELETE FROM deleted_scans WHERE id = deleted.id;
    ids := ids || deleted.id;
  END LOOP;
  RETURN ids;
END $$;
