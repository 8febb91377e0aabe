import type { Migration } from '../platform/database/migrations.ts'

/** Where the people who write from a team's chat are reached later, when something of theirs was decided here. */
export const webhookAddresses: Migration = {
  version: 17,
  name: 'webhook-addresses',
  sql: `
    CREATE TABLE webhook_addresses (
      session_id TEXT PRIMARY KEY,
      provider TEXT NOT NULL,
      -- JSON: where it must go.
      return_address TEXT NOT NULL,
      heard_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
