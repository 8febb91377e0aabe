import type { Migration } from '../platform/database/migrations.ts'

/** Browsers that want to be told while no page is open, and what is on its way to them. */
export const push: Migration = {
  version: 31,
  name: 'push',
  sql: `
    CREATE TABLE push_subscriptions (
      id TEXT PRIMARY KEY,
      endpoint TEXT NOT NULL UNIQUE,
      p256dh TEXT NOT NULL,
      auth TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at TEXT NOT NULL,
      last_sent_at TEXT,
      -- Why the last message did not go out; null when it did.
      problem TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE push_messages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      subscription_id TEXT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
      -- The notification. A later message about it takes the place of the one before.
      topic TEXT NOT NULL,
      -- JSON.
      payload TEXT NOT NULL,
      urgency TEXT NOT NULL,
      -- Counted before a try: whether one arrived is known only afterwards.
      tries INTEGER NOT NULL DEFAULT 0,
      next_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      -- It stays for a day after that, so that it is not sent again, and can be taken back.
      sent_at TEXT,
      UNIQUE (subscription_id, topic)
    ) STRICT;
    CREATE INDEX push_messages_due ON push_messages (next_at) WHERE sent_at IS NULL;
  `,
}
