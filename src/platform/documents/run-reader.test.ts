import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipBytes, type ZipPart } from '../../../test/archive-bytes.ts'
import { sandboxHere } from '../sandbox/find-sandbox.ts'
import { runReader, runReaders } from './run-reader.ts'

const signal = new AbortController().signal
const MiB = 1024 * 1024
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-reader-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relationships = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

function documentXml(body: string, prolog = ''): string {
  return `<?xml version="1.0"?>${prolog}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`
}

function docx(document: string | Buffer, more: readonly ZipPart[] = []): Buffer {
  return zipBytes([
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: relationships },
    { name: 'word/document.xml', content: document },
    ...more,
  ])
}

async function file(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('a plain document is read', async () => {
  const path = await file('plain.docx', docx(documentXml('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>')))
  expect(await runReader('docx', { path }, { signal })).toMatchObject({ markdown: 'Hello', tables: [] })
})

describe('bombs and traps end in a sentence', () => {
  const paragraph = '<w:p><w:r><w:t>x</w:t></w:r></w:p>'
  const cases: [string, () => Buffer, { code: string; message: RegExp }][] = [
    [
      'a part that unpacks to a thousand times its size',
      () => docx(Buffer.alloc(60 * MiB, 0x20)),
      { code: 'too_large', message: /unpacks to far more/ },
    ],
    [
      'a part that lies about its size',
      () =>
        zipBytes([
          { name: '[Content_Types].xml', content: types },
          { name: '_rels/.rels', content: relationships },
          { name: 'word/document.xml', content: Buffer.alloc(60 * MiB, 0x20), declaredBytes: 10 },
        ]),
      { code: 'too_large', message: /unpacks to far more/ },
    ],
    [
      'entities that multiply',
      () => {
        const levels = Array.from(
          { length: 9 },
          (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
        )
        const doctype = `<!DOCTYPE w:document [<!ENTITY e0 "lol">${levels.join('')}]>`
        return docx(documentXml('<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>', doctype))
      },
      { code: 'invalid_request', message: /declares a document type/ },
    ],
    [
      'an entity that names a file',
      () =>
        docx(
          documentXml(
            '<w:p><w:r><w:t>&x;</w:t></w:r></w:p>',
            '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
          ),
        ),
      { code: 'invalid_request', message: /declares a document type/ },
    ],
    [
      'elements nested sixty thousand deep',
      () => docx(documentXml(`${'<w:ins>'.repeat(60_000)}${paragraph}${'</w:ins>'.repeat(60_000)}`)),
      { code: 'invalid_request', message: /nested too deeply|could not be read/ },
    ],
    [
      'an archive with a password',
      () => zipBytes([{ name: 'word/document.xml', content: 'x', encrypted: true }]),
      { code: 'unsupported_media_type', message: /password/ },
    ],
    [
      'a document that was cut off',
      () => docx(documentXml(paragraph)).subarray(0, -40),
      { code: 'invalid_request', message: /damaged or incomplete/ },
    ],
    [
      'broken XML',
      () => docx('<w:document xmlns:w="x"><w:body>'),
      { code: 'invalid_request', message: /.+\.$/ },
    ],
    [
      'another archive under its name',
      () => zipBytes([{ name: 'a.txt', content: 'a' }]),
      { code: 'unsupported_media_type', message: /not a Word document/ },
    ],
    [
      'an old document',
      () =>
        Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.alloc(600),
          Buffer.from('WordDocument', 'utf16le'),
        ]),
      { code: 'unsupported_media_type', message: /before 2007/ },
    ],
  ]
  test.each(cases)('%s', async (_, content, failure) => {
    const path = await file('trap.docx', content())
    await expect(runReader('docx', { path }, { signal })).rejects.toMatchObject({
      code: failure.code,
      message: expect.stringMatching(failure.message),
    })
  })
})

test.runIf(process.platform === 'linux')(
  'a PDF whose page unpacks to gigabytes leaves the service as it was',
  async () => {
    const packed = deflateSync(Buffer.alloc(150 * MiB, 0x20), { level: 9 })
    const path = await file('bomb.pdf', pdfWithStream(deflateSync(packed), '[/FlateDecode /FlateDecode]'))
    const ordinary = await file('ordinary.pdf', pdfWithStream(deflateSync('BT ET'), '/FlateDecode'))
    // In a process that does nothing else, which has read one before: what this one holds depends on the tests before.
    const reading = `
    import { readFileSync } from 'node:fs'
    import { runReader } from ${JSON.stringify(new URL('run-reader.ts', import.meta.url).href)}
    const read = (path) => {
      const bounds = { signal: new AbortController().signal, seconds: 20 }
      return runReader('pdf_pages', { path, first: 1, maxCharacters: 1000 }, bounds).then(
        ({ pages }) => pages,
        ({ code }) => code,
      )
    }
    const most = () => Number(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
    await read(process.argv[1])
    const before = most()
    const outcome = await read(process.argv[2])
    console.log(JSON.stringify({ outcome, grown: most() - before }))`
    const words = ['--input-type=module', '--eval', reading, ordinary, path]
    const { stdout } = await promisify(execFile)(process.execPath, words)
    const { outcome, grown } = JSON.parse(stdout) as { outcome: unknown; grown: number }
    // Stopped for its memory or for its time, which depends on the machine; or read, for it is nothing but blanks.
    expect(['too_large', 'timeout', [{ page: 1, text: '' }]]).toContainEqual(outcome)
    expect(grown).toBeLessThan(100 * MiB)
  },
)

