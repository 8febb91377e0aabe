import { defineContract } from '../../contract/endpoint.ts'
import { literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

export const dataParts = [
  'database',
  'backups',
  'file_index',
  'uploads',
  'recordings',
  'plugins',
  'skills',
  'mcp_servers',
  'logs',
  'other',
] as const
export type DataPart = (typeof dataParts)[number]

const bytes = (description: string) => Type.Integer({ minimum: 0, description })

export const dataContract = defineContract({
  read: {
    method: 'GET',
    path: '/api/data',
    summary: 'Show where the data is and how much room it takes',
    result: Type.Object({
      folder: Type.String({ description: 'The data folder' }),
      bytes: bytes('Size of everything in it'),
      free_bytes: bytes('Free space on its disk'),
      parts: Type.Array(
        Type.Object({
          part: literals(dataParts, { description: 'What it is' }),
          title: Type.String({ description: 'Name' }),
          bytes: bytes('Size'),
        }),
        { description: 'By what it is, largest first' },
      ),
    }),
    example: {
      result: {
        folder: '/home/ada/.local/share/deskhand',
        bytes: 20_971_520,
        free_bytes: 53_687_091_200,
        parts: [{ part: 'database', title: 'Database', bytes: 16_777_216 }],
      },
    },
  },
  export: {
    method: 'POST',
    path: '/api/data/export',
    summary: 'Export your data to the downloads folder',
    description:
      'Writes a ZIP file with your conversations, lists, automations, calendar and more as JSON, and your settings. ' +
      'Passwords, keys and tokens are left out.',
    status: 201,
    result: Type.Object({
      path: Type.String({ description: 'The ZIP file' }),
      bytes: bytes('Its size'),
      rows: Type.Integer({ minimum: 0, description: 'Number of exported entries' }),
    }),
    errors: ['storage_full', 'storage_failed'],
    example: {
      result: {
        path: '/home/ada/Downloads/deskhand-export-2026-11-18T08-00-00.zip',
        bytes: 524_288,
        rows: 1200,
      },
    },
  },
})
