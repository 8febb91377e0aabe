import type { Migration } from '../platform/database/migrations.ts'

/** A workflow can hold steps of several origins: what a model planned stays the model's when somebody imports it. */
export const stepProvenance: Migration = {
  version: 19,
  name: 'step-provenance',
  sql: `
    -- Who is behind this step, where that is somebody else than who is behind the workflow.
    ALTER TABLE workflow_steps ADD COLUMN provenance TEXT;
  `,
}
