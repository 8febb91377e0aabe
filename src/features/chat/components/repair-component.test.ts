import { expect, test } from 'vitest'
import { componentSchemas } from '../../../components/schemas.ts'
import { AnswerRoom, componentLimits } from './answer-room.ts'
import { checkComponent } from './check-components.ts'
import { knownTypes } from './known-types.ts'
import { type ComponentRepair, repairComponent, repairComponents } from './repair-component.ts'

const known = knownTypes(componentSchemas)

/** As models write them, and what they meant. */
const broken: readonly [string, unknown, object][] = [
  // The envelope
  ['a type in another case', { type: 'LiveWeather', city: 'Oslo' }, { type: 'live_weather', city: 'Oslo' }],
  ['a type with dashes', { type: 'key-value', items: [] }, { type: 'key_value', items: [] }],
  ['a misspelt type', { type: 'live_wether', city: 'Oslo' }, { type: 'live_weather' }],
  ['a type by another name', { type: 'dropdown', name: 'a', label: 'A', options: ['x'] }, { type: 'select' }],
  ['a type with a suffix', { type: 'pomodoro_widget' }, { type: 'pomodoro', work_minutes: 25 }],
  ['props in a wrapper', { type: 'text', props: { text: 'Hi' } }, { type: 'text', text: 'Hi' }],
  ['component in place of type', { component: 'Text', text: 'Hi' }, { type: 'text', text: 'Hi' }],
  ['a component inside component', { component: { type: 'badge', text: 'x' } }, { type: 'badge', text: 'x' }],
  [
    'a call in place of a component',
    { name: 'live_stock', arguments: { symbol: 'AAPL' } },
    { type: 'live_stock', symbol: 'AAPL' },
  ],
  ['the type as the only name', { live_weather: { city: 'Oslo' } }, { type: 'live_weather', city: 'Oslo' }],
  ['a bare string', 'Hello', { type: 'text', text: 'Hello' }],
  ['a number', 42, { type: 'text', text: '42' }],
  ['a list in a list', [{ type: 'divider' }], { type: 'column', children: [{ type: 'divider' }] }],
  [
    'JSON as text, cut off',
    '{"type":"metric","label":"CPU","value":"12"',
    { type: 'metric', label: 'CPU', value: '12' },
  ],
  ['an unknown type with a text', { type: 'quote', text: 'To be' }, { type: 'text', text: 'To be' }],
  [
    'an unknown type with children',
    { type: 'hero', title: 'A', children: ['b'] },
    { type: 'card', title: 'A', children: [{ type: 'text', text: 'b' }] },
  ],
  // Names
  ['content for text', { type: 'text', content: 'Hi' }, { text: 'Hi' }],
  [
    'names in camel case',
    { type: 'input', name: 'a', label: 'A', inputType: 'email', maxLength: '9' },
    { input_type: 'email', max_length: 9 },
  ],
  ['a misspelt name', { type: 'gauge', labell: 'CPU', value: 3 }, { label: 'CPU', value: 3 }],
  [
    'severity for tone, error for danger',
    { type: 'alert', severity: 'error', message: 'No' },
    { tone: 'danger', text: 'No' },
  ],
  ['location for city', { type: 'live_weather', location: 'Oslo' }, { city: 'Oslo' }],
  ['ticker for symbol', { type: 'live_stock', ticker: 'AAPL' }, { symbol: 'AAPL' }],
  ['target_language for target', { type: 'translator', text: 'Hi', target_language: 'de' }, { target: 'de' }],
  [
    'dataSource and refreshMs',
    { type: 'data_bound', dataSource: '/health', refreshMs: 5 },
    { source: '/health', refresh_ms: 1000 },
  ],
  ['a member that nobody knows', { type: 'badge', text: 'x', bold: true }, { text: 'x' }],
  [
    'two members that exclude each other',
    { type: 'wiki_summary', title: 'Oslo', query: 'oslo' },
    { title: 'Oslo' },
  ],
  // Values
  ['numbers as text', { type: 'progress', value: '60%', max: '1,000' }, { value: 60, max: 1000 }],
  ['a decimal comma', { type: 'tip_calculator', bill: '€ 84,50' }, { bill: 84.5 }],
  ['a number out of range', { type: 'metronome', bpm: 9000 }, { bpm: 300 }],
  ['a fraction where none can be', { type: 'dice_roller', count: 2.4 }, { count: 2 }],
  ['yes for true', { type: 'toggle', name: 'a', label: 'A', value: 'yes' }, { value: true }],
  ['null for nothing', { type: 'heading', text: 'A', icon: null, level: null }, { text: 'A', level: 2 }],
  [
    'a word in another case',
    { type: 'button', label: 'Go', look: 'Primary', action: 'Go' },
    { look: 'primary' },
  ],
  [
    'a currency in lower case',
    { type: 'currency_converter', from_currency: 'usd', to: 'eur' },
    { from: 'USD', to: 'EUR' },
  ],
  [
    'a color of another toolkit',
    { type: 'color_picker', color: '0xFF007AFF', palette: ['#abc'] },
    { color: '#007AFF', palette: ['#aabbcc'] },
  ],
  [
    'a time without a T',
    { type: 'countdown', label: 'A', date: '2026-12-24 18:00' },
    { target: '2026-12-24T18:00' },
  ],
  [
    'an address without https',
    { type: 'link', label: 'A', href: 'example.com' },
    { url: 'https://example.com' },
  ],
  [
    'an optional value that cannot be',
    { type: 'link', label: 'A', url: 'https://a.b', icon: { svg: [] } },
    { label: 'A' },
  ],
  ['a text that is too long', { type: 'badge', text: 'x'.repeat(99) }, { text: `${'x'.repeat(59)}…` }],
  // Children
  ['children as a string', { type: 'card', children: 'Hi' }, { children: [{ type: 'text', text: 'Hi' }] }],
  [
    'children as one object',
    { type: 'row', children: { type: 'badge', label: 'x' } },
    { children: [{ type: 'badge', text: 'x' }] },
  ],
  [
    'components for children, one of them broken',
    { type: 'column', components: [{ type: 'metric', label: 'a' }, 'b'] },
    {
      children: [
        { type: 'error', code: 'invalid_component' },
        { type: 'text', text: 'b' },
      ],
    },
  ],
  [
    'empty children',
    { type: 'row', children: [null, '', { type: 'divider' }] },
    { children: [{ type: 'divider' }] },
  ],
  [
    'tabs as other kits have them',
    { type: 'tabs', items: [{ title: 'A', content: 'x' }] },
    { tabs: [{ label: 'A', children: [{ type: 'text', text: 'x' }] }] },
  ],
  // Types with their own shapes
  [
    'a list of strings',
    { type: 'list', items: ['Milk', 'Bread'] },
    { items: [{ text: 'Milk' }, { text: 'Bread' }] },
  ],
  [
    'facts as an object',
    { type: 'key_value', data: { Born: 1815 } },
    { items: [{ label: 'Born', value: 1815 }] },
  ],
  [
    'a table of lists',
    { type: 'table', headers: ['A', 'B'], rows: [[1, 2]] },
    { columns: [{ key: 'A' }, { key: 'B' }], rows: [{ A: 1, B: 2 }] },
  ],
  [
    'a table without columns',
    { type: 'data_table', data: [{ a: 1, b: { c: 2 } }] },
    { columns: [{ key: 'a' }, { key: 'b' }], rows: [{ a: 1, b: '{"c":2}' }] },
  ],
  [
    'datasets',
    { type: 'bar_chart', data: { labels: ['a'], datasets: [{ label: 'S', data: ['2'] }] } },
    { chart_type: 'bar', labels: ['a'], series: [{ name: 'S', values: [2] }] },
  ],
  [
    'a chart of pairs',
    {
      type: 'pie',
      data: [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
      title: 'T',
    },
    { type: 'chart', chart_type: 'pie', labels: ['a', 'b'], series: [{ name: 'T', values: [1, 2] }] },
  ],
  [
    'a chart of labelled values',
    { type: 'chart', data: [{ label: 'a', value: 1 }] },
    { labels: ['a'], series: [{ values: [1] }] },
  ],
  [
    'a chart of bare numbers',
    { type: 'line_chart', values: [1, 'n/a', 3] },
    { series: [{ values: [1, null, 3] }] },
  ],
  [
    'points of pairs',
    { type: 'scatter_plot', series: [{ name: 'S', data: [[1, 2]] }] },
    { series: [{ points: [{ x: 1, y: 2 }] }] },
  ],
  [
    'an answer by its text',
    { type: 'quiz', questions: [{ question: 'Q', options: ['a', 'b'], correct_answer: 'b' }] },
    { questions: [{ answer: 1 }] },
  ],
  [
    'an answer by its letter',
    { type: 'quiz', questions: [{ question: 'Q', options: { A: 'x', B: 'y' }, answer: 'B' }] },
    { questions: [{ options: ['x', 'y'], answer: 1 }] },
  ],
  [
    'an answer by its option',
    { type: 'quiz', questions: [{ question: 'Q', options: [{ text: 'a' }, { text: 'b', correct: true }] }] },
    { questions: [{ options: ['a', 'b'], answer: 1 }] },
  ],
  [
    'a form with fields',
    {
      type: 'form',
      fields: [
        { name: 'mail', type: 'email' },
        { label: 'Agree', type: 'checkbox' },
      ],
      onSubmit: 'Send $mail',
    },
    {
      children: [
        { type: 'input', input_type: 'email', label: 'mail' },
        { type: 'toggle', name: 'agree' },
      ],
      action: { kind: 'chat', message: 'Send $mail' },
    },
  ],
  [
    'a button without an action',
    { type: 'button', text: 'Show more' },
    { label: 'Show more', action: { kind: 'chat', message: 'Show more' } },
  ],
  [
    'a button that calls',
    { type: 'button', label: 'Go', onClick: { type: 'tool', name: 'WRITE_FILE', arguments: { a: 1 } } },
    { action: { kind: 'tool', tool_name: 'WRITE_FILE', args: { a: 1 } } },
  ],
  [
    'a button that leads away',
    { type: 'button', label: 'Go', action: 'https://example.com' },
    { action: { kind: 'open', url: 'https://example.com' } },
  ],
  ['a timer in minutes', { type: 'timer', minutes: 5 }, { type: 'live_timer', seconds: 300 }],
  ['a timer in words', { type: 'live_timer', duration: '1h 30m' }, { seconds: 5400 }],
  ['dice as players write them', { type: 'dice', notation: '3d6+2' }, { count: 3, sides: 6, modifier: 2 }],
  [
    'a list without an id',
    { type: 'todo', title: 'Shopping List', items: ['Milk', { task: 'Bread', done: 'true' }] },
    {
      type: 'todo_list',
      id: 'shopping_list',
      initial: {
        items: [
          { id: '1', text: 'Milk', done: false },
          { id: '2', text: 'Bread', done: true },
        ],
      },
    },
  ],
  [
    'a board with cards',
    { type: 'kanban', id: 'web', columns: [{ name: 'To do', tasks: ['Logo'], items: ['Logo'] }] },
    { type: 'kanban_board', initial: { columns: [{ title: 'To do', cards: [{ title: 'Logo' }] }] } },
  ],
  [
    'a budget with payments',
    { type: 'budget', id: 'b', items: [{ date: '2026-03-02', amount: '12', text: 'Lunch' }] },
    {
      type: 'budget_tracker',
      initial: { entries: [{ id: '1', date: '2026-03-02', amount: 12, kind: 'expense', text: 'Lunch' }] },
    },
  ],
  [
    'boxes as words',
    {
      type: 'flowchart',
      nodes: ['A', 'B'],
      links: [
        { source: 'A', target: 'B' },
        { from: 'A', to: 'C' },
      ],
    },
    {
      type: 'diagram',
      nodes: [
        { id: 'A', label: 'A' },
        { id: 'B', label: 'B' },
      ],
      edges: [{ from: 'A', to: 'B' }],
    },
  ],
  [
    'a range the wrong way round',
    { type: 'slider', name: 'a', label: 'A', min: 10, max: 0, value: 50 },
    { min: 0, max: 10, value: 10 },
  ],
  [
    'one bad row among good ones',
    { type: 'timeline', items: [{ title: 'A' }, { time: 'later' }] },
    { items: [{ title: 'A' }] },
  ],
]

test.each(broken)('%s is mended', (_name, written, meant) => {
  const repairs: ComponentRepair[] = []
  const [component] = repairComponents([written], { known, onRepair: (repair) => repairs.push(repair) })
  expect(component).toMatchObject(meant)
  expect(checkComponent(component, { known })).toEqual({ component })
  expect(repairs.length).toBeGreaterThan(0)
  for (const { notes } of repairs) expect(notes.length).toBeGreaterThan(0)
})

test.each(componentSchemas.map(({ type, example }) => ({ type, component: { type, ...example } })))(
  'a $type that fits passes as it is',
  ({ type, component }) => {
    const repairs: ComponentRepair[] = []
    const [repaired] = repairComponents([component], { known, onRepair: (repair) => repairs.push(repair) })
    const isReserved = ['confirmation', 'task_tracker', 'held', 'mcp_app'].includes(type)
    if (!isReserved) expect(repaired).toMatchObject(component)
    expect(repairs).toHaveLength(isReserved ? 1 : 0)
  },
)

test.each([
  ['an unknown type', { type: 'spaceship', speed: 3, crew: [1] }, 'it is not a known component'],
  ['nothing', null, 'it is not a known component'],
  ['a required member that is missing', { type: 'gauge', label: 'CPU' }, 'value is required'],
  ['a list whose entries all do not fit', { type: 'list', items: [{ a: 1 }] }, 'items.0.text is required'],
  [
    'a question for approval of its own',
    { type: 'confirmation', confirmation_id: 'cnf_1', title: 'OK?' },
    'only the service makes this type',
  ],
  [
    'a workflow of its own',
    { type: 'TaskTracker', data: { status: 'completed', steps: [] } },
    'only the service makes this type',
  ],
])('%s becomes an error that shows what came', (_name, written, reason) => {
  const repairs: ComponentRepair[] = []
  const component = repairComponent(written, { known, onRepair: (repair) => repairs.push(repair) })
  expect(component).toMatchObject({ type: 'error', code: 'invalid_component', raw: JSON.stringify(written) })
  expect(component!['message']).toContain(reason)
  expect(repairs).toEqual([
    {
      type: (written as { type?: string } | null)?.type ?? '',
      outcome: 'replaced',
      notes: expect.arrayContaining([reason]),
    },
  ])
})

test('what is shown of a broken component is bounded', () => {
  const component = repairComponent({ type: 'gauge', note: '🙂'.repeat(90_000) }, { known })
  expect((component!['raw'] as string).length).toBeLessThanOrEqual(2_000)
  expect((component!['raw'] as string).isWellFormed()).toBe(true)
})

test('the service gives the ids, a model does not', () => {
  const components = repairComponents(
    [
      { type: 'divider', id: 'chosen' },
      { type: 'notes', id: 'mine' },
    ],
    { known },
  )
  expect(components.map(({ id }) => id)).toEqual([expect.stringMatching(/^cmp_/), 'mine'])
})

test.each([
  ['a list', [{ type: 'divider' }, 'a']],
  ['an object around the list', { components: [{ type: 'divider' }, 'a'] }],
  ['JSON text of a list', '[{"type":"divider"},"a"]'],
  ['JSON text in a fence', '```json\n{"components":[{"type":"divider"},"a",]}\n```'],
])('an answer may come as %s', (_name, answer) => {
  expect(repairComponents(answer, { known }).map(({ type }) => type)).toEqual(['divider', 'text'])
})

test('what is nested too deeply is shown as it came', () => {
  let deep: unknown = 'bottom'
  for (let level = 0; level < 80; level += 1) deep = { type: 'column', children: [deep] }
  const repairs: ComponentRepair[] = []
  const [component] = repairComponents([deep], { known, onRepair: (repair) => repairs.push(repair) })
  expect(checkComponent(component, { known })).toEqual({ component })
  expect(repairs).toEqual([
    { type: 'column', outcome: 'replaced', notes: ['it is nested deeper than 50 components'] },
  ])
})

test('of too many children as many stay as can, and the last one says how many are missing', () => {
  const children = Array.from({ length: componentLimits.children + 20 }, (_, index) => `${index}`)
  const [component] = repairComponents([{ type: 'column', children }], { known })
  const shown = component!['children'] as { text: string }[]
  expect(shown).toHaveLength(componentLimits.children)
  expect(shown.at(-2)).toMatchObject({ type: 'text', text: '298' })
  expect(shown.at(-1)).toMatchObject({
    type: 'alert',
    text: expect.stringContaining('21 more parts were left out'),
  })
})

test('an answer that is too large ends with a note, also when it is written piece by piece', () => {
  const room = new AnswerRoom()
  const repairs: ComponentRepair[] = []
  const options = { known, room, onRepair: (repair: ComponentRepair) => repairs.push(repair) }
  const pieces = Array.from({ length: componentLimits.nodes + 5 }, () =>
    repairComponent({ type: 'divider' }, options),
  )
  const shown = pieces.filter((piece) => piece !== undefined)
  expect(shown).toHaveLength(componentLimits.nodes)
  expect(shown.at(-1)).toMatchObject({ type: 'alert' })
  expect(repairs.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'left_out'))
})

test('the reason says what is expected, not by which expression it was checked', () => {
  const [component] = repairComponents(
    [{ type: 'data_bound', source: '/api/%77idget/rss?url=x', display: 'text' }],
    {
      known,
    },
  )
  expect(component!['message']).toBe(
    'Couldn\'t draw the part "data_bound": source has the wrong form (expected: GET path of this service with its query, e.g. /api/system/metrics). The original is below.',
  )
})

test('a path is no address that only lacks its https', () => {
  const [component] = repairComponents([{ type: 'link', label: 'A', url: '/api/widget/rss?url=x' }], {
    known,
  })
  expect(component).toMatchObject({ type: 'error' })
})
