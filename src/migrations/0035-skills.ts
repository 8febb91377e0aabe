import type { Migration } from '../platform/database/migrations.ts'

/** Every skill that was ever seen, what the user decided about it, and which ones conversations have used. */
export const skills: Migration = {
  version: 35,
  name: 'skills',
  sql: `
    CREATE TABLE skills (
      name TEXT PRIMARY KEY,
      -- Where it was seen first: another folder of the same name does not take its place.
      path TEXT NOT NULL,
      -- SHA-256 over all files: the version that was seen last, and the one that the user enabled.
      seen_hash TEXT NOT NULL,
      enabled_hash TEXT,
      disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
      seen_at TEXT NOT NULL,
      decided_at TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chat_skills (
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      used_at TEXT NOT NULL,
      PRIMARY KEY (session_id, name)
    ) STRICT, WITHOUT ROWID;
  `,
}
