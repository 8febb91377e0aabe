import type { Migration } from '../platform/database/migrations.ts'

/** What of an answer waits for a person before it is loaded, what they chose to load, and whose words a run answers. */
export const heldComponents: Migration = {
  version: 20,
  name: 'held-components',
  sql: `
    -- 'model' when a model wrote the message, e.g. on a button that a person pressed.
    ALTER TABLE runs ADD COLUMN written_by TEXT;

    -- component: as it was written, under the id of the held component that stands in its place.
    CREATE TABLE held_components (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      run_id TEXT NOT NULL,
      component TEXT NOT NULL
    ) STRICT;
    CREATE INDEX held_components_of_chat ON held_components (session_id);

    CREATE TABLE loaded_addresses (
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      PRIMARY KEY (session_id, address)
    ) STRICT, WITHOUT ROWID;
  `,
}
