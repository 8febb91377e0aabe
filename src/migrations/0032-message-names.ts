import type { Migration } from '../platform/database/migrations.ts'

/** What a client calls a message that it sent, so that one it sends again takes the place of the first. */
export const messageNames: Migration = {
  version: 32,
  name: 'message names',
  sql: `
    -- Null where the client has none.
    ALTER TABLE messages ADD COLUMN given_id TEXT;
    CREATE INDEX messages_by_given_id ON messages (chat, given_id) WHERE given_id IS NOT NULL;
  `,
}
