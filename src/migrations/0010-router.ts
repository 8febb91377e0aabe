import type { Migration } from '../platform/database/migrations.ts'

/** What the router was taught, and the meaning of texts that can be searched by it. */
export const router: Migration = {
  version: 10,
  name: 'router',
  sql: `
    CREATE TABLE router_corrections (
      -- Normalised and in lower case.
      sentence TEXT PRIMARY KEY,
      intent TEXT NOT NULL,
      corrected_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX router_corrections_by_age ON router_corrections (corrected_at);

    -- One byte a dimension. A row that is gone is only a text whose meaning is worked out again.
    CREATE TABLE chunk_vectors (
      number INTEGER PRIMARY KEY REFERENCES document_chunks (number) ON DELETE CASCADE,
      vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE memory_vectors (
      number INTEGER PRIMARY KEY REFERENCES memories (number) ON DELETE CASCADE,
      vector BLOB NOT NULL
    ) STRICT;
    CREATE TRIGGER memory_vectors_outdated AFTER UPDATE OF text ON memories BEGIN
      DELETE FROM memory_vectors WHERE number = old.number;
    END;
  `,
}
