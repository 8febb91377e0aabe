import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'

const Backup = Type.Object({
  path: Type.String({ description: 'Where the copy is' }),
  bytes: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  reason: Type.String({ description: 'daily, migration, manual …' }),
})

const example = {
  path: '/home/ada/.local/share/deskhand/backups/deskhand.20261115T080000Z.manual.db',
  bytes: 131_072,
  created_at: '2026-11-15T08:00:00.000Z',
  reason: 'manual',
}

export const backupsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/backups',
    summary: 'List the backups of the database, newest first',
    result: Type.Object({ backups: Type.Array(Backup) }),
    example: { result: { backups: [example] } },
  },
  create: {
    method: 'POST',
    path: '/api/backups',
    summary: 'Back up the database now',
    status: 201,
    errors: ['storage_full'],
    result: Backup,
    example: { result: example },
  },
})
