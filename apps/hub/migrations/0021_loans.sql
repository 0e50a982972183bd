-- Registers that lend things to people, and that inspect things. A person is an entry of the role
-- `person`, or any entry of the register `people_from`. SQLite drops the old check with its column.
ALTER TABLE entries ADD COLUMN new_role TEXT CHECK (new_role IN ('place', 'number', 'person'));
UPDATE entries SET new_role = role WHERE role IS NOT NULL;
DROP INDEX entries_role;
ALTER TABLE entries DROP COLUMN role;
ALTER TABLE entries RENAME COLUMN new_role TO role;
CREATE INDEX entries_role ON entries (register, role, id) WHERE role IS NOT NULL;

ALTER TABLE registers ADD COLUMN people_from INTEGER REFERENCES registers (id);

-- The person who has a thing, when it has to be back or to be inspected, and the last stage of that
-- date that was reported: 1 due, 2 overdue, 3 missed.
ALTER TABLE states ADD COLUMN holder INTEGER;
ALTER TABLE states ADD COLUMN due_at INTEGER;
ALTER TABLE states ADD COLUMN told INTEGER;

CREATE INDEX states_holder ON states (holder) WHERE holder IS NOT NULL;
CREATE INDEX states_due ON states (register, due_at) WHERE due_at IS NOT NULL;

-- `holder` is the person whom a movement is about. `answers` are to the questions of the movement
-- `answered`, as a JSON list. The `prior` of a movement that asks is the effective version of the
-- state that it asks about.
ALTER TABLE movements ADD COLUMN holder INTEGER;
ALTER TABLE movements ADD COLUMN due_at INTEGER;
ALTER TABLE movements ADD COLUMN answers TEXT;
ALTER TABLE movements ADD COLUMN answered INTEGER;

CREATE UNIQUE INDEX movements_answered ON movements (answered) WHERE answered IS NOT NULL;
CREATE INDEX movements_holder ON movements (holder, id) WHERE holder IS NOT NULL;

-- The person who gets the next things, and until when by their answer.
ALTER TABLE hands ADD COLUMN holder INTEGER;
ALTER TABLE hands ADD COLUMN due_at INTEGER;
