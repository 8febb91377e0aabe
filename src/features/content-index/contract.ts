import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import { indexStates } from './index-status.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ContentIndexStatus = Type.Object(
  {
    state: literals([...indexStates], { description: 'What it does now' }),
    message: Type.String({ description: 'The same in words: how far it is, and what was left out' }),
    files: count('Files with text, as far as is known'),
    indexed: count('Those that can be found'),
    waiting: count('Those that are still to be read, or read again since they were changed'),
    too_large: count('Files that are too large to be read'),
    unreadable: count('Files that are damaged, locked, or took too long'),
    folders: Type.Array(Type.String(), { description: 'The folders that are looked through' }),
    bytes: count('Size of the index on disk'),
    looked_at: nullable(timestamp('When everything was up to date; null before that')),
  },
  { $id: 'ContentIndexStatus', description: 'How far the index of what is in your files is' },
)

const example: Static<typeof ContentIndexStatus> = {
  state: 'reading',
  message: 'Indexed 1,200 of about 5,000 files.',
  files: 5000,
  indexed: 1200,
  waiting: 3800,
  too_large: 0,
  unreadable: 0,
  folders: ['/home/ada/Documents'],
  bytes: 18_350_080,
  looked_at: null,
}

export const contentIndexContract = defineContract({
  read: {
    method: 'GET',
    path: '/api/content-index',
    summary: 'Say how far the index of your files is',
    description:
      'What is in text, PDF, Office, OpenDocument, web and mail files in your folders is kept in an index, so that ' +
      'SEARCH_CONTENT finds it. It never leaves this machine. CONTENT_INDEX turns it off.',
    result: ContentIndexStatus,
    example: { result: example },
  },

  unread: {
    method: 'GET',
    path: '/api/content-index/unread',
    summary: 'List files that could not be indexed',
    description: 'Those that were changed last, with the reason. They are tried again when they change.',
    result: Type.Object({
      files: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Where the file is' }),
          reason: Type.String({ description: 'Why it could not be read' }),
        }),
      ),
    }),
    example: {
      result: {
        files: [{ path: '/home/ada/Documents/old.pdf', reason: '"old.pdf" is damaged or was cut off.' }],
      },
    },
  },

  change: {
    method: 'POST',
    path: '/api/content-index',
    summary: 'Pause, resume or rebuild the index of your files',
    description:
      'pause stops it until you resume it or the service starts again; rebuild forgets everything and starts over.',
    body: closed({
      action: literals(['pause', 'resume', 'rebuild'], { description: 'What to do' }),
    }),
    result: ContentIndexStatus,
    errors: ['not_configured'],
    example: {
      body: { action: 'pause' },
      result: { ...example, state: 'paused', message: 'Indexed 1,200 of about 5,000 files. Paused by you.' },
    },
  },
})
