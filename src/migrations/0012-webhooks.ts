import type { Migration } from '../platform/database/migrations.ts'

/** Which events of chat providers were taken already: none is taken twice, also not after a restart. */
export const webhooks: Migration = {
  version: 12,
  name: 'webhooks',
  sql: `
    CREATE TABLE webhook_receipts (
      -- SHA-256 of the provider and of what it calls the event.
      event BLOB PRIMARY KEY,
      received_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_receipts_by_age ON webhook_receipts (received_at);
  `,
}