test('a reader that takes too long is killed', async () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `word${index}`).join('\n')
  const path = await file('slow.txt', lines)
  await expect(
    runReader('text', { path, mimeType: 'text/plain' }, { signal, seconds: 0.001 }),
  ).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('"slow.txt" took longer') })
})

test('a page of a hundred thousand open tags is refused', async () => {
  const path = await file('deep.html', `<html>${'<div>'.repeat(100_000)}deep`)
  await expect(runReader('text', { path, mimeType: 'text/html' }, { signal })).rejects.toMatchObject({
    code: 'invalid_request',
    message: '"deep.html" is nested too deeply to read.',
  })
})

const sandbox = await sandboxHere()

test.skipIf(!sandbox.works)(
  'the reader has no network, sees its file and its own code only, and gets nothing of the environment',
  async () => {
    process.env['DESKHAND_TEST_SECRET'] = 'canary'
    try {
      const path = await file('watched.html', '<p>word</p>'.repeat(20_000))
      await file('beside.txt', 'not for the reader')
      const read = () => runReader('text', { path, mimeType: 'text/html' }, { signal })
      const { command, environment, pid, reading } = await heldReader(read)
      const seen = await readdir(`/proc/${pid}/root`).catch(() => [])
      const beside = await readFile(`/proc/${pid}/root${folder}/beside.txt`, 'utf8').catch(() => 'unseen')
      const network = await readFile(`/proc/${pid}/net/dev`, 'utf8').catch(() => '')
      process.kill(Number(pid), 'SIGCONT')
      await reading
      expect(command).toContain('--permission')
      expect(command.filter((argument) => /allow-(?:fs-write|child|worker|addons)/.test(argument))).toEqual(
        [],
      )
      expect(environment.join('\n')).not.toContain('canary')
      expect(environment).toContain('DESKHAND_CHILD=1')
      expect(seen).toContain('documents')
      expect(seen).not.toContain('home')
      expect(beside).toBe('unseen')
      const interfaces = [...network.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name)
      expect(interfaces).toEqual(['lo'])
    } finally {
      delete process.env['DESKHAND_TEST_SECRET']
    }
  },
)

test('of several documents, one that ends the reader costs only itself', async () => {
  const good = await file('good.txt', 'good')
  const deep = await file('deep-again.html', `<html>${'<div>'.repeat(100_000)}deep`)
  const missing = join(folder, 'missing.txt')
  const order = (path: string, mimeType: string) => ({ path, mimeType })
  const outcomes = await runReaders(
    'text',
    [
      order(good, 'text/plain'),
      order(deep, 'text/html'),
      order(missing, 'text/plain'),
      order(good, 'text/plain'),
    ],
    { signal },
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})

test('of several documents, those after one that takes too long are still read', async () => {
  const slow = await file(
    'hangs.pdf',
    pdfWithStream(deflateSync(Buffer.alloc(150 * MiB, '[] TJ ')), '/FlateDecode'),
  )
  const good = await file('after.txt', 'good')
  const outcomes = await runReaders(
    'sections',
    [slow, good].map((path) => ({ path, maxCharacters: 1000 })),
    { signal, seconds: 4 },
  )
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }])
})

test('many documents at once are read in turn', async () => {
  const path = await file('turn.txt', 'text')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => runReader('text', { path, mimeType: 'text/plain' }, { signal })),
  )
  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, () => 'text'))
})

function pdfWithStream(stream: Buffer, filter: string): Buffer {
  const head = Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>\nendobj\n` +
      `4 0 obj\n<< /Length ${stream.length} /Filter ${filter} >>\nstream\n`,
  )
  return Buffer.concat([
    head,
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}

/** What the system says about the child that is reading right now. */
interface Reader {
  readonly command: string[]
  readonly environment: string[]
  readonly pid: string
}

/** A reader that was stopped in its work. One that is done before anybody sees it is started again. */
async function heldReader(read: () => Promise<unknown>): Promise<Reader & { reading: Promise<unknown> }> {
  for (;;) {
    const state = { isOver: false }
    const reading = read().finally(() => (state.isOver = true))
    while (!state.isOver) {
      const found = await findReader()
      if (found && stop(found.pid)) return { ...found, reading }
    }
    await reading
  }
}

function stop(pid: string): boolean {
  try {
    return process.kill(Number(pid), 'SIGSTOP')
  } catch {
    return false
  }
}

async function findReader(): Promise<Reader | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await words(`/proc/${pid}/cmdline`)
    const isReader = command[0] === process.execPath && command.some((each) => each.includes('reader-child'))
    if (!isReader) continue
    const environment = await words(`/proc/${pid}/environ`)
    // Other tests may have readers of their own.
    if (environment.length > 0 && (await isOurs(pid))) return { command, environment, pid }
  }
  return undefined
}

async function isOurs(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1]
  if (parent === undefined || parent === '0') return false
  return parent === String(process.pid) || isOurs(parent)
}

async function words(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\0').filter((word) => word !== '')
}
