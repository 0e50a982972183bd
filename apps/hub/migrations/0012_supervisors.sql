-- Users of an inbox who may undo, search and let in anyway where the inbox feeds a register.

ALTER TABLE credentials ADD COLUMN supervisor INTEGER NOT NULL DEFAULT 0 CHECK (supervisor IN (0, 1));

CREATE TRIGGER credentials_supervisor AFTER UPDATE OF supervisor ON credentials BEGIN
  UPDATE owner SET inbox_revision = inbox_revision + 1;
END;
