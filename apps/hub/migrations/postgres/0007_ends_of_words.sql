-- The search also finds the ends of words and numbers. Returns the words with one of these labels
-- reversed, except those that are too short or too long (`toWordEnd`) and the identifiers of codes,
-- which nobody reads.
CREATE FUNCTION word_ends(words tsvector, labels text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT reverse(lexeme) FROM unnest(words)
    WHERE weights && labels AND length(lexeme) BETWEEN 3 AND 99 AND NOT (length(lexeme) = 32 AND 'A' = ANY (weights))
  ))
$$;

-- Indexes on the function need no new column, so the migration writes no row anew.
CREATE INDEX scans_ends ON scans USING gin (word_ends(words, '{A,D}'));
CREATE INDEX tags_ends ON tags USING gin (word_ends(words, '{A,B,D}'));
CREATE INDEX tags_name_ends ON tags USING gin (word_ends(words, '{B}'));
