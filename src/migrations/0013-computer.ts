import type { Migration } from '../platform/database/migrations.ts'

/** Tasks of computer control and what was done for them. Pictures are never stored. */
export const computer: Migration = {
  version: 13,
  name: 'computer',
  sql: `
    CREATE TABLE computer_tasks (
      id TEXT PRIMARY KEY,
      task TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('running', 'waiting', 'completed', 'failed', 'stopped')),
      message TEXT,
      -- NULL while it goes on.
      ended_by TEXT CHECK (ended_by IN ('done', 'ask_user', 'limit', 'error', 'stop')),
      max_steps INTEGER NOT NULL,
      provenance TEXT NOT NULL,
      -- What it waits for.
      confirmation_id TEXT,
      created_at TEXT NOT NULL,
      finished_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX computer_tasks_by_age ON computer_tasks (created_at);
    CREATE TABLE computer_steps (
      task_id TEXT NOT NULL REFERENCES computer_tasks (id) ON DELETE CASCADE,
      step INTEGER NOT NULL,
      at TEXT NOT NULL,
      action TEXT NOT NULL,
      args TEXT NOT NULL,
      reason TEXT NOT NULL,
      outcome TEXT NOT NULL,
      PRIMARY KEY (task_id, step)
    ) STRICT, WITHOUT ROWID;
  `,
}
