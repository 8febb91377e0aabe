import type { Migration } from '../platform/database/migrations.ts'

/** What stands for the older part of a conversation in what a model is told; the messages themselves stay. */
export const chatSummaries: Migration = {
  version: 23,
  name: 'chat-summaries',
  sql: `
    -- through: number of the last message that it stands for. said: what the person said in them, as JSON.
    -- made_by: model, or rule where the model could not.
    CREATE TABLE chat_summaries (
      chat INTEGER PRIMARY KEY REFERENCES chats (number) ON DELETE CASCADE,
      through INTEGER NOT NULL,
      said TEXT NOT NULL,
      text TEXT NOT NULL,
      made_by TEXT NOT NULL
    ) STRICT;

    -- A message that is changed or taken away is not remembered as it was.
    CREATE TRIGGER summary_of_changed_message AFTER UPDATE OF text, attachments ON messages BEGIN
      DELETE FROM chat_summaries WHERE chat = old.chat AND through >= old.number;
    END;
    CREATE TRIGGER summary_of_removed_message AFTER DELETE ON messages BEGIN
      DELETE FROM chat_summaries WHERE chat = old.chat AND through >= old.number;
    END;
  `,
}
