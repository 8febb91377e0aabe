import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, nullable, timestamp } from '../../contract/schema.ts'

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

const PendingRestore = Type.Object(
  {
    path: Type.String({ description: 'The backup that takes the place of the database' }),
    decided_at: timestamp('When it was asked for'),
  },
  { description: 'A restore that waits for the next start' },
)

export const backupsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/backups',
    summary: 'List the backups of the database, newest first',
    result: Type.Object({
      backups: Type.Array(Backup),
      pending_restore: nullable(PendingRestore, {
        description: 'What the next start restores; null if nothing waits',
      }),
    }),
    example: { result: { backups: [example], pending_restore: null } },
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
  restore: {
    method: 'POST',
    path: '/api/backups/restore',
    summary: 'Restore a backup at the next start',
    description:
      'Checks the backup and prepares it. Nothing changes until Deskhand restarts; then it replaces the database and ' +
      'the settings, and what was there is kept beside them. DELETE takes it back until then.',
    body: closed({
      backup: Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'File name of a backup in the list, or its path',
      }),
    }),
    status: 202,
    result: Type.Object({
      path: Type.String({ description: 'The backup' }),
      held_back: Type.Array(Type.String(), {
        description: 'What is left out of a backup that was not made on this machine, in sentences',
      }),
    }),
    errors: ['not_found', 'storage_full', 'storage_failed'],
    example: { body: { backup: example.path }, result: { path: example.path, held_back: [] } },
  },
  cancelRestore: {
    method: 'DELETE',
    path: '/api/backups/restore',
    summary: 'Take back a restore that waits for the next start',
    result: Type.Object({ cancelled: Type.Boolean({ description: 'Whether one was waiting' }) }),
    example: { result: { cancelled: true } },
  },
})
