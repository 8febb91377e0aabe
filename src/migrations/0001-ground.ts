import type { Migration } from '../platform/database/migrations.ts'

/** The store, and the answers kept for `Idempotency-Key`. */
export const ground: Migration = {
  version: 1,
  name: 'ground',
  sql: `
    CREATE TABLE store_entries (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      version INTEGER NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A deleted key keeps counting, so that an old ETag can never match a later value.
    CREATE TABLE store_deletions (
      key TEXT PRIMARY KEY,
      version INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE idempotent_answers (
      id TEXT PRIMARY KEY,
      request_hash TEXT NOT NULL,
      status INTEGER NOT NULL,
      headers TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);
  `,
}
