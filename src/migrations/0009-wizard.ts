import type { Migration } from '../platform/database/migrations.ts'

/** Sessions of the guided builder, with every turn, so that answers can be taken back after a restart too. */
export const wizard: Migration = {
  version: 9,
  name: 'wizard',
  sql: `
    CREATE TABLE wizard_sessions (
      id TEXT PRIMARY KEY,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- null while it goes on.
      outcome TEXT CHECK (outcome IN ('made', 'cancelled')),
      workflow_id TEXT,
      schedule_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX wizard_sessions_by_time ON wizard_sessions (updated_at);

    CREATE TABLE wizard_turns (
      session TEXT NOT NULL,
      number INTEGER NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;
  `,
}
