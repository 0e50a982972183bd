-- How often scans were deleted by hand since their words were last removed from the index, which
-- keeps them until it is rewritten.
ALTER TABLE indexing ADD COLUMN words_deleted INTEGER NOT NULL DEFAULT 0;
