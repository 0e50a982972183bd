-- Who keeps an inbox, and how long the journal of changes is kept: the dashboard, or the settings
-- file, which alone may change it then.
ALTER TABLE inboxes ADD COLUMN origin TEXT NOT NULL DEFAULT 'dashboard' CHECK (origin IN ('dashboard', 'file'));
ALTER TABLE owner ADD COLUMN changes_origin TEXT NOT NULL DEFAULT 'dashboard' CHECK (changes_origin IN ('dashboard', 'file'));
