import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

type Shown = Readonly<Record<string, unknown>>

let service: TestService
let home: string
beforeAll(async () => {
  service = await startTestService()
  home = dirname(service.folder.root)
})
afterAll(() => service[Symbol.asyncDispose]())

async function attach(filename: string, content: string | Buffer) {
  const content_base64 = Buffer.from(content).toString('base64')
  const uploaded = await service.client.documents.upload({ body: { filename, content_base64 } })
  return [{ file_id: (uploaded as { file_id: string }).file_id, name: filename }]
}

async function say(message: string, attachments: object[] = [], session_id?: string) {
  const body = { message, ...(session_id !== undefined && { session_id }) }
  const answer = await service.client.chat.send({ body: { ...body, attachments } as never })
  const components = answer.components as readonly Shown[]
  return { components, by: answer.route.by, session_id: answer.session_id, all: JSON.stringify(components) }
}

const sales = 'region;amount\nNorth;12.5\nSouth;7\n'
const report =
  'The harbour of Oslo handled more ships than ever. Most of the ships that came to the harbour carried ' +
  'containers. Containers need cranes, and the harbour bought two new cranes. Ann Berg became its director in May.\n'

test('a table that was dropped into the chat is shown, with a chart beside it', async () => {
  const attachments = await attach('sales.csv', sales)
  for (const message of [
    'show this file',
    'Open it, please',
    "what's in this csv?",
    'show me the data in this table',
    'Show this file',
  ]) {
    const { components, by } = await say(message, attachments)
    expect(by, message).toBe('router')
    expect(components).toMatchObject([
      {
        type: 'tabs',
        selected: 0,
        tabs: [
          { children: [{ type: 'table', rows: [{ c0: 'North', c1: 12.5 }, { c0: 'South' }] }] },
          { children: [{ type: 'chart', labels: ['North', 'South'], series: [{ values: [12.5, 7] }] }] },
        ],
      },
    ])
  }
  const chart = await say('make a chart of this table', attachments)
  expect(chart.components).toMatchObject([{ type: 'tabs', selected: 1 }])
  const about = await say('what does this file mean for us', attachments)
  expect(about.by).not.toBe('router')
  const gone = await say('show this file', [{ file_id: 'file_x', name: 'x.csv' }])
  expect(gone.all).toContain('file_x')
})

test('a workbook is a table, a picture is shown with its size, a letter is read', async () => {
  const made = await say('make a spreadsheet called Ages with columns name and age: Ann 31, Bob 42')
  expect(made.all).toContain('Ages.xlsx')
  const workbook = await attach('Ages.xlsx', await readFile(join(home, 'Documents/Ages.xlsx')))
  expect((await say('show this spreadsheet', workbook)).all).toMatch(/"c0":"Ann","c1":31.*"c0":"Bob","c1":42/)
  const picture = { width: 60, height: 40, channels: 3, background: 'red' } as const
  const png = await sharp({ create: picture }).png().toBuffer()
  const shown = await say('show this picture', await attach('red.png', png))
  expect(shown.components).toMatchObject([{ type: 'image', width: 60, height: 40, alt: 'red.png' }])
  expect(shown.all).toContain('60 × 40')
  expect((await say('what does it say', await attach('report.txt', report))).all).toContain('two new cranes')
})

test('a text is summed up by its own sentences, and searched, also in the next message', async () => {
  const attachments = await attach('report.txt', report)
  const first = await say('summarize this document', attachments)
  expect(first.by).toBe('router')
  expect(first.all).toContain('picked word for word without a model')
  expect(first.all).toContain('Containers need cranes')
  const found = await say('where does it mention containers', [], first.session_id)
  expect(found.all).toContain('“containers” is 2 times in report.txt')
  const none = await say('search for penguins in it', attachments)
  expect(none.all).toContain("“penguins” isn't in report.txt")
  const rows = await say('find South in this table', await attach('sales.csv', sales))
  expect(rows.all).toContain('1 row of sales.csv')
})

test('where only the columns are known, a form asks for the cells', async () => {
  const { components } = await say('make a spreadsheet with columns name and age')
  const form = components.at(-1) as { children: { value?: string }[]; action: { message: string } }
  expect(form.children[0]).toMatchObject({ name: 'title', value: 'Name and age' })
  expect(form.children[1]).toMatchObject({ children: [{ label: 'name' }, { label: 'age' }] })
  const entered: Readonly<Record<string, string>> = {
    title: 'Team',
    row_1_1: 'Berg, Ann',
    row_1_2: '31',
    row_2_1: 'Bob',
  }
  const filled = form.action.message.replaceAll(/\$(\w+)/g, (_all, name: string) => entered[name] ?? '')
  const made = await say(filled)
  expect(made.all).toContain('Team.xlsx')
})

test('charts and spreadsheets are made from words, and what cannot be read is asked for', async () => {
  const chart = await say('draw a pie chart: apples 3, pears 5 and plums 2')
  expect(chart.components).toMatchObject([
    {
      type: 'chart',
      chart_type: 'pie',
      labels: ['Apples', 'Pears', 'Plums'],
      series: [{ values: [3, 5, 2] }],
    },
  ])
  const unnamed = await say('make a spreadsheet with columns city and rain: Bergen 200, Oslo 60')
  expect(unnamed.all).toContain('City and rain.xlsx')
  const unclear = await say('make a spreadsheet called X with columns name and town: Ann Berg New York')
  expect(unclear.components.at(-1)).toMatchObject({
    type: 'form',
    children: [{ input_type: 'multiline', placeholder: 'name, town' }],
  })
})
