import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { zipBytes } from '../../../test/archive-bytes.ts'
import { pdfBytes } from '../../../test/pdf-bytes.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { createDocx } from '../../plugins/docx-handler/create-docx.ts'
import { createPptx } from '../../plugins/pptx-handler/create-pptx.ts'
import { writeXlsx } from '../../plugins/xlsx-handler/write-xlsx.ts'
import { openIndexFile, openIndexForReading } from './index-file.ts'
import type { FromKeeper, IndexCounts, IndexPlan } from './index-messages.ts'
import { unreadFiles } from './index-rows.ts'
import { keepIndex, type KeepOptions } from './keep-index.ts'
import { searchIndex } from './search-index.ts'

let folders: TestFolders
let documents: string
let plan: IndexPlan

beforeEach(async () => {
  folders = await createTestFolders()
  documents = join(folders.home, 'Documents')
  await mkdir(documents)
  plan = {
    index: join(folders.dataFolder, 'content-index.db'),
    home: folders.home,
    dataFolder: folders.dataFolder,
    allowedFolders: [],
    leftOut: [],
    fromOutside: [],
    share: 1,
  }
})

afterEach(async () => {
  await folders[Symbol.asyncDispose]()
})

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folders.home, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

/** Brings the index up to date, and says what is in it then. */
async function keep(options: Partial<KeepOptions> & { plan?: IndexPlan } = {}): Promise<IndexCounts> {
  const told: FromKeeper[] = []
  const { signal } = new AbortController()
  await keepIndex(options.plan ?? plan, {
    signal,
    turn: async () => {},
    tell: (message) => void told.push(message),
    ...options,
  })
  const last = told.at(-1)!
  if (!('counts' in last)) throw new Error(`It ended with ${last.kind}.`)
  return last.counts
}

/** The names of the files that mention some words, with the first place. */
function find(words: string, more: { folder?: string; kind?: 'pdf' } = {}): string[] {
  const database = openIndexForReading(plan.index)!
  try {
    return searchIndex(database, { words, most: 20, ...more }).files.map(({ path, places }) =>
      [path.slice(folders.home.length + 1), places[0]!.place].filter(Boolean).join(', '),
    )
  } finally {
    database.close()
  }
}

test('what our own writers make is found, with page, sheet and slide', async () => {
  const call = createTestCall(folders)
  await createDocx.run({ path: join(documents, 'letter.docx'), markdown: 'The pelican signed it.' }, call)
  await writeXlsx.run(
    { path: join(documents, 'costs.xlsx'), sheet_name: 'Birds', data: [{ what: 'pelican food', price: 12 }] },
    call,
  )
  await createPptx.run(
    {
      path: join(documents, 'talk.pptx'),
      title: 'Birds',
      slides: [{ title: 'The pelican', bullets: ['It eats fish'] }],
    },
    call,
  )
  await file('Documents/book.pdf', pdfBytes([['Nothing here'], ['A pelican on page two']]))
  await file(
    'Documents/page.html',
    '<!doctype html><html><body><p>About the <b>pelican</b></p></body></html>',
  )
  await file(
    'Documents/mail.eml',
    'From: a@example.org\nTo: b@example.org\nSubject: Pelican\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nHello',
  )
  await file('Documents/list.csv', 'bird,count\npelican,3\n')
  await file('Documents/code.py', 'pelican = 1\n')
  const xml = (body: string) =>
    `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:draw="d"><office:body>${body}</office:body></office:document-content>`
  const openDocument = (type: string, body: string) =>
    zipBytes([
      { name: 'mimetype', content: `application/vnd.oasis.opendocument.${type}` },
      { name: 'content.xml', content: xml(body) },
    ])
  await file(
    'Documents/letter.odt',
    openDocument('text', '<text:h>Dear</text:h><text:p>old<text:s/>pelican</text:p>'),
  )
  await file(
    'Documents/talk.odp',
    openDocument(
      'presentation',
      '<draw:page><text:p>One</text:p></draw:page><draw:page><text:p>Pelican</text:p></draw:page>',
    ),
  )
  expect(await keep()).toEqual({ indexed: 10, waiting: 0, tooLarge: 0, unreadable: 0 })
  expect(find('pelican').toSorted()).toEqual([
    'Documents/book.pdf, page 2',
    'Documents/code.py',
    'Documents/costs.xlsx, sheet Birds',
    'Documents/letter.docx',
    'Documents/letter.odt',
    'Documents/list.csv',
    'Documents/mail.eml',
    'Documents/page.html',
    'Documents/talk.odp, slide 2',
    'Documents/talk.pptx, slide 2',
  ])
  expect(find('"old pelican"')).toEqual(['Documents/letter.odt'])
  expect(find('pelican', { kind: 'pdf' })).toEqual(['Documents/book.pdf, page 2'])
})

