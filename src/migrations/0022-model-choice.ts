import type { Migration } from '../platform/database/migrations.ts'

/** Which model answers in a conversation, what each answer has used, and what the models cost month by month. */
export const modelChoice: Migration = {
  version: 22,
  name: 'model-choice',
  sql: `
    -- provider, model and base_url as JSON; null for the model that is set.
    ALTER TABLE chats ADD COLUMN model TEXT;
    ALTER TABLE messages ADD COLUMN usage TEXT;

    -- cost_usd sums the calls whose price is known; unpriced counts the others.
    CREATE TABLE model_usage (
      month TEXT NOT NULL,
      provider TEXT NOT NULL,
      model TEXT NOT NULL,
      calls INTEGER NOT NULL,
      input_tokens INTEGER NOT NULL,
      cached_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL,
      cost_usd REAL NOT NULL,
      estimated INTEGER NOT NULL,
      unpriced INTEGER NOT NULL,
      PRIMARY KEY (month, provider, model)
    ) STRICT, WITHOUT ROWID;
  `,
}
