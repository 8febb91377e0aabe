import type { Migration } from '../platform/database/migrations.ts'

/** Events of the calendar, and how far they are in step with a server. */
export const calendar: Migration = {
  version: 11,
  name: 'calendar',
  sql: `
    CREATE TABLE calendar_events (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      -- iCalendar, whole: also what this service does not know of goes back to the server as it came.
      ical TEXT NOT NULL,
      uid TEXT NOT NULL,
      title TEXT NOT NULL,
      location TEXT,
      notes TEXT,
      -- ISO 8601 in UTC, or a date for an event of whole days: those begin at midnight wherever the machine is.
      starts TEXT NOT NULL,
      ends TEXT NOT NULL,
      all_day INTEGER NOT NULL,
      repeats INTEGER NOT NULL,
      reminder_minutes INTEGER,
      -- The first beginning and the last end of all its occurrences; NULL when that is not known.
      first_at TEXT NOT NULL,
      last_at TEXT,
      made_here INTEGER NOT NULL,
      -- What the server calls it, and the version of it that was last seen there.
      href TEXT UNIQUE,
      etag TEXT,
      -- What the server does not know yet: 'none', 'put' or 'delete'.
      pending TEXT NOT NULL,
      -- Counts local changes, so that one made during an exchange is not taken for exchanged.
      revision INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX calendar_events_by_time ON calendar_events (first_at);
    CREATE INDEX calendar_events_pending ON calendar_events (pending) WHERE pending <> 'none';

    CREATE TABLE calendar_sync (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Address and user that the rest is about.
      source TEXT NOT NULL,
      collection TEXT NOT NULL,
      token TEXT,
      ctag TEXT,
      synced_at TEXT
    ) STRICT;
  `,
}
