import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { confirmations } from '../../migrations/0003-confirmations.ts'
import { documents } from '../../migrations/0004-documents.ts'
import { ground } from '../../migrations/0001-ground.ts'
import { notificationsAndTelemetry } from '../../migrations/0002-notifications-telemetry.ts'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/documents/text-chunks.ts'
import { DocumentStore, type DocumentDraft } from './document-store.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const signal = new AbortController().signal
let folder: string
let database: Database
let store: DocumentStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-documents-'))
  await open()
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function open(): Promise<void> {
  database = await openDatabase({
    path: join(folder, 'test.db'),
    backupFolder: join(folder, 'backups'),
    migrations: [ground, notificationsAndTelemetry, confirmations, documents],
    now: () => new Date(),
    log: silentLog,
  })
  store = new DocumentStore({ database, now: () => new Date('2026-03-02T09:30:00Z') })
}

let counter = 0
function draft(text: string, more: Partial<DocumentDraft> = {}): DocumentDraft {
  counter += 1
  return {
    sha256: `hash ${counter}`,
    title: `Document ${counter}`,
    mimeType: 'text/plain',
    path: '/tmp/a.txt',
    text,
    ...more,
  }
}

function titles(found: ReturnType<DocumentStore['search']>): string[] {
  return found.entries.map(({ document }) => document.title)
}

function countRows(table: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'])
}

describe('search', () => {
  test('a document is found by its words, with the place', async () => {
    const added = await store.add(
      draft(`${'Other things. '.repeat(200)}\n\nThe notice period is three months.\n\nMore.`),
      signal,
    )
    expect(added).toMatchObject({
      mime_type: 'text/plain',
      session_id: null,
      created_at: '2026-03-02T09:30:00.000Z',
    })
    expect(added.chunks).toBeGreaterThan(1)
    const { entries } = store.search('notice period')
    expect(entries).toHaveLength(1)
    expect(entries[0]!.document).toEqual(added)
    expect(entries[0]!.matches[0]!.text).toContain('The notice period is three months.')
    expect(entries[0]!.matches[0]!.chunk).toBe(added.chunks - 1)
    expect(entries[0]!.matches[0]!.score).toBeGreaterThan(0)
  })

  test('each document tells its own place', async () => {
    await store.add(draft('The heron is grey.', { title: 'A' }), signal)
    await store.add(draft('A heron, twice: heron.', { title: 'B' }), signal)
    const texts = store.search('heron').entries.map(({ matches }) => matches[0]!.text)
    expect(texts.toSorted()).toEqual(['A heron, twice: heron.', 'The heron is grey.'])
  })

  test('the form of a word, its case and accents do not matter', async () => {
    await store.add(draft('Two agreements about the Café.', { title: 'A' }), signal)
    expect(titles(store.search('agreement CAFE'))).toEqual(['A'])
  })

  test('all words in one place come first; without such a place any of them will do', async () => {
    await store.add(draft('apples only', { title: 'apples' }), signal)
    await store.add(draft('apples and pears', { title: 'both' }), signal)
    expect(titles(store.search('pears apples'))).toEqual(['both'])
    expect(titles(store.search('apples bananas')).toSorted()).toEqual(['apples', 'both'])
    expect(titles(store.search('banan')).length).toBe(0)
    expect(titles(store.search('app bananas')).toSorted()).toEqual(['apples', 'both'])
  })

  test('words in quotes must follow each other', async () => {
    await store.add(draft('red wine and white bread', { title: 'apart' }), signal)
    await store.add(draft('white wine', { title: 'together' }), signal)
    expect(titles(store.search('"white wine"'))).toEqual(['together'])
  })

  test('a word in the title counts for more than one in the text', async () => {
    await store.add(
      draft('invoice '.repeat(3) + 'and much else that is written here at some length', { title: 'Letter' }),
      signal,
    )
    await store.add(
      draft('something else entirely, written here at some length as well', { title: 'Invoice' }),
      signal,
    )
    expect(titles(store.search('invoice'))).toEqual(['Invoice', 'Letter'])
  })

  test('words are found in scripts without spaces', async () => {
    await store.add(draft('賃貸契約書：契約期間は二年間とする。', { title: '契約' }), signal)
    expect(titles(store.search('契約期間'))).toEqual(['契約'])
    expect(store.search('二年間').entries[0]!.matches[0]!.text).toBe('賃貸契約書：契約期間は二年間とする。')
    expect(titles(store.search('約契'))).toEqual([])
  })

  test.each([
    '"',
    '"unclosed',
    'a OR',
    'NEAR(',
    '*',
    'col:x',
    '-',
    'a AND NOT',
    "'; DROP TABLE documents; --",
    '\u{0}',
    '😀',
  ])('the query %j is words, not a language', async (query) => {
    await store.add(draft('some text'), signal)
    expect(() => store.search(query)).not.toThrow()
    expect(countRows('documents')).toBe(1)
  })

  test('pages of results follow each other', async () => {
    for (let index = 0; index < 5; index += 1)
      await store.add(draft(`common word ${'x '.repeat(index)}`), signal)
    const first = store.search('common', { limit: 2 })
    const second = store.search('common', { limit: 2, cursor: first.next_cursor! })
    const third = store.search('common', { limit: 2, cursor: second.next_cursor! })
    const all = [...titles(first), ...titles(second), ...titles(third)]
    expect(new Set(all).size).toBe(5)
    expect(third.next_cursor).toBeNull()
  })
})

