import type { Migration } from '../platform/database/migrations.ts'

/** Questions that are answered by values, not by a yes alone. */
export const questionForms: Migration = {
  version: 36,
  name: 'question_forms',
  sql: `
    -- JSON of what is asked for; null where a yes or a no is the whole answer.
    ALTER TABLE confirmations ADD COLUMN form TEXT;
  `,
}
