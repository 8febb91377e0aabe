import type { Migration } from '../platform/database/migrations.ts'

/** What an answer of a model leaves behind: what it has read, what it waits for, the widgets that it wrote. */
export const modelAnswers: Migration = {
  version: 14,
  name: 'model-answers',
  sql: `
    CREATE TABLE chat_taints (
      session_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
      untrusted INTEGER NOT NULL,
      private INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- state: the conversation with the model up to the calls that wait for a person.
    CREATE TABLE paused_answers (
      run_id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX paused_answers_of_chat ON paused_answers (session_id);
    CREATE INDEX paused_answers_by_age ON paused_answers (created_at);

    CREATE TABLE paused_calls (
      confirmation_id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES paused_answers (run_id) ON DELETE CASCADE,
      verdict TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX paused_calls_of_run ON paused_calls (run_id);

    -- content: title, html, css, script and data of a just-in-time widget, under the id of its component.
    CREATE TABLE jit_widgets (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX jit_widgets_of_chat ON jit_widgets (session_id);
  `,
}
