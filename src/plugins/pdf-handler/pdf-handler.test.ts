import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipBytes } from '../../../test/archive-bytes.ts'
import { pdfBytes } from '../../../test/pdf-bytes.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { pdfInfo } from './pdf-info.ts'
import { pdfHandler } from './plugin.ts'
import { readPdf } from './read-pdf.ts'
import { searchPdf } from './search-pdf.ts'

let folders: TestFolders

beforeAll(async () => {
  folders = await createTestFolders()
})

afterAll(async () => {
  await folders[Symbol.asyncDispose]()
})

async function file(name: string, content: Buffer | string): Promise<string> {
  const path = join(folders.home, name)
  await writeFile(path, content)
  return path
}

const contract = pdfBytes(
  [
    [
      'Rental agreement',
      'The notice',
      'period is three months.',
      'Rooms are handed over with all their fur-',
      'niture.',
    ],
    [],
    ['Page three: caf\u{e9} and NOTICE PERIOD again.'],
  ],
  { title: 'Rental agreement', author: 'Ada' },
)

describe('READ_PDF', () => {
  test('pages come with their text, line by line', async () => {
    const path = await file('contract.pdf', contract)
    const { data, message } = await readPdf.run({ path }, createTestCall(folders))
    expect(data).toMatchObject({ total_pages: 3, truncated: false, pages_without_text: 1 })
    expect(data.pages.map(({ page }) => page)).toEqual([1, 2, 3])
    expect(data.pages[0]!.text).toBe(
      'Rental agreement\nThe notice\nperiod is three months.\nRooms are handed over with all their fur-\nniture.',
    )
    expect(data.pages[2]!.text).toBe('Page three: café and NOTICE PERIOD again.')
    expect(message).toContain('1 of them has no text')
  })

  test('a range of pages is read, and a page that is not there is named', async () => {
    const path = await file('contract.pdf', contract)
    const call = createTestCall(folders)
    const { data } = await readPdf.run({ path, first_page: 3, last_page: 99 }, call)
    expect(data.pages.map(({ page }) => page)).toEqual([3])
    await expect(readPdf.run({ path, first_page: 4 }, call)).rejects.toMatchObject({
      code: 'invalid_request',
      message: '"contract.pdf" has 3 pages, so no page 4.',
    })
    await expect(readPdf.run({ path, first_page: 3, last_page: 2 }, call)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('a long text stops at a page, and says where to go on', async () => {
    const path = await file('long.pdf', pdfBytes([['a'.repeat(80)], ['b'.repeat(80)], ['c'.repeat(80)]]))
    const call = createTestCall(folders)
    const { data } = await readPdf.run({ path, max_characters: 200 }, call)
    expect(data).toMatchObject({ truncated: true, next_page: 3 })
    expect(data.pages).toHaveLength(2)
    const cut = await readPdf.run({ path, max_characters: 10 }, call)
    expect(cut.data).toMatchObject({ truncated: true, next_page: 2, cut_page: true })
    expect(cut.data.pages).toEqual([{ page: 1, text: 'a'.repeat(10) }])
  })

  test('progress is told page by page', async () => {
    const path = await file('contract.pdf', contract)
    const call = createTestCall(folders)
    await readPdf.run({ path }, call)
    expect(call.progressed.at(-1)).toEqual({ fraction: 1 })
  })

  test('a call that was stopped ends, and leaves no reader behind', async () => {
    const path = await file('many.pdf', pdfBytes(Array.from({ length: 400 }, () => ['x '.repeat(1000)])))
    const stop = new AbortController()
    const call = createTestCall({ ...folders, signal: stop.signal })
    const running = readPdf.run({ path }, call)
    running.catch(() => {})
    // In the middle of it.
    await expect.poll(() => call.progressed.length).toBeGreaterThan(0)
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
  })
})

describe('SEARCH_PDF', () => {
  test('words are found across lines, whatever their case, accents and division', async () => {
    const path = await file('contract.pdf', contract)
    const call = createTestCall(folders)
    const { data } = await searchPdf.run({ path, query: 'Notice  Period' }, call)
    expect(data).toMatchObject({ total_matches: 2, pages_with_matches: 2, total_pages: 3 })
    expect(data.matches.map(({ page, match }) => [page, match])).toEqual([
      [1, 'notice period'],
      [3, 'NOTICE PERIOD'],
    ])
    expect(data.matches[0]!.context).toContain('The notice period is three months.')
    expect((await searchPdf.run({ path, query: 'cafe' }, call)).data.matches[0]!.match).toBe('café')
    expect((await searchPdf.run({ path, query: 'furniture' }, call)).data.total_matches).toBe(1)
  })

  test('nothing found, and nothing to find in, are told apart', async () => {
    const call = createTestCall(folders)
    const none = await searchPdf.run({ path: await file('contract.pdf', contract), query: 'zebra' }, call)
    expect(none.message).toContain('is not in')
    const scan = await searchPdf.run({ path: await file('scan.pdf', pdfBytes([[]])), query: 'zebra' }, call)
    expect(scan.message).toContain('probably a scan')
  })

  test('more matches than asked for are counted', async () => {
    const path = await file('words.pdf', pdfBytes([['word word word'], ['word word']]))
    const { data } = await searchPdf.run({ path, query: 'word', max_matches: 2 }, createTestCall(folders))
    expect(data.total_matches).toBe(5)
    expect(data.matches).toHaveLength(2)
  })
})

describe('PDF_INFO', () => {
  test('pages, title, author, size and page size are told', async () => {
    const path = await file('contract.pdf', contract)
    const { data } = await pdfInfo.run({ path }, createTestCall(folders))
    expect(data).toMatchObject({
      bytes: contract.length,
      pages: 3,
      title: 'Rental agreement',
      author: 'Ada',
      encrypted: false,
      needs_password: false,
      created_at: '2026-03-02T08:30:00.000Z',
      page_width_mm: 210,
      page_height_mm: 297,
    })
  })

  test('a password is something to know, not a failure; to read it is refused with a sentence', async () => {
    const path = await file('locked.pdf', pdfBytes([['secret']], { password: 'hunter2' }))
    const call = createTestCall(folders)
    const { data, message } = await pdfInfo.run({ path }, call)
    expect(data).toMatchObject({ pages: null, encrypted: true, needs_password: true })
    expect(message).toContain('password-protected')
    await expect(readPdf.run({ path }, call)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('password-protected'),
    })
  })

  test('a file that is encrypted with an empty password opens', async () => {
    const path = await file('half-locked.pdf', pdfBytes([['open']], { password: '' }))
    const { data } = await pdfInfo.run({ path }, createTestCall(folders))
    expect(data).toMatchObject({ pages: 1, encrypted: true, needs_password: false })
  })
})

describe('files that are not what they should be', () => {
  const cases: [string, Buffer | string, RegExp][] = [
    ['picture.pdf', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /is a PNG image, not a PDF/],
    ['text.pdf', 'just text', /is a text file, not a PDF/],
    ['word.pdf', zipBytes([{ name: 'word/document.xml', content: '<x/>' }]), /is a Word document, not a PDF/],
    ['empty.pdf', '', /is empty/],
    ['cut.pdf', contract.subarray(0, 300), /damaged or incomplete/],
    ['garbage.pdf', `%PDF-1.7\n${'\u{1}garbage'.repeat(5000)}`, /damaged or incomplete/],
  ]
  test.each(cases)('%s', async (name, content, sentence) => {
    const path = await file(name, content)
    await expect(readPdf.run({ path }, createTestCall(folders))).rejects.toThrow(sentence)
  })

  test('a folder and a missing file', async () => {
    const call = createTestCall(folders)
    await expect(readPdf.run({ path: folders.outside }, call)).rejects.toMatchObject({ code: 'conflict' })
    await expect(readPdf.run({ path: '~/missing.pdf' }, call)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test.each(pdfHandler.tools.map((tool) => [tool.action, tool] as const))(
  'the example of %s works',
  async (_, tool) => {
    await file('contract.pdf', contract)
    const args = JSON.parse(JSON.stringify(tool.example.args).replaceAll('{folder}', folders.home)) as object
    expect(checkFor(tool.params, 'body')(args)).toEqual([])
    const { data } = (await tool.run(args, createTestCall(folders))) as { data: unknown }
    expect(checkFor(tool.data, 'result')(data)).toEqual([])
  },
)
