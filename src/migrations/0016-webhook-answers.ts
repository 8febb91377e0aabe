import type { Migration } from '../platform/database/migrations.ts'

/** Answers that a chat provider was promised and has not got yet, so that the end of the service does not lose them. */
export const webhookAnswers: Migration = {
  version: 16,
  name: 'webhook-answers',
  sql: `
    CREATE TABLE webhook_answers (
      run_id TEXT PRIMARY KEY,
      provider TEXT NOT NULL,
      -- JSON: where it must go.
      return_address TEXT NOT NULL,
      asked_at TEXT NOT NULL,
      -- Since when it is being handed over; whether it arrived is known only afterwards.
      posted_at TEXT
    ) STRICT, WITHOUT ROWID;
  `,
}
