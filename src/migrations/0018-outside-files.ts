import type { Migration } from '../platform/database/migrations.ts'

/** Files that somebody else made and a tool brought here: attachments, what archives held, and what became of them. */
export const outsideFiles: Migration = {
  version: 18,
  name: 'outside-files',
  sql: `
    CREATE TABLE outside_files (
      -- Without links. A folder stands for everything in it.
      path TEXT PRIMARY KEY,
      since TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
