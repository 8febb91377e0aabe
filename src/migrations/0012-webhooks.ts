import type { Migration } from '../platform/database/database.ts'

export const webhooks: Migration = {
  version: 12,
  name: 'webhooks',
  sql: 'SELECT 1;',
}
