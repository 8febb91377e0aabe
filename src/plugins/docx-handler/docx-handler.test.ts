import { execFile } from 'node:child_process'
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePicture } from '../../../test/pptx-sample-files.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createDocx } from './create-docx.ts'
import { docxHandler } from './plugin.ts'
import { readDocx } from './read-docx.ts'

let folders: TestFolders

beforeAll(async () => {
  folders = await createTestFolders()
})

afterAll(async () => {
  await folders[Symbol.asyncDispose]()
})

const run = promisify(execFile)

async function part(path: string, name: string): Promise<string> {
  return (await run('unzip', ['-p', path, name], { maxBuffer: 64 * 1024 * 1024 })).stdout
}

describe('CREATE_DOCX', () => {
  test('what was written is what is read', async () => {
    const path = join(folders.home, 'round.docx')
    const markdown = [
      '# Heading',
      'Some **bold** and *italic* text with [a link](https://example.org).',
      '- one\n  - deeper\n- two',
      '1. first\n2. second',
      '| Name | Value |\n| --- | --- |\n| a | 1 |',
      '> quoted',
      '```\ncode\n  here\n```',
    ].join('\n\n')
    const call = createTestCall(folders)
    const { data } = await createDocx.run({ path, title: 'My title', author: 'Ada', markdown }, call)
    expect(data).toMatchObject({ path, headings: 1, tables: 1, images: 0, bytes: (await stat(path)).size })
    const read = await readDocx.run({ path }, call)
    expect(read.data).toMatchObject({
      title: 'My title',
      author: 'Ada',
      truncated: false,
      tables: [
        {
          rows: [
            ['Name', 'Value'],
            ['a', '1'],
          ],
        },
      ],
    })
    expect(read.data.text).toBe(`# My title\n\n${markdown}`)
  })

  test('blocks say the same as Markdown', async () => {
    const call = createTestCall(folders)
    const fromBlocks = join(folders.home, 'blocks.docx')
    const fromMarkdown = join(folders.home, 'markdown.docx')
    await createDocx.run(
      {
        path: fromBlocks,
        blocks: [
          { type: 'heading', text: 'Title', level: 2 },
          { type: 'paragraph', text: 'A **bold** word' },
          { type: 'bullet_list', items: ['a', '  b'] },
          { type: 'numbered_list', items: ['c', 'd'] },
          { type: 'table', headers: ['x'], rows: [['1'], ['2']] },
          { type: 'quote', text: 'q' },
          { type: 'code', text: 'let x' },
          { type: 'divider' },
          { type: 'page_break' },
        ],
      },
      call,
    )
    const markdown =
      '## Title\n\nA **bold** word\n\n- a\n  - b\n\n1. c\n2. d\n\n| x |\n|---|\n| 1 |\n| 2 |\n\n> q\n\n```\nlet x\n```\n\n---\n\n\\newpage'
    await createDocx.run({ path: fromMarkdown, markdown }, call)
    expect(await part(fromBlocks, 'word/document.xml')).toBe(await part(fromMarkdown, 'word/document.xml'))
  })

  test('a block without what it needs is named', async () => {
    const path = join(folders.home, 'bad.docx')
    const call = createTestCall(folders)
    const failing = (block: object) =>
      createDocx.run({ path, blocks: [{ type: 'paragraph', text: 'x' }, block] } as never, call)
    await expect(failing({ type: 'table' })).rejects.toThrow('blocks[1] (table) needs rows.')
    await expect(failing({ type: 'image' })).rejects.toThrow('blocks[1] (image) needs path.')
    await expect(failing({ type: 'heading' })).rejects.toThrow('blocks[1] (heading) needs text.')
    await expect(failing({ type: 'table', rows: [] })).rejects.toThrow(
      'is a table without headers or rows. Give at least one of them.',
    )
    expect(await readdir(folders.home)).not.toContain('bad.docx')
  })

  test('a picture is put in at its own shape, and a missing one stops everything', async () => {
    const call = createTestCall(folders)
    const picture = join(folders.home, 'picture.png')
    await writeFile(picture, samplePicture(400, 100).toBuffer('image/png'))
    const path = join(folders.home, 'picture.docx')
    const { data } = await createDocx.run({ path, markdown: `![A wide one](${picture} "Figure 1")` }, call)
    expect(data.images).toBe(1)
    const xml = await part(path, 'word/document.xml')
    const [, width, height] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml)!
    expect(Number(width) / Number(height)).toBeCloseTo(4, 1)
    expect(xml).toContain('descr="A wide one"')
    const missing = createDocx.run(
      { path: join(folders.home, 'none.docx'), markdown: '![x](/nowhere/x.png)' },
      call,
    )
    await expect(missing).rejects.toMatchObject({ code: 'not_found' })
    expect(await readdir(folders.home)).not.toContain('none.docx')
  })

  test('pages have numbers, header, footer and contents as asked for', async () => {
    const call = createTestCall(folders)
    const path = join(folders.home, 'furnished.docx')
    const markdown = '# One\n\ntext\n\n\\newpage\n\n# Two\n\ntext'
    await createDocx.run(
      {
        path,
        markdown,
        title: 'T',
        header: 'TOP',
        footer: 'BOTTOM',
        table_of_contents: true,
        page_size: 'Letter',
      },
      call,
    )
    const xml = await part(path, 'word/document.xml')
    expect(xml).toContain('TOC \\')
    expect(xml).toContain('w:w="12240" w:h="15840"')
    const footers = await run('unzip', ['-p', path, 'word/footer*.xml'])
    expect(footers.stdout).toContain('BOTTOM')
    expect(footers.stdout).toContain('NUMPAGES')
    expect((await run('unzip', ['-p', path, 'word/header*.xml'])).stdout).toContain('TOP')
    await createDocx.run({ path, markdown, page_numbers: false }, call)
    expect((await run('unzip', ['-p', path, 'word/footer*.xml'])).stdout).not.toContain('NUMPAGES')
  })

  test('control characters and half surrogates do not spoil the file', async () => {
    const call = createTestCall(folders)
    const path = join(folders.home, 'odd.docx')
    await createDocx.run({ path, title: 'a\u{0}b', markdown: 'x\u{1}y\u{d800}z\u{fffe} <&>"' }, call)
    const { data } = await readDocx.run({ path }, call)
    expect(data.text).toContain('xy\u{fffd}z <&>"')
  })

  test('a link to a script is text', async () => {
    const path = join(folders.home, 'script.docx')
    await createDocx.run(
      { path, markdown: '[x](javascript:alert) [y](file:///etc/passwd)' },
      createTestCall(folders),
    )
    expect(await part(path, 'word/_rels/document.xml.rels')).not.toMatch(/javascript|passwd/)
  })

  test('the name must end in .docx, and what is there already stays when it fails', async () => {
    const call = createTestCall(folders)
    await expect(createDocx.run({ path: '~/a.txt', markdown: 'x' }, call)).rejects.toMatchObject({
      message: 'path must end in .docx, the format that gets written.',
    })
    const path = join(folders.home, 'kept.docx')
    await writeFile(path, 'precious')
    await expect(createDocx.run({ path, markdown: ' ' }, call)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const stopped = createTestCall({ ...folders, signal: AbortSignal.abort() })
    await expect(createDocx.run({ path, markdown: 'x' }, stopped)).rejects.toThrow(/abort/i)
    expect(await readFile(path, 'utf8')).toBe('precious')
  })

  test('a picture from a protected place asks first', async () => {
    const call = createTestCall(folders)
    const asks = (markdown: string) => createDocx.needsApproval?.({ path: '~/a.docx', markdown }, call)
    expect(await asks('![x](~/.ssh/id_rsa)')).toContain('protected')
    expect(await asks('![x](~/x.png)')).toBeUndefined()
    await expect(asks(`![x](${folders.dataFolder}/settings.json)`)).rejects.toMatchObject({
      code: 'forbidden',
    })
    await symlink(folders.dataFolder, join(folders.home, 'innocent'))
    await expect(asks('![x](~/innocent/settings.json)')).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('READ_DOCX', () => {
  test('a long text comes in pieces', async () => {
    const call = createTestCall(folders)
    const path = join(folders.home, 'pieces.docx')
    await createDocx.run({ path, markdown: 'abcdefghij' }, call)
    const first = await readDocx.run({ path, max_characters: 4 }, call)
    expect(first.data).toMatchObject({ text: 'abcd', truncated: true, next_offset: 4, characters: 10 })
    const rest = await readDocx.run({ path, offset: 4 }, call)
    expect(rest.data).toMatchObject({ text: 'efghij', truncated: false })
  })

  test('tables can be left out', async () => {
    const call = createTestCall(folders)
    const path = join(folders.home, 'tables.docx')
    await createDocx.run({ path, markdown: '| a | b |\n|---|---|\n| 1 | 2 |' }, call)
    const { data } = await readDocx.run({ path, include_tables: false }, call)
    expect(data).toMatchObject({ tables: [], tables_left_out: 1 })
    expect(data.text).toContain('| 1 | 2 |')
  })
})

test.each(docxHandler.tools.map((tool) => [tool.action, tool] as const))(
  'the example of %s works',
  async (_, tool) => {
    const fill = (args: unknown) =>
      JSON.parse(JSON.stringify(args).replaceAll('{folder}', folders.home)) as never
    const call = createTestCall(folders)
    await createDocx.run(fill(createDocx.example.args), call)
    const args = fill(tool.example.args)
    expect(checkFor(tool.params, 'body')(args)).toEqual([])
    const { data } = (await tool.run(args, call)) as { data: unknown }
    expect(checkFor(tool.data, 'result')(data)).toEqual([])
  },
)
