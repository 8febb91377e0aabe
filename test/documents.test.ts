import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfBytes } from './pdf-bytes.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let home: string

beforeAll(async () => {
  service = await startTestService()
  home = dirname(service.folder.root)
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

async function call(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
  const response = await fetch(new URL(path, service.address), {
    method,
    ...(body instanceof FormData && { body }),
    ...(body !== undefined &&
      !(body instanceof FormData) && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
  })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, never> & Record<string, unknown>,
  }
}

function form(parts: readonly { field: string; name: string; content: Buffer }[]): FormData {
  const data = new FormData()
  for (const { field, name, content } of parts) data.append(field, new Blob([new Uint8Array(content)]), name)
  return data
}

async function uploads(): Promise<string[]> {
  const names: string[] = await readdir(service.folder.uploads).catch(() => [])
  return names.toSorted()
}

describe('POST /api/upload', () => {
  test('a multipart upload and the same as JSON give the same file', async () => {
    const content = pdfBytes([['Hello']])
    const sent = await call('/api/upload', {
      method: 'POST',
      body: form([{ field: 'file', name: '../a.pdf', content }]),
    })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ filename: 'a.pdf', size: content.length, mime_type: 'application/pdf' })
    expect(await readFile(String(sent.body['path']))).toEqual(content)
    const json = { filename: 'a.pdf', content_base64: content.toString('base64') }
    const again = await call('/api/upload', { method: 'POST', body: json })
    expect(again.body).toMatchObject({
      sha256: sent.body['sha256'],
      size: content.length,
      mime_type: 'application/pdf',
    })
  })

  test('text that is not base64 is refused', async () => {
    for (const content of ['not base64!', 'abc', 'aGVsbG8=x', 'a===']) {
      const { status } = await call('/api/upload', {
        method: 'POST',
        body: { filename: 'a', content_base64: content },
      })
      expect(status).toBe(400)
    }
    const empty = await call('/api/upload', { method: 'POST', body: { filename: 'a', content_base64: '' } })
    expect(empty.body).toMatchObject({ size: 0 })
  })

  test('an upload without a file, with two, or with a wrong name is refused, and nothing is kept', async () => {
    const before = await uploads()
    const content = Buffer.alloc(200_000)
    const one = { field: 'file', name: 'a', content }
    for (const parts of [[], [one, one], [{ ...one, field: 'upload' }], [one, { ...one, field: 'other' }]]) {
      const { status, body } = await call('/api/upload', { method: 'POST', body: form(parts) })
      expect([status, body['code']]).toEqual([400, 'invalid_request'])
    }
    expect(await uploads()).toEqual(before)
  })

  test('more than 100 MiB is 413, and nothing is left', async () => {
    const before = await uploads()
    const { status, body } = await sendLarge(service.port, 101)
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'too_large' })
    expect(await uploads()).toEqual(before)
  })

  test('a caller that goes away in the middle leaves nothing', async () => {
    const before = await uploads()
    await breakOff(service.port)
    await expect.poll(uploads).toEqual(before)
  })
})

