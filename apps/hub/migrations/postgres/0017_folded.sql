-- The search does not tell letters by case, accents or widths: `folded` is what it compares of a
-- label and of a key (`foldText`). `migrate.ts` has it filled, and has words with other letters
-- than ASCII indexed again. A node of an earlier release, which may run beside this one during an
-- update, leaves it out.
ALTER TABLE entries ADD COLUMN folded text;
ALTER TABLE entry_keys ADD COLUMN folded text;
