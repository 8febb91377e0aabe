import type { Migration } from '../platform/database/migrations.ts'

/** The plan that a model keeps in a conversation, as it is told to it; null when there is none that goes on. */
export const modelPlan: Migration = {
  version: 24,
  name: 'model-plan',
  sql: 'ALTER TABLE chat_model_states ADD COLUMN plan TEXT;',
}
