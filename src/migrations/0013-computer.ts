import type { Migration } from '../platform/database/database.ts'

export const computer: Migration = {
  version: 13,
  name: 'computer',
  sql: 'SELECT 1;',
}
