import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import { indexStates } from './index-status.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ContentIndexStatus = Type.Object(
  {
    state: literals([...indexStates], { description: 'What it is doing now' }),
    message: Type.String({ description: 'The same in words: progress, and what was left out' }),
    files: count('Files with text, as far as known'),
    indexed: count('Indexed files'),
    waiting: count('Files still to be read, or read again after a change'),
    too_large: count('Files too large to read'),
    unreadable: count('Files that are damaged, locked, or took too long'),
    folders: Type.Array(Type.String(), { description: 'The indexed folders' }),
    bytes: count('Size of the index on disk'),
    looked_at: nullable(timestamp('When everything was up to date; null before')),
  },
  { $id: 'ContentIndexStatus', description: 'State of the index of your files' },
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
    summary: 'Show the progress of the file index',
    description:
      'The content of text, PDF, Office, OpenDocument, web and mail files in your folders is indexed for ' +
      'SEARCH_CONTENT. It never leaves this machine. Set CONTENT_INDEX to off to turn it off.',
    result: ContentIndexStatus,
    example: { result: example },
  },

  unread: {
    method: 'GET',
    path: '/api/content-index/unread',
    summary: "List files that couldn't be indexed",
    description: 'Last changed first, with the reason. They are retried when they change.',
    result: Type.Object({
      files: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Where the file is' }),
          reason: Type.String({ description: "Why it couldn't be read" }),
        }),
      ),
    }),
    example: {
      result: {
        files: [{ path: '/home/ada/Documents/old.pdf', reason: '"old.pdf" is damaged or incomplete.' }],
      },
    },
  },

  change: {
    method: 'POST',
    path: '/api/content-index',
    summary: 'Pause, resume or rebuild the file index',
    description:
      'pause stops it until you resume it or the service restarts; rebuild discards everything and starts over.',
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
