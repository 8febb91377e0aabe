import type { Migration } from '../platform/database/migrations.ts'

/** Conditions, error handling, and steps that run once for each item of a list. */
export const stepControl: Migration = {
  version: 26,
  name: 'step-control',
  sql: `
    -- A column with a CHECK cannot be changed, so it is written anew.
    ALTER TABLE workflow_steps RENAME COLUMN skipped_because TO skipped_before;
    ALTER TABLE workflow_steps ADD COLUMN skipped_because TEXT
      CHECK (skipped_because IN ('failure', 'person', 'condition'));
    UPDATE workflow_steps SET skipped_because = skipped_before WHERE skipped_before IS NOT NULL;
    ALTER TABLE workflow_steps DROP COLUMN skipped_before;
    -- Which end of its dependencies it waits for; null: that they succeed.
    ALTER TABLE workflow_steps ADD COLUMN runs_after TEXT CHECK (runs_after IN ('failure', 'always'));
    -- 1: those that depend on it go on when it fails.
    ALTER TABLE workflow_steps ADD COLUMN goes_on INTEGER NOT NULL DEFAULT 0;
    -- 1: it failed, and something else has dealt with it, so the workflow does not fail.
    ALTER TABLE workflow_steps ADD COLUMN handled INTEGER NOT NULL DEFAULT 0;
    -- 1: its condition was found true.
    ALTER TABLE workflow_steps ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
    -- The key of the step that it is one item of, and which item.
    ALTER TABLE workflow_steps ADD COLUMN parent INTEGER;
    ALTER TABLE workflow_steps ADD COLUMN item INTEGER;
    -- Of a step that runs for each item: how many there are, and how many more may fail.
    ALTER TABLE workflow_steps ADD COLUMN items INTEGER;
    ALTER TABLE workflow_steps ADD COLUMN failures_left INTEGER;
    CREATE INDEX workflow_items ON workflow_steps (parent, item) WHERE parent IS NOT NULL;
    CREATE INDEX workflow_items_held ON workflow_steps (parent, item)
      WHERE parent IS NOT NULL AND status = 'pending' AND blocked = 1;
  `,
}
