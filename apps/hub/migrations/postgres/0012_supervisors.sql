-- Users of an inbox who may undo, search and let in anyway where the inbox feeds a register.

ALTER TABLE credentials ADD COLUMN supervisor boolean NOT NULL DEFAULT false;

CREATE TRIGGER credentials_supervisor AFTER UPDATE OF supervisor ON credentials
  FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_change();
