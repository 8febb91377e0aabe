import type { Migration } from '../platform/database/migrations.ts'

/** What a conversation with a model goes on with: its mark around data, the tools that were loaded, all that was said. */
export const modelState: Migration = {
  version: 21,
  name: 'model-state',
  sql: `
    CREATE TABLE chat_model_states (
      session_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
      mark TEXT NOT NULL,
      tools TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- turns: the message and all that the model said and called to answer it, as it was sent.
    CREATE TABLE answer_turns (
      run_id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      turns TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answer_turns_of_chat ON answer_turns (session_id);
  `,
}
