import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfBytes } from '../../../test/pdf-bytes.ts'
import { writeSampleDeck } from '../../../test/pptx-sample-deck.ts'
import { xlsxBytes } from '../../../test/xlsx-bytes.ts'
import { contentKindOf } from './content-kind.ts'
import { extractText } from './extract-text.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-extract-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function read(name: string, content: Buffer | string): Promise<{ title: string | null; text: string }> {
  const path = join(folder, name)
  await writeFile(path, content)
  return readAt(path)
}

async function readAt(path: string): Promise<{ title: string | null; text: string }> {
  return extractText({ path, mimeType: await contentKindOf(path) }, () => {})
}

describe('text', () => {
  test('UTF-8, UTF-16 and old Western text are told apart', async () => {
    expect((await read('a.txt', 'Grüße\r\n世界')).text).toBe('Grüße\n世界')
    expect((await read('b.txt', Buffer.from('\u{feff}Grüße', 'utf16le'))).text).toBe('Grüße')
    expect((await read('c.txt', Buffer.from('Grüße', 'latin1'))).text).toBe('Grüße')
  })

  test('the title of Markdown is its first large heading', async () => {
    expect(await read('a.md', 'Intro\n\n# The plan\n\n## Part')).toEqual({
      title: 'The plan',
      text: 'Intro\n\n# The plan\n\n## Part',
    })
  })

  test('CSV stays as it is', async () => {
    expect((await read('a.csv', 'name,city\nAda,London\n')).text).toBe('name,city\nAda,London')
  })
})

describe('web pages', () => {
  test('headings, lists, tables and links are kept; scripts and styles are not', async () => {
    const { title, text } = await read(
      'page.html',
      `<!doctype html><html><head><title>My &amp; page</title><style>p{color:red}</style></head><body>
       <h1>Heading</h1><script>alert(1)</script><p>Some <b>bold</b> and <a href="https://example.org/x">a link</a>.</p>
       <ul><li>one<ol start="3"><li>deep</li><li>deeper</li></ol></li><li>two</li></ul>
       <table><tr><th>Name</th><th>Value</th></tr><tr><td>a|b</td><td>1</td></tr></table>
       <pre>  code
    here</pre></body></html>`,
    )
    expect(title).toBe('My & page')
    expect(text).toBe(
      [
        '# Heading',
        'Some **bold** and [a link](https://example.org/x).',
        '- one\n  3. deep\n  4. deeper\n- two',
        '| Name | Value |\n| --- | --- |\n| a\\|b | 1 |',
        '```\n  code\n    here\n```',
      ].join('\n\n'),
    )
  })

  test('a table that only makes the layout is not shown as one', async () => {
    const { text } = await read(
      'layout.html',
      '<html><body><table><tr><td><p>First</p><p>Second</p></td></tr><tr><td>Third</td></tr></table></body></html>',
    )
    expect(text).toBe('First\n\nSecond\n\nThird')
  })

  test('the encoding that a page declares is used', async () => {
    const page = '<html><head><meta charset="windows-1251"></head><body>Привет</body></html>'
    const encoded = Buffer.from(Array.from(page, encoded1251))
    expect((await read('cyrillic.html', encoded)).text).toBe('Привет')
  })
})

describe('mail', () => {
  const mail = [
    'From: Ada Lovelace <ada@example.org>',
    'To: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
    'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
    'Date: Mon, 02 Mar 2026 09:30:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hello <b>you</b></p>',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="plan.pdf"',
    '',
    'x',
    '--b--',
    '',
  ].join('\r\n')

  test('who, when, what about, the text and the attachments', async () => {
    const { title, text } = await read('mail.eml', mail)
    expect(title).toBe('Grüße')
    expect(text.split('\n')).toEqual([
      'From: Ada Lovelace <ada@example.org>',
      'To: Jürgen <j@example.org>',
      'Date: 2026-03-02T09:30:00.000Z',
      'Subject: Grüße',
      'Attachments: plan.pdf',
      '',
      'Hello **you**',
    ])
  })

  test('a mail is known by its headers, whatever its name', async () => {
    const path = join(folder, 'message.txt')
    await writeFile(path, mail)
    expect(await contentKindOf(path)).toBe('message/rfc822')
  })

  const corpus = resolve(import.meta.dirname, '../../../../shared/fixtures/mail')
  test.skipIf(!existsSync(corpus))('real mails are read', async () => {
    expect((await readAt(join(corpus, 'shift-jis.eml'))).text).toMatch(/[\p{sc=Hiragana}\p{sc=Katakana}]/u)
    expect((await readAt(join(corpus, 'nodemailer-rich.eml'))).text).toContain('Attachments: ')
    for (const name of [
      'mimetorture.eml',
      'multi-bounce.eml',
      'bad-date.eml',
      'rfc822-attachment.eml',
      'uuencode.eml',
    ]) {
      expect((await readAt(join(corpus, name))).text.length).toBeGreaterThan(50)
    }
  })
})

describe('office documents', () => {
  test('a workbook is read sheet by sheet, a line for each row', async () => {
    const { text } = await read(
      'book.xlsx',
      xlsxBytes({
        Sales: [
          ['Region', 'Sum'],
          ['North', 12.5],
        ],
        Notes: [['See above']],
      }),
    )
    expect(text).toBe('## Sales\n\nRegion | Sum\nNorth | 12.5\n\n## Notes\n\nSee above')
  })

  test('a presentation is read in the order of the show, notes included', async () => {
    const path = join(folder, 'deck.pptx')
    await writeSampleDeck(path)
    const { title, text } = await readAt(path)
    expect(title).toBe('Opening')
    expect([...text.matchAll(/^## Slide (\d): (.*)$/gm)].map((match) => match[2])).toEqual([
      'Opening',
      'Figures',
      'Closing',
    ])
  })

  test('a PDF is read page by page', async () => {
    const { title, text } = await read('a.pdf', pdfBytes([['One'], [], ['Three']], { title: 'A PDF' }))
    expect(title).toBe('A PDF')
    expect(text).toBe('[Page 1]\n\nOne\n\n[Page 3]\n\nThree')
  })
})

test('what cannot be read is named', async () => {
  await expect(read('a.docx', Buffer.from('7f454c4602010100', 'hex'))).rejects.toMatchObject({
    code: 'unsupported_media_type',
    message: expect.stringMatching(/^"a\.docx" is a program. Readable types are text, /),
  })
})

test('a text of more than ten million characters is refused', async () => {
  await expect(read('long.txt', 'ab '.repeat(3_500_000))).rejects.toMatchObject({ code: 'too_large' })
})

/** The few letters of this test in windows-1251. */
function encoded1251(letter: string): number {
  const code = letter.codePointAt(0)!
  return code < 128 ? code : code - 0x410 + 0xc0
}
