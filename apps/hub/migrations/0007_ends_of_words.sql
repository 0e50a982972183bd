-- The search also finds the ends of words and numbers: `ends` has words reversed.
-- `sqlite/search.ts` splits the words, and `migrate.ts` has it fill both tables after this file.
DROP TABLE scan_words;

CREATE VIRTUAL TABLE scan_words USING fts5 (
  content, identifier, user, ends,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);

DROP TABLE tag_words;

CREATE VIRTUAL TABLE tag_words USING fts5 (
  name, identifier, content, name_ends, ends,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);
