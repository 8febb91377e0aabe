import { expect, test } from 'vitest'
import { definePlugin, defineTool } from '../../../contract/tool.ts'
import { Type } from '../../../contract/type.ts'
import { plugins } from '../../../plugins/registry.ts'
import { rankTools } from '../../tools/rank-tools.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import { planOf } from '../validate-steps.ts'
import { createPlanner } from './planner.ts'
import type { Understand } from './understand-clause.ts'

const signal = new AbortController().signal
// The files and documents that come with the service; what others add must not change what these tests mean.
const agents = [
  'file_manager',
  'xlsx_handler',
  'docx_handler',
  'pptx_handler',
  'pdf_handler',
  'analyst_tools',
]
const catalog = new ToolCatalog({
  builtIn: plugins.filter(({ agent }) => agents.includes(agent)),
  edition: 'linux',
})
const planner = createPlanner({ catalog, rank: rankTools })

async function plan(sentence: string) {
  const work = await planner.plan(sentence, signal)
  planOf({ steps: work.steps, variables: {} }, { catalog })
  return work
}

const brief = ({ steps }: Awaited<ReturnType<typeof plan>>) =>
  steps.map(({ action, args, needs_human }) => [action, args, ...(needs_human ? ['asks'] : [])])

test.each([
  [
    'find my invoices then zip them',
    [
      ['SEARCH_FILES', { query: 'invoice' }],
      [
        'COMPRESS_FILES',
        { paths: '$search.results[*].path', format: 'zip', to: '~/invoice.zip' },
        // Nobody said where.
        'asks',
      ],
    ],
  ],
  [
    'find my photos then zip them to ~/Desktop/photos.zip',
    [
      ['SEARCH_FILES', { query: 'images' }],
      ['COMPRESS_FILES', { paths: '$search.results[*].path', format: 'zip', to: '~/Desktop/photos.zip' }],
    ],
  ],
  [
    'find all pdfs in ~/Documents and zip them to ~/pdfs.zip',
    [
      ['SEARCH_FILES', { query: '*.pdf', path: '~/Documents' }],
      ['COMPRESS_FILES', { paths: '$search.results[*].path', format: 'zip', to: '~/pdfs.zip' }],
    ],
  ],
  [
    'create ~/Desktop/x.txt with the text hi, then copy it to ~/Documents/y.txt',
    [
      ['WRITE_FILE', { path: '~/Desktop/x.txt', content: 'hi' }],
      ['COPY_FILE', { path: '$write.path', to: '~/Documents/y.txt' }],
    ],
  ],
  [
    'search my Documents for invoices, then write the result to ~/invoices.txt',
    [
      ['SEARCH_FILES', { query: 'invoice', path: '~/Documents' }],
      ['WRITE_FILE', { path: '~/invoices.txt', content: '$search.results[*].path\n' }],
    ],
  ],
  [
    'list the files in ~/Downloads and then create a spreadsheet ~/list.xlsx from it',
    [
      ['LIST_FILES', { path: '~/Downloads' }],
      ['WRITE_XLSX', { path: '~/list.xlsx', data: '$list.entries' }],
    ],
  ],
  [
    'read ~/notes.txt then write its text to ~/copy.txt',
    [
      ['READ_FILE', { path: '~/notes.txt' }],
      ['WRITE_FILE', { path: '~/copy.txt', content: '$read.content' }],
    ],
  ],
  [
    'first make a folder ~/new then copy ~/a.txt into it',
    [
      ['CREATE_FOLDER', { path: '~/new' }],
      ['COPY_FILE', { path: '~/a.txt', to: '$create.path' }],
    ],
  ],
  [
    'make a bar chart of ~/sales.csv as ~/sales.png, then put it on slide 2 of ~/deck.pptx',
    [
      ['GENERATE_CHART_IMAGE', { input_path: '~/sales.csv', output_path: '~/sales.png', chart_type: 'bar' }],
      ['ADD_IMAGE_PPTX', { path: '~/deck.pptx', slide_number: 2, image_path: '$generate.path' }],
    ],
  ],
  [
    '1. zip ~/project to ~/project.zip\n2. move it to ~/Backup',
    [
      ['COMPRESS_FILES', { paths: ['~/project'], to: '~/project.zip', format: 'zip' }],
      ['MOVE_FILE', { path: '$compress.path', to: '~/Backup' }],
    ],
  ],
  [
    'read ~/contract.pdf and save the text as a word document ~/contract.docx',
    [
      ['READ_PDF', { path: '~/contract.pdf' }],
      ['CREATE_DOCX', { path: '~/contract.docx', markdown: '$read.pages\n' }],
    ],
  ],
  [
    'write hello world to ~/a.txt; append "bye, then" to ~/a.txt',
    [
      ['WRITE_FILE', { path: '~/a.txt', content: 'hello world' }],
      ['WRITE_FILE', { path: '~/a.txt', content: 'bye, then', mode: 'append' }],
    ],
  ],
  [
    'combine ~/a.pptx and ~/b.pptx into ~/c.pptx',
    [['MERGE_PPTX', { paths: ['~/a.pptx', '~/b.pptx'], output_path: '~/c.pptx' }]],
  ],
  ['show me page 3 of ~/a.pdf', [['READ_PDF', { path: '~/a.pdf', first_page: 3 }]]],
  [
    'duplicate the third slide of ~/d.pptx',
    [['DUPLICATE_SLIDE_PPTX', { path: '~/d.pptx', slide_number: 3 }]],
  ],
  [
    'search ~/contract.pdf for "notice period"',
    [['SEARCH_PDF', { path: '~/contract.pdf', query: 'notice period' }]],
  ],
  ['write $5 and $today to ~/m.txt', [['WRITE_FILE', { path: '~/m.txt', content: '$$5 and $today' }]]],
])('%s', async (sentence, expected) => {
  const work = await plan(sentence)
  expect(brief(work)).toEqual(expected)
  expect(work.unplanned).toEqual([])
})

