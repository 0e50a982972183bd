-- Who keeps a register: the dashboard, or the settings file, which alone may change it then.
ALTER TABLE registers ADD COLUMN origin text NOT NULL DEFAULT 'dashboard' CHECK (origin IN ('dashboard', 'file'));
