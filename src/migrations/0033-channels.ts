import type { Migration } from '../platform/database/migrations.ts'

/** Chats that this service dials out to: who may write from there, and what has been heard and asked. */
export const channels: Migration = {
  version: 33,
  name: 'channels',
  sql: `
    CREATE TABLE channel_pairings (
      id TEXT PRIMARY KEY,
      channel TEXT NOT NULL,
      -- Our own account there: with another one nobody is paired.
      account TEXT NOT NULL,
      person TEXT NOT NULL,
      name TEXT,
      -- Said at this machine: whether they may press the buttons below a question.
      may_approve INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      last_heard_at TEXT,
      UNIQUE (channel, account, person)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE channel_codes (
      channel TEXT NOT NULL,
      account TEXT NOT NULL,
      -- SHA-256.
      code BLOB NOT NULL,
      expires_at TEXT NOT NULL,
      wrong INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (channel, account)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE channel_cursors (
      channel TEXT NOT NULL,
      account TEXT NOT NULL,
      cursor TEXT NOT NULL,
      PRIMARY KEY (channel, account)
    ) STRICT, WITHOUT ROWID;

    -- Written with the receipt, removed with the beginning of the run.
    CREATE TABLE channel_inbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      channel TEXT NOT NULL,
      account TEXT NOT NULL,
      -- JSON.
      message TEXT NOT NULL,
      received_at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE channel_questions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      confirmation_id TEXT NOT NULL,
      channel TEXT NOT NULL,
      account TEXT NOT NULL,
      chat TEXT NOT NULL,
      person TEXT NOT NULL,
      -- Known once it was sent.
      message TEXT,
      text TEXT NOT NULL,
      -- SHA-256 of what its buttons carry; null when it has none.
      secret BLOB UNIQUE,
      expires_at TEXT NOT NULL,
      pressed_at TEXT,
      -- What became of it has been written below it.
      settled_at TEXT
    ) STRICT;
    CREATE INDEX channel_questions_open ON channel_questions (confirmation_id) WHERE settled_at IS NULL;
  `,
}
