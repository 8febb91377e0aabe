import type { Migration } from '../platform/database/migrations.ts'

/** What a task of computer control means to do, how its end was checked, and what changed while it went on. */
export const computerProgress: Migration = {
  version: 34,
  name: 'computer progress',
  sql: `
    -- Steps with their states, as JSON; null while there is no plan.
    ALTER TABLE computer_tasks ADD COLUMN plan TEXT;
    -- Each check of the end, as JSON.
    ALTER TABLE computer_tasks ADD COLUMN end_checks TEXT NOT NULL DEFAULT '[]';
    -- As JSON; null before its end, and where nothing was looked at.
    ALTER TABLE computer_tasks ADD COLUMN changes TEXT;
  `,
}
