import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { silentLog } from '../../contract/log.ts'
import type { AnyTool, Outcome } from '../../contract/tool.ts'
import { createDocuments, type Documents } from '../../features/documents/documents.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import type { ContentSearch } from './content-search.ts'
import { createDocumentsPlugin } from './plugin.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

let folder: string
let database: Database
let documents: Documents
/** These tools have no use for it. */
const index = {} as ContentSearch

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-documents-plugin-'))
  const now = () => new Date()
  database = await openDatabase({
    path: join(folder, 'test.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const uploadsFolder = join(folder, 'uploads')
  documents = createDocuments({
    database,
    uploadsFolder,
    home: folder,
    dataFolder: folder,
    now,
    log: silentLog,
  })
  const signal = new AbortController().signal
  const content = Buffer.from('The notice period is three months.')
  const { file_id } = await documents.upload({ filename: 'lease.txt', chunks: [content] }, { signal })
  await documents.ingest({ file_id }, { signal, provenance: 'local-client' })
})

afterAll(async () => {
  documents[Symbol.dispose]()
  await database.close()
  await rm(folder, { recursive: true })
})

async function run(action: string, args: object): Promise<Outcome<unknown>> {
  const tool: AnyTool = createDocumentsPlugin(documents, index).tools.find((each) => each.action === action)!
  expect(checkFor(tool.params, 'body')(args)).toEqual([])
  const outcome = await tool.run(args, createTestCall({ home: folder, dataFolder: folder }))
  expect(checkFor(tool.data, 'result')(outcome.data)).toEqual([])
  return outcome
}

test('SEARCH_DOCUMENTS says in which document the words stand, and where', async () => {
  const found = await run('SEARCH_DOCUMENTS', { query: 'notice period' })
  expect(found.message).toBe('Found "notice period" in 1 document.')
  expect(found.data).toMatchObject({
    documents: [{ title: 'lease.txt', matches: [{ chunk: 0, text: 'The notice period is three months.' }] }],
  })
  expect((await run('SEARCH_DOCUMENTS', { query: 'zebra' })).message).toBe('No document mentions "zebra".')
})

test('LIST_DOCUMENTS lists them', async () => {
  const { message, data } = await run('LIST_DOCUMENTS', {})
  expect(message).toBe('1 document.')
  expect(data).toMatchObject({ more: false, documents: [{ title: 'lease.txt', mime_type: 'text/plain' }] })
})

test('DELETE_DOCUMENT removes one, which a model may not do unasked', async () => {
  const { documents: listed } = await documents.list()
  await run('DELETE_DOCUMENT', { document_id: listed[0]!.document_id })
  expect(await documents.list()).toEqual({ documents: [], next_cursor: null })
  await expect(run('DELETE_DOCUMENT', { document_id: 'doc_x' })).rejects.toMatchObject({ code: 'not_found' })
  const tool = createDocumentsPlugin(documents, index).tools.find(
    ({ action }) => action === 'DELETE_DOCUMENT',
  )
  expect(tool?.risk).toBe('dangerous')
})
