import type { Migration } from '../platform/database/migrations.ts'

/** Every plugin that was ever seen, and what the user decided about it. */
export const plugins: Migration = {
  version: 5,
  name: 'plugins',
  sql: `
    CREATE TABLE plugins (
      agent TEXT PRIMARY KEY,
      -- SHA-256 over all files: the version that was seen last, and the one that the user enabled.
      seen_hash TEXT NOT NULL,
      enabled_hash TEXT,
      disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
      seen_at TEXT NOT NULL,
      decided_at TEXT
    ) STRICT, WITHOUT ROWID;
  `,
}