test('what nobody may read unasked, and what nobody means, is not in it', async () => {
  const text = 'The heron stands here.'
  await file('Documents/seen.txt', text)
  await file('elsewhere/unseen.txt', text)
  await file('Documents/.hidden/unseen.txt', text)
  await file('Documents/id_rsa', text)
  await file('Documents/server.key', text)
  await file('Documents/node_modules/package/readme.md', text)
  await file('Documents/project/.gitignore', '/dist/\n*.log\n!keep.log\n')
  await file('Documents/project/dist/unseen.txt', text)
  await file('Documents/project/sub/unseen.log', text)
  await file('Documents/project/keep.log', text)
  await file('Documents/cache/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55')
  await file('Documents/cache/unseen.txt', text)
  await file('Documents/Diary/unseen.txt', text)
  await symlink(join(folders.home, 'elsewhere'), join(documents, 'link'))
  await symlink(join(folders.home, 'elsewhere/unseen.txt'), join(documents, 'link.txt'))
  await file('Documents/picture.png', Buffer.from('89504e470d0a1a0a0000', 'hex'))
  await file('Documents/dump.txt', `heron ${'x '.repeat(1_500_000)}`)
  const counts = await keep({ plan: { ...plan, leftOut: ['~/Documents/Diary'] } })
  expect(find('heron').toSorted()).toEqual(['Documents/project/keep.log', 'Documents/seen.txt'])
  expect(counts).toEqual({ indexed: 2, waiting: 0, tooLarge: 1, unreadable: 0 })
  await keep({ plan: { ...plan, allowedFolders: [join(folders.home, 'elsewhere')] } })
  expect(find('heron')).toContain('elsewhere/unseen.txt')
  await keep()
  expect(find('heron')).not.toContain('elsewhere/unseen.txt')
})

test('what is deleted leaves it, what is renamed stays known, and what is changed is read again', async () => {
  const old = await file('Documents/old.txt', 'one ostrich')
  const changed = await file('Documents/changed.txt', 'one ostrich')
  await file('Documents/gone.txt', 'one ostrich')
  await keep()
  expect(find('ostrich')).toHaveLength(3)
  await rename(old, join(documents, 'new.txt'))
  await rm(join(documents, 'gone.txt'))
  await writeFile(changed, 'one cassowary')
  await utimes(changed, new Date(), new Date(Date.now() + 5_000))
  let read = 0
  await keep({ turn: async () => void (read += 1) })
  expect(find('ostrich')).toEqual(['Documents/new.txt'])
  expect(find('cassowary')).toEqual(['Documents/changed.txt'])
  // One turn for the changed file, and one that finds nothing to do.
  expect(read).toBe(2)
})

test('a bomb and a document that hangs its reader cost only themselves, and are not tried again', async () => {
  const bomb = zipBytes([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: Buffer.alloc(60 * 1024 * 1024, 0x20) },
  ])
  await file('Documents/bomb.docx', bomb)
  const slow = await file('Documents/slow.pdf', endlessPdf())
  await file('Documents/after.pdf', pdfBytes([['The kiwi is last']]))
  const past = new Date(Date.now() - 60_000)
  await utimes(join(documents, 'after.pdf'), past, past)
  const secondsPerDocument = 5
  expect(await keep({ secondsPerDocument })).toEqual({ indexed: 1, waiting: 0, tooLarge: 0, unreadable: 2 })
  expect(find('kiwi')).toEqual(['Documents/after.pdf, page 1'])
  const database = openIndexFile(plan.index)
  const unread = unreadFiles(database, 10)
  database.close()
  expect(unread.map(({ path }) => path).toSorted()).toEqual([join(documents, 'bomb.docx'), slow])
  expect(unread.every(({ reason }) => reason.endsWith('.'))).toBe(true)
  let turns = 0
  await keep({ turn: async () => void (turns += 1) })
  expect(turns).toBe(1)
  await writeFile(slow, pdfBytes([['No kiwi any more']]))
  await keep()
  expect(find('kiwi').toSorted()).toEqual(['Documents/after.pdf, page 1', 'Documents/slow.pdf, page 1'])
})

test('stopped in the middle, it goes on from there', async () => {
  for (let number = 0; number < 600; number += 1) await file(`Documents/${number}.txt`, `emu ${number}`)
  const stopping = new AbortController()
  let turns = 0
  const turn = async (): Promise<void> => {
    turns += 1
    if (turns === 3) stopping.abort()
  }
  await expect(keep({ signal: stopping.signal, turn })).rejects.toThrow('aborted')
  expect(find('emu').length).toBeGreaterThan(0)
  turns = 0
  expect(await keep({ turn: async () => void (turns += 1) })).toMatchObject({ indexed: 600, waiting: 0 })
  // Two of three turns were done before; the last one finds nothing to do.
  expect(turns).toBe(2)
})

test('a file whose reading ends the program each time is given up, and the others are read', async () => {
  await file('Documents/bad.txt', 'bad rhea')
  await file('Documents/good.txt', 'good rhea')
  await keep()
  for (let crash = 0; crash < 3; crash += 1) {
    const database = openIndexFile(plan.index)
    database.exec(`UPDATE files SET state = 'reading', stumbles = ${crash} WHERE path LIKE '%bad.txt'`)
    database.exec(`UPDATE files SET state = 'waiting' WHERE path LIKE '%good.txt'`)
    database.close()
    await keep()
  }
  const database = openIndexFile(plan.index)
  expect(unreadFiles(database, 10)).toEqual([
    { path: join(documents, 'bad.txt'), reason: 'Reading it ended the program each time.' },
  ])
  database.close()
})

test('an index that is damaged or of another version is made anew', async () => {
  await file('Documents/a.txt', 'one moa')
  await writeFile(plan.index, 'this is no database, but long enough to be looked at as if it were one')
  await keep()
  expect(find('moa')).toEqual(['Documents/a.txt'])
  const database = openIndexFile(plan.index)
  database.exec('PRAGMA user_version = 4711')
  database.close()
  await keep()
  expect(find('moa')).toEqual(['Documents/a.txt'])
})

/** A page of millions of operators. */
function endlessPdf(): Buffer {
  const stream = deflateSync(Buffer.alloc(150 * 1024 * 1024, '[] TJ '))
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n` +
        `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>\nendobj\n` +
        `4 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}
