import type { Migration } from '../platform/database/migrations.ts'

/** Questions to a person. They are kept after the answer, so that a second answer is told from an unknown one. */
export const confirmations: Migration = {
  version: 3,
  name: 'confirmations',
  sql: `
    CREATE TABLE confirmations (
      id TEXT PRIMARY KEY,
      -- SHA-256 over exactly what was asked: agent, action, arguments, who asked, until when.
      act_hash TEXT NOT NULL,
      agent TEXT NOT NULL,
      action TEXT NOT NULL,
      args TEXT NOT NULL,
      risk TEXT NOT NULL,
      title TEXT NOT NULL,
      message TEXT NOT NULL,
      provenance TEXT NOT NULL,
      workflow_id TEXT,
      step_id TEXT,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('open', 'approved', 'rejected')),
      decided_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX confirmations_open ON confirmations (created_at) WHERE status = 'open';
    CREATE INDEX confirmations_by_age ON confirmations (created_at);
  `,
}