test('steps run in the order in which they were said', async () => {
  const { steps } = await plan('read ~/a.txt, copy ~/a.txt to ~/b.txt and then list ~')
  expect(steps.map(({ id, depends_on }) => [id, depends_on])).toEqual([
    ['read', []],
    ['copy', ['read']],
    ['list', ['copy']],
  ])
})

test.each([
  ['write a poem to ~/poem.txt', [['WRITE_FILE', { path: '~/poem.txt' }, 'asks']], 'content is missing'],
  ['delete ~/old.txt', [['DELETE_FILE', { path: '~/old.txt' }, 'asks']], 'moves something to the trash'],
  [
    'make a copy of notes.txt',
    [['COPY_FILE', { path: '~/notes.txt' }, 'asks']],
    'notes.txt was taken as ~/notes.txt',
  ],
  ['list ~/a and ~/b', [['LIST_FILES', { path: '~/a' }, 'asks']], `"~/b" isn't used`],
  [
    'find report.pdf in ~/Documents and copy it to ~/Backup',
    [
      ['SEARCH_FILES', { query: 'report.pdf', path: '~/Documents' }],
      ['COPY_FILE', { path: '$search.results[0].path', to: '~/Backup' }, 'asks'],
    ],
    'the first result of step "search"',
  ],
  [
    'list the files in ~/Downloads and create a spreadsheet ~/list.xlsx',
    [
      ['LIST_FILES', { path: '~/Downloads' }],
      ['WRITE_XLSX', { path: '~/list.xlsx', data: '$list.entries' }, 'asks'],
    ],
    'data was taken from step "list"',
  ],
  [
    'duplicate slide 0 of ~/d.pptx',
    [['DUPLICATE_SLIDE_PPTX', { path: '~/d.pptx' }, 'asks']],
    'slide_number is missing',
  ],
])('a person looks at "%s" before it runs', async (sentence, expected, reason) => {
  const work = await plan(sentence)
  expect(brief(work)).toEqual(expected)
  expect(work.explanation).toContain(reason)
})

test('every part without a step is named with its reason', async () => {
  const work = await plan(
    'read ~/a.txt, then brew coffee; do not delete ~/b.txt; if it rains then delete ~/c.txt and create a folder ~/d',
  )
  expect(brief(work)).toEqual([['READ_FILE', { path: '~/a.txt' }]])
  expect(work.unplanned).toEqual([
    'brew coffee',
    'do not delete ~/b.txt',
    'if it rains then delete ~/c.txt and create a folder ~/d',
  ])
  expect(work.explanation).toContain('Not planned: "brew coffee" (no known tool does it).')
  expect(work.explanation).toContain('Not planned: "do not delete ~/b.txt" (it says what not to do).')
})

test.each([
  'hello',
  'read',
  'delete it',
  'write a poem about cats',
  'delete everything',
  'what is the weather in Paris',
  '…',
])('nothing is made of "%s"', async (sentence) => {
  await expect(plan(sentence)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Try for example'),
  })
})