describe('POST /api/file-ingest', () => {
  test('a file is found by its words afterwards, also after a restart, and is one document however often it comes', async () => {
    const path = join(home, 'contract.pdf')
    await writeFile(path, pdfBytes([['The zebra clause is void.']], { title: 'Contract' }))
    const first = await call('/api/file-ingest', { method: 'POST', body: { path: '~/contract.pdf' } })
    expect(first.body).toMatchObject({ title: 'Contract', mime_type: 'application/pdf', chunks: 1 })
    expect(first.body['preview']).toContain('The zebra clause is void.')
    const [second, third] = await Promise.all([
      call('/api/file-ingest', { method: 'POST', body: { path } }),
      call('/api/file-ingest', { method: 'POST', body: { path } }),
    ])
    expect([second.body, third.body]).toEqual([first.body, first.body])
    await service.restart()
    const found = await call('/api/documents?query=zebra')
    expect(found.body).toMatchObject({
      documents: [
        { document_id: first.body['document_id'], path, session_id: null, matches: [{ chunk: 0 }] },
      ],
      next_cursor: null,
    })
  })

  test('the same new file twice at once is read once', async () => {
    const path = join(home, 'twice.txt')
    await writeFile(path, `unicorn ${randomBytes(8).toString('hex')}`)
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('/api/file-ingest', { method: 'POST', body: { path } })),
    )
    expect(new Set(answers.map(({ body }) => body['document_id'])).size).toBe(1)
    expect((await call('/api/documents?query=unicorn')).body['documents']).toHaveLength(1)
  })

  test('an uploaded file can be ingested, and its path is null once the file is gone', async () => {
    const body = {
      filename: 'notes.md',
      content_base64: Buffer.from('# Walrus\n\nAll about it.').toString('base64'),
    }
    const { body: file } = await call('/api/upload', { method: 'POST', body })
    const ingested = await call('/api/file-ingest', { method: 'POST', body: { file_id: file['file_id'] } })
    expect(ingested.body).toMatchObject({ title: 'Walrus', mime_type: 'text/markdown' })
    await rm(dirname(String(file['path'])), { recursive: true })
    const { body: found } = await call('/api/documents?query=walrus')
    expect(found['documents']).toMatchObject([{ path: null }])
  })

  test("the service's own data, keys and files that are not there are refused", async () => {
    await mkdir(join(home, '.ssh'), { recursive: true })
    await writeFile(join(home, '.ssh', 'id_ed25519'), 'PRIVATE KEY')
    const answers = []
    for (const path of [
      '~/.ssh/id_ed25519',
      service.folder.settings,
      service.folder.database,
      '~/none.txt',
      'relative.txt',
      '~',
    ]) {
      const { status, body } = await call('/api/file-ingest', { method: 'POST', body: { path } })
      answers.push([status, body['code']])
    }
    expect(answers).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ])
    const unknown = await call('/api/file-ingest', { method: 'POST', body: { file_id: 'file_x' } })
    expect(unknown.status).toBe(404)
    const both = await call('/api/file-ingest', { method: 'POST', body: { file_id: 'file_x', path: '~/a' } })
    expect(both.status).toBe(400)
  })

  test('a file without text, and one that nobody can read, say so', async () => {
    await writeFile(join(home, 'blank.txt'), '  \n')
    await writeFile(join(home, 'program.txt'), Buffer.from('7f454c460201010000000000', 'hex'))
    await writeFile(join(home, 'scan.pdf'), pdfBytes([[]]))
    const details = []
    for (const path of ['~/blank.txt', '~/program.txt', '~/scan.pdf']) {
      const { status, body } = await call('/api/file-ingest', { method: 'POST', body: { path } })
      details.push(`${status} ${String(body['detail'])}`)
    }
    expect(details).toEqual([
      expect.stringMatching(/^415 No text found in "blank\.txt"/),
      expect.stringMatching(/^415 "program\.txt" is a program\. Readable types are /),
      expect.stringMatching(/^415 No text found in "scan\.pdf": its pages are probably scans/),
    ])
  })
})

test('a document that was deleted is gone, and a second time it is 404', async () => {
  await writeFile(join(home, 'gone.txt'), 'the platypus paragraph')
  const { body } = await call('/api/file-ingest', { method: 'POST', body: { path: '~/gone.txt' } })
  const path = `/api/documents/${String(body['document_id'])}`
  expect(await call(path, { method: 'DELETE' })).toEqual({
    status: 200,
    body: { document_id: body['document_id'], deleted: true },
  })
  expect((await call(path, { method: 'DELETE' })).status).toBe(404)
  expect((await call('/api/documents?query=platypus')).body['documents']).toEqual([])
  expect(await readFile(join(home, 'gone.txt'), 'utf8')).toBe('the platypus paragraph')
})

test('the tools find, list and delete what was ingested', async () => {
  await writeFile(join(home, 'tool.txt'), 'an okapi in the library')
  const { body } = await call('/api/file-ingest', {
    method: 'POST',
    body: { path: '~/tool.txt', session_id: 'chat_1' },
  })
  const run = async (action: string, args: object) =>
    (await call('/execute_tool', { method: 'POST', body: { tool_name: action, args } })).body
  const found = await run('SEARCH_DOCUMENTS', { query: 'okapi', session_id: 'chat_1' })
  expect(found).toMatchObject({
    success: true,
    data: { documents: [{ title: 'tool.txt', session_id: 'chat_1' }] },
  })
  expect(await run('SEARCH_DOCUMENTS', { query: 'okapi', session_id: 'chat_2' })).toMatchObject({
    data: { documents: [] },
  })
  expect(await run('LIST_DOCUMENTS', { limit: 1 })).toMatchObject({
    data: { documents: [{ title: 'tool.txt' }] },
  })
  expect(await run('DELETE_DOCUMENT', { document_id: body['document_id'] })).toMatchObject({ success: true })
  expect(await run('DELETE_DOCUMENT', { document_id: body['document_id'] })).toMatchObject({
    success: false,
    data: { error: { code: 'not_found' } },
  })
})

const boundary = 'xxBOUNDARYxx'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`

function openUpload(port: number) {
  return request({
    port,
    path: '/api/upload',
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

/** Sends so many MiB piece by piece, without ever holding them. */
async function sendLarge(
  port: number,
  megabytes: number,
): Promise<{ status: number | undefined; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  const sending = openUpload(port)
  sending.on('error', reject)
  sending.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
    )
  })
  sending.write(head)
  const piece = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!sending.write(piece))
      await Promise.race([new Promise((drained) => sending.once('drain', drained)), promise])
  }
  sending.end(`\r\n--${boundary}--\r\n`)
  return promise
}

async function breakOff(port: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sending = openUpload(port)
  sending.on('error', () => resolve())
  sending.on('close', () => resolve())
  sending.write(head)
  sending.write(Buffer.alloc(300_000), () => sending.destroy())
  await promise
}
