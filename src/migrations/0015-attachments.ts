import type { Migration } from '../platform/database/migrations.ts'

/** What a message was about, as it was given: what is said next may be about it too. */
export const attachments: Migration = {
  version: 15,
  name: 'attachments',
  sql: `ALTER TABLE messages ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';`,
}