test.each([
  ['zip ~/Documents and water the plants', 'COMPRESS_FILES', 'water the plants'],
  ['list the files in ~ and dance', 'LIST_FILES', 'dance'],
  ['read ~/a.txt, and brush my teeth', 'READ_FILE', 'brush my teeth'],
])('what is said besides in "%s" is named', async (sentence, action, rest) => {
  const work = await plan(sentence)
  expect(work.steps.map((step) => step.action)).toEqual([action])
  expect(work.unplanned).toEqual([rest])
})

test.each([
  ['zip ~/a and ~/b to ~/c.zip', { paths: ['~/a', '~/b'], to: '~/c.zip' }],
  ['write "hello" and "goodbye" to ~/x.txt', { path: '~/x.txt' }],
])('what belongs to "%s" is not', async (sentence, args) => {
  const work = await plan(sentence)
  expect(work.steps[0]!.args).toMatchObject(args)
  expect(work.unplanned).toEqual([])
})

test('what cannot be undone is done as it was said, or not at all', async () => {
  await expect(plan('delete the files older than 30 days in ~/Downloads')).rejects.toThrow(
    '"Delete" can\'t do exactly that',
  )
  expect(brief(await plan('delete the file ~/old.txt'))).toEqual([
    ['DELETE_FILE', { path: '~/old.txt' }, 'asks'],
  ])
})

test('more parts than a plan may have are refused', async () => {
  await expect(plan('list ~; '.repeat(201))).rejects.toThrow('At most 200')
})

test('unattended, a sentence is planned whole or not at all', async () => {
  await expect(planner.planUnattended('read ~/a.txt, then brew coffee', signal)).rejects.toThrow(
    '"brew coffee"',
  )
  await expect(planner.planUnattended('read ~/a.txt', signal)).resolves.toMatchObject({ variables: {} })
})

test('how a clause is understood can be replaced, and what it says is still checked', async () => {
  const heard: [string, string[]][] = []
  const understand: Understand = async (clause, { earlier }) => {
    heard.push([clause, earlier.map(({ id }) => id)])
    if (clause === 'nonsense') return { agent: 'x', action: 'NO_SUCH', args: {}, missing: [] }
    return { agent: 'file_manager', action: 'LIST_FILES', args: { depth: 'deep', stray: 1 }, missing: [] }
  }
  const own = createPlanner({ catalog, rank: rankTools, understand })
  const { steps, unplanned, explanation } = await own.plan('look; nonsense; look again', signal)
  expect(heard).toEqual([
    ['look', []],
    ['nonsense', ['list']],
    ['look again', ['list']],
  ])
  expect(steps.map(({ args, needs_human }) => [args, needs_human])).toEqual([
    [{}, true],
    [{}, true],
  ])
  expect(explanation).toContain('depth must be integer, so it was left out')
  expect(unplanned).toEqual(['nonsense'])
})

test('a plugin that asks each time asks in a plan too', async () => {
  const own = new ToolCatalog({ builtIn: plugins, edition: 'linux' })
  const tool = defineTool({
    action: 'BREW_COFFEE',
    title: 'Brew coffee',
    description: 'Makes coffee.',
    params: Type.Object({}),
    data: Type.Object({}),
    risk: 'read',
    idempotent: true,
    phrases: ['brew coffee'],
    example: { args: {} },
    run: async () => ({ message: '', data: {} }),
  })
  own.add(definePlugin({ agent: 'kitchen', title: '', summary: '', tools: [tool] }), {
    origin: 'plugin',
    alwaysAsks: true,
  })
  const { steps } = await createPlanner({ catalog: own, rank: rankTools }).plan('brew coffee', signal)
  expect(steps).toMatchObject([{ agent: 'kitchen', action: 'BREW_COFFEE', needs_human: true }])
})

test('what is said of several things is not done with the first of them', async () => {
  const { steps, unplanned } = await plan('list ~/Downloads then delete them')
  expect(steps.map(({ action }) => action)).toEqual(['LIST_FILES'])
  expect(unplanned).toEqual(['delete them'])
})

test('a mail gets what was found as lines, and a subject that a person sees before it is sent', async () => {
  const everything = new ToolCatalog({ builtIn: plugins, edition: 'linux' })
  const { steps } = await createPlanner({ catalog: everything, rank: rankTools }).plan(
    'list ~/Documents then email it to tom@example.com',
    signal,
  )
  expect(steps[1]).toMatchObject({
    action: 'SEND_EMAIL',
    args: { to: ['tom@example.com'], subject: '~/Documents', body: '$list.entries[*].path\n' },
    needs_human: true,
  })
})
