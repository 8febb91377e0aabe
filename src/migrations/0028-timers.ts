import type { Migration } from '../platform/database/migrations.ts'

/** Timers, alarms, countdowns, pomodoros and stopwatches, which the service keeps. */
export const timers: Migration = {
  version: 28,
  name: 'timers',
  sql: `
    CREATE TABLE timers (
      id TEXT PRIMARY KEY,
      label TEXT,
      sound INTEGER NOT NULL,
      -- How far it is, as JSON.
      state TEXT NOT NULL,
      status TEXT NOT NULL,
      -- When somebody has to be told; null while nobody has.
      due_at TEXT,
      rang_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      version INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX timers_due ON timers (due_at) WHERE due_at IS NOT NULL;
  `,
}
