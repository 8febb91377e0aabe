import { access, mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let home: string

beforeAll(async () => {
  service = await startTestService()
  home = dirname(service.folder.root)
  await put('Documents/Reports/Annual Report.docx', 'not really a document')
  await put('Documents/sales_2026.csv', 'region,amount,year\nNorth,12.5,2025\nSouth,7,2026\n')
  await put('Documents/contract.txt', 'the contract with ACME ends in May')
  await put('Documents/notes.txt', 'old notes')
  await put('Downloads/setup.iso', Buffer.alloc(30_000_000))
  await put('Downloads/twice.txt', '1')
  await put('Desktop/twice.txt', '2')
  await put('Pictures/cat.jpg', 'x')
  await put('Documents/invoice-march.pdf', 'x')
  await put('Documents/invoice-june.pdf', 'x')
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

async function put(name: string, content: string | Buffer): Promise<void> {
  const path = join(home, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function say(message: string) {
  const { components, route } = await service.client.chat.send({
    body: { message, context: { time_zone: 'Europe/Oslo' } },
  })
  expect(route.by, message).toBe('router')
  return components as readonly Record<string, unknown>[]
}

async function exists(name: string): Promise<boolean> {
  return access(join(home, name)).then(
    () => true,
    () => false,
  )
}

const textIn = (components: readonly Record<string, unknown>[]) => JSON.stringify(components)

test('a file is written and added to, and what is in one is not replaced without a yes', async () => {
  expect(textIn(await say('write "hello world" to ~/Desktop/hello.txt'))).toContain('hello.txt')
  expect(await readFile(join(home, 'Desktop/hello.txt'), 'utf8')).toBe('hello world')
  await say('append bye to ~/Desktop/hello.txt')
  expect(await readFile(join(home, 'Desktop/hello.txt'), 'utf8')).toBe('hello world\nbye')
  const asked = await say('write gone to ~/Desktop/hello.txt')
  expect(asked.at(-1)).toMatchObject({ type: 'confirmation' })
  expect(await readFile(join(home, 'Desktop/hello.txt'), 'utf8')).toBe('hello world\nbye')
  expect(await say('write it to ~/Desktop/other.txt')).toMatchObject([{ type: 'form' }])
  expect(await exists('Desktop/other.txt')).toBe(false)
})

test('what deletes asks first, by path and by name', async () => {
  const byPath = await say('delete ~/Documents/notes.txt')
  expect(byPath.at(-1)).toMatchObject({ type: 'confirmation' })
  const byName = await say('delete setup.iso from downloads')
  expect(textIn(byName)).toContain(join(home, 'Downloads/setup.iso'))
  expect(await exists('Documents/notes.txt')).toBe(true)
  expect(await exists('Downloads/setup.iso')).toBe(true)
  expect(textIn(await say('delete the file ~/d6'))).toContain('No file')
  await service.client.tools.confirm({
    body: { confirmation_id: String(byPath.at(-1)!['confirmation_id']), approved: true },
  })
  await expect.poll(() => exists('Documents/notes.txt')).toBe(false)
})

test('several files of a name are asked about with their paths, and the choice can be said', async () => {
  const [text, list] = await say('copy twice.txt to ~/Documents')
  expect(text).toMatchObject({ type: 'text', text: expect.stringContaining('Which one?') })
  const items = list!['items'] as { action: { message: string } }[]
  expect(items).toHaveLength(2)
  await say(items.find(({ action }) => action.message.includes('Desktop'))!.action.message)
  expect(await readFile(join(home, 'Documents/twice.txt'), 'utf8')).toBe('2')
  expect(textIn(await say('rename nowhere.txt to here.txt'))).toContain('No file called nowhere.txt')
})

test('files are moved, renamed, copied, packed and unpacked where the sentence says', async () => {
  await put('sheets/d2.csv', 'a,b\n1,2\n')
  await say('move ~/sheets/d2.csv to ~/sheets/d4.csv')
  expect(await exists('sheets/d4.csv')).toBe(true)
  await say('rename d4.csv to d20.csv')
  expect(await exists('sheets/d20.csv')).toBe(true)
  await say('make a folder ~/Documents/Taxes')
  await say('copy d20.csv to ~/Documents/Taxes')
  expect(await exists('Documents/Taxes/d20.csv')).toBe(true)
  await say('zip ~/Documents/Taxes to ~/Desktop/taxes.zip')
  await say('extract ~/Desktop/taxes.zip to ~/Desktop/out')
  expect(await exists('Desktop/taxes.zip')).toBe(true)
  expect(await exists('Desktop/out')).toBe(true)
  const unsure = await say('move ~/sheets/d20.csv to ~/Desktop as usual')
  expect(textIn(unsure)).toContain('quotes')
  expect(await exists('sheets/d20.csv')).toBe(true)
})

test('documents are made with a title, and asked for one without', async () => {
  await say('create a word document called Minutes')
  expect(await exists('Documents/Minutes.docx')).toBe(true)
  await say('create a spreadsheet ~/Desktop/team.xlsx with columns Name, Amount')
  expect(await exists('Desktop/team.xlsx')).toBe(true)
  await say('make a presentation called "Our quarter" on my desktop')
  expect(await exists('Desktop/Our quarter.pptx')).toBe(true)
  expect((await say('create a spreadsheet called Budget')).at(-1)).toMatchObject({ type: 'form' })
  expect((await say('create a presentation')).at(-1)).toMatchObject({ type: 'form' })
  await say('draw a bar chart of amount by region from sales_2026.csv and save it to ~/Desktop/chart.png')
  expect(await exists('Desktop/chart.png')).toBe(true)
  await say('convert ~/Desktop/team.xlsx to csv')
  expect(await readFile(join(home, 'Desktop/team.csv'), 'utf8')).toMatch(/^Name,Amount/)
})

test('a table is shown as a table, and names are shown as they are', async () => {
  const components = await say('open sales_2026.csv')
  expect(components.find(({ type }) => type === 'table')).toMatchObject({
    columns: [{ label: 'region' }, { label: 'amount', type: 'number' }, { label: 'year' }],
    rows: [
      { c0: 'North', c1: 12.5, c2: 2025 },
      { c0: 'South', c1: 7, c2: 2026 },
    ],
  })
  expect(components.some(({ type }) => type === 'code')).toBe(false)
  const sheet = await say('open ~/Desktop/team.xlsx')
  expect(sheet.find(({ type }) => type === 'table')).toMatchObject({
    columns: [{ label: 'Name' }, { label: 'Amount' }],
  })
  const [list] = (await say('list ~/Documents')).filter(({ type }) => type === 'list')
  expect(list!['items']).toContainEqual(expect.objectContaining({ text: 'sales_2026.csv' }))
})

test('files are found by name, month, size, age and what is in them', async () => {
  const paths = async (message: string) => {
    const list = (await say(message)).find(({ type }) => type === 'list')
    return ((list?.['items'] ?? []) as { action: { path: string } }[]).map(({ action }) =>
      action.path.slice(home.length + 1),
    )
  }
  expect(await paths('find my invoices')).toEqual(
    expect.arrayContaining(['Documents/invoice-march.pdf', 'Documents/invoice-june.pdf']),
  )
  expect(await paths('find the invoice from march')).toEqual(['Documents/invoice-march.pdf'])
  expect(await paths('find photos')).toContain('Pictures/cat.jpg')
  expect((await paths('biggest files'))[0]).toBe('Downloads/setup.iso')
  expect(await paths('find files larger than 10 MB')).toEqual(['Downloads/setup.iso'])
  expect(await paths('search inside files for ACME')).toEqual(['Documents/contract.txt'])
  await utimes(join(home, 'Downloads/setup.iso'), 1_000_000, 1_000_000)
  expect(await paths('what did I download today')).toEqual(['Downloads/twice.txt'])
  expect(await paths('search my documents for "ACME"')).toEqual(['Documents/contract.txt'])
})

test('sizes are told as people say them, of files and of folders', async () => {
  expect(textIn(await say('how big is setup.iso'))).toContain('30 MB')
  expect(textIn(await say('how big is my Downloads folder'))).toContain('has 30 MB in 2 files')
})

test('a path with spaces is one path', async () => {
  expect(textIn(await say('open "~/Documents/Reports/Annual Report.docx"'))).not.toContain('no file')
  expect(textIn(await say('open ~/Documents/Reports/Annual Report.docx'))).not.toContain('no file')
  expect(textIn(await say('open ~/Documents/Reports/None Such.docx'))).toContain('None Such.docx')
})

test('commands and programs wait for a yes; the machine tells about itself', async () => {
  expect((await say('run touch ~/made in the terminal')).at(-1)).toMatchObject({ type: 'confirmation' })
  expect(await exists('made')).toBe(false)
  for (const message of [
    "what's my hostname",
    'which os am i running',
    "what's my ip address",
    'cpu temperature',
  ])
    expect((await say(message))[0], message).toMatchObject({ type: 'text' })
  expect((await say('top'))[0]).toMatchObject({ type: 'table' })
})

test('what a wish leaves out is asked for, and nothing is done before', async () => {
  for (const message of ['make a folder', 'create a file', 'delete a file', 'move ~/Documents/contract.txt'])
    expect(await say(message), message).toMatchObject([{ type: 'form' }])
  expect(await exists('Documents/contract.txt')).toBe(true)
})