describe('conversations', () => {
  test('a document of one conversation is not found by another, and one of none by all', async () => {
    await store.add(draft('shared secret', { title: 'mine', sessionId: 'one' }), signal)
    await store.add(draft('shared secret', { title: 'open' }), signal)
    const seen = (sessionId?: string) => titles(store.search('secret', { sessionId })).toSorted()
    expect(seen('one')).toEqual(['mine', 'open'])
    expect(seen('two')).toEqual(['open'])
    expect(seen()).toEqual(['mine', 'open'])
    expect(store.list({ sessionId: 'two' }).entries.map(({ title }) => title)).toEqual(['open'])
  })

  test('the same content in a second conversation is the same document, and belongs to both', async () => {
    const added = await store.add(draft('text', { sha256: 'same', sessionId: 'one' }), signal)
    expect(added.session_id).toBe('one')
    const claimed = await store.claimByContent('same', { path: '/tmp/b.txt', sessionId: 'two' })
    expect(claimed).toMatchObject({ document_id: added.document_id, session_id: null, path: '/tmp/b.txt' })
    expect(store.search('text', { sessionId: 'two' }).entries).toHaveLength(1)
    expect(store.search('text', { sessionId: 'three' }).entries).toHaveLength(0)
    await store.claimByContent('same', { path: '/tmp/b.txt', sessionId: undefined })
    expect(store.search('text', { sessionId: 'three' }).entries).toHaveLength(1)
    expect(await store.claimByContent('other', { path: '/', sessionId: undefined })).toBeUndefined()
  })
})

describe('list', () => {
  test('the newest first, page by page, and what arrives meanwhile moves nothing', async () => {
    for (const title of ['1', '2', '3']) await store.add(draft('text', { title }), signal)
    const first = store.list({ limit: 2 })
    await store.add(draft('text', { title: '4' }), signal)
    const second = store.list({ limit: 2, cursor: first.next_cursor! })
    expect([first, second].map(({ entries }) => entries.map(({ title }) => title))).toEqual([
      ['3', '2'],
      ['1'],
    ])
    expect(second.next_cursor).toBeNull()
  })

  test('a made-up cursor is refused', () => {
    expect(() => store.list({ cursor: 'x' })).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    expect(() => store.search('x', { cursor: '-1' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})

describe('removal', () => {
  test('a removed document is gone from lists and searches, with all its chunks', async () => {
    const long = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} ${'word '.repeat(290)}`).join(
      '\n\n',
    )
    const { document_id, chunks } = await store.add(draft(long), signal)
    expect(chunks).toBeGreaterThan(300)
    expect(await store.remove(document_id)).toBe(true)
    expect(await store.remove(document_id)).toBe(false)
    expect(store.search('paragraph').entries).toEqual([])
    expect(store.list().entries).toEqual([])
    expect(['documents', 'document_chunks', 'document_sessions'].map(countRows)).toEqual([0, 0, 0])
    expect(
      database.prepare("INSERT INTO document_search (document_search) VALUES ('integrity-check')").run(),
    ).toBeDefined()
  })

  test('its content can be ingested again at once', async () => {
    const { document_id } = await store.add(draft('text', { sha256: 'again' }), signal)
    const removing = store.remove(document_id)
    await store.add(draft('text', { sha256: 'again' }), signal)
    await removing
    expect(store.search('text').entries).toHaveLength(1)
  })
})

test('a document whose ingestion is stopped leaves nothing, and may come again', async () => {
  const stop = new AbortController()
  const long = Array.from({ length: 500 }, (_, index) => `${index} ${'word '.repeat(290)}`).join('\n\n')
  const adding = store.add(draft(long, { sha256: 'stopped' }), stop.signal)
  stop.abort()
  await expect(adding).rejects.toThrow(/abort/i)
  expect(['documents', 'document_chunks'].map(countRows)).toEqual([0, 0])
  await store.add(draft('short', { sha256: 'stopped' }), signal)
})

test('what a crash left half written is never seen, and goes away at the next start', async () => {
  await store.add(draft('whole document', { sha256: 'whole' }), signal)
  const { document_id } = await store.add(draft('half document', { sha256: 'half' }), signal)
  // The state that is on disk between two bites of an ingestion.
  await database.write(() =>
    database.prepare('UPDATE documents SET complete = 0 WHERE id = ?').run(document_id),
  )
  await database.close()
  await open()
  expect(titles(store.search('document'))).toHaveLength(1)
  await store.recover(silentLog)
  expect(countRows('documents')).toBe(1)
  await store.add(draft('half document', { sha256: 'half' }), signal)
  expect(titles(store.search('document'))).toHaveLength(2)
})

describe('chunks', () => {
  test('paragraphs stay whole while they fit, and nothing is lost', () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) =>
      `Paragraph ${index}: ${'word '.repeat(index * 3)}`.trim(),
    )
    const chunks = chunksOf(paragraphs.join('\n\n'))
    expect(chunks.join('\n\n')).toBe(paragraphs.join('\n\n'))
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(1500)
    expect(chunks.length).toBeLessThan(30)
  })

  test('a paragraph that is too long is cut between lines, sentences or words', () => {
    const sentences = 'This is a sentence of some length. '.repeat(200)
    for (const chunk of chunksOf(sentences)) expect(chunk).toMatch(/\.$/)
    for (const chunk of chunksOf('word '.repeat(1000))) expect(chunk).toMatch(/^word.*word$/s)
    const emoji = chunksOf('😀'.repeat(2000))
    expect(emoji.join('')).toBe('😀'.repeat(2000))
    expect(emoji.every((chunk) => chunk.isWellFormed())).toBe(true)
  })

  test('an empty text has none', () => {
    expect(chunksOf(' \n\n ')).toEqual([])
  })
})
