import type { Migration } from '../platform/database/migrations.ts'

/** What a person allowed from now on, and what a question shows beside its arguments. */
export const allowances: Migration = {
  version: 25,
  name: 'allowances',
  sql: `
    -- session_id: NULL for what counts in every conversation.
    -- kind 'folder': target is a folder without links; kind 'exactly': the canonical JSON of the arguments that must agree.
    CREATE TABLE allowances (
      id TEXT PRIMARY KEY,
      agent TEXT NOT NULL,
      action TEXT NOT NULL,
      session_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('folder', 'exactly')),
      target TEXT NOT NULL,
      words TEXT NOT NULL,
      created_at TEXT NOT NULL,
      used INTEGER NOT NULL DEFAULT 0,
      last_used_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX allowances_once ON allowances (action, agent, kind, target, COALESCE(session_id, ''));
    CREATE INDEX allowances_of_chat ON allowances (session_id);

    -- details: what the calls would change, and what a yes can allow. session_id: the conversation that asks.
    ALTER TABLE confirmations ADD COLUMN details TEXT;
    ALTER TABLE confirmations ADD COLUMN session_id TEXT;
  `,
}
