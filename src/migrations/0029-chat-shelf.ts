import type { Migration } from '../platform/database/migrations.ts'

/** Conversations that stand at the top, and those that were deleted and can still be brought back. */
export const chatShelf: Migration = {
  version: 29,
  name: 'chat-shelf',
  sql: `
    ALTER TABLE chats ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chats ADD COLUMN trashed_at TEXT;
    CREATE INDEX chats_by_pin ON chats (pinned, updated_at, number);
    CREATE INDEX chats_in_trash ON chats (trashed_at) WHERE trashed_at IS NOT NULL;
  `,
}
