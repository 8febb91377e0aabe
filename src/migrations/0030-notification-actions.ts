import type { Migration } from '../platform/database/migrations.ts'

/** What can be done about a notification, and whether it waits to be told with others. */
export const notificationActions: Migration = {
  version: 30,
  name: 'notification actions',
  sql: `
    -- [{"id", "label"}]
    ALTER TABLE notifications ADD COLUMN actions TEXT NOT NULL DEFAULT '[]';
    -- What the actions are done to, as JSON.
    ALTER TABLE notifications ADD COLUMN subject TEXT;
    ALTER TABLE notifications ADD COLUMN sound INTEGER NOT NULL DEFAULT 0;
    -- The action that was done; null while none was.
    ALTER TABLE notifications ADD COLUMN handled TEXT;
    -- 1 while it waits to be told of with others.
    ALTER TABLE notifications ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX notifications_held ON notifications (id) WHERE held = 1;
  `,
}
