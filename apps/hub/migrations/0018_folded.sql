-- The search does not tell letters by case, accents or widths: `folded` is what it compares of a
-- label and of a key (`foldText`). `migrate.ts` has it filled, and has words with other letters
-- than ASCII indexed again.
ALTER TABLE entries ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE entry_keys ADD COLUMN folded TEXT NOT NULL DEFAULT '';
