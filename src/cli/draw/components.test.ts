import { describe, expect, it, test } from 'vitest'
import { describeComponents, type Fetched } from '../../components/describe.ts'
import { componentSchemas } from '../../components/schemas.ts'
import type { Component } from '../../contract/component-schema.ts'
import { api } from '../../features/contracts.ts'
import { displayWidth } from '../terminal/text-width.ts'
import { drawParts } from './draw-blocks.ts'
import type { Ink, Lines } from './ink.ts'
import { sourceOf } from '../../components/sources.ts'

const answers = new Map(
  Object.values(api.live_data).map(({ path, example }) => [path as string, example.result as unknown]),
)

function dataOf(component: Component): Fetched {
  const path = sourceOf(component)?.path.split('?')[0] ?? ''
  if (path === '/api/system/metrics') return { data: { cpu: { percent: 37 } } }
  return { data: answers.get(path) ?? component['initial'] ?? {} }
}

interface Look extends Partial<Ink> {
  readonly fetched?: (component: Component) => Fetched
}

async function drawWith({ fetched = dataOf, ...look }: Look, components: readonly object[]): Promise<Lines> {
  const ink: Ink = { width: 80, cuts: true, style: (_style, text) => text, ...look }
  const now = new Date('2026-03-02T10:00:00Z')
  return drawParts(await describeComponents(components as Component[], { fetched, now }), ink)
}

const draw = (...components: object[]) => drawWith({}, components)

/** Whole words stay whole, so that an address can be copied: only they may be wider. */
const isTooWide = (line: string, width: number) => displayWidth(line) > width && /\S\s+\S/.test(line.trim())

describe.each(componentSchemas.map(({ type, example }) => ({ type, example })))(
  '$type',
  ({ type, example }) => {
    const component = { type, id: 'shown', ...example } as Component

    it.each([40, 80, 120])('is drawn in %i columns', async (width) => {
      const lines = await drawWith({ width }, [component])
      expect(lines.join('')).toMatch(/\S/)
      expect(lines.filter((line) => isTooWide(line, width))).toEqual([])
      expect(lines.join('')).not.toMatch(/undefined|\[object|NaN|\p{Cc}/u)
    })

    it('lets no text of an answer move the cursor', async () => {
      const hostile = JSON.parse(
        JSON.stringify(example).replaceAll(
          /([A-Za-z]{4,})(?=[^"]*"[,}\]])/g,
          String.raw`$1\u001b[2J\u202e\u0007`,
        ),
      ) as object
      // Dates and codes that no longer are some would be refused by the service before they come here.
      const lines = await drawSafely({ ...component, ...hostile, type })
      // oxlint-disable-next-line no-control-regex -- what must not be there
      expect(lines.join('')).not.toMatch(/[\u0007\u001b\u202e]/)
    })
  },
)

async function drawSafely(component: object): Promise<Lines> {
  try {
    return await draw(component)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return []
    throw error
  }
}

test('a type from a newer service is shown as what it holds', async () => {
  expect(await draw({ type: 'hologram', label: 'Deck', depth: 3 })).toEqual([
    'hologram',
    'label  Deck',
    'depth  3',
  ])
})

test('a translator without a text asks for one', async () => {
  expect(await draw({ type: 'translator', target: 'de' })).toEqual(['Say what to translate.'])
})

test('what could not be fetched says why, and the rest is drawn', async () => {
  const failing = { fetched: () => ({ problem: 'The provider is away.' }) }
  const components = [
    { type: 'live_weather', city: 'Oslo' },
    { type: 'text', text: 'Still here.' },
  ]
  expect(await drawWith(failing, components)).toEqual(['✖ Oslo: The provider is away.', 'Still here.'])
})

test('cells are aligned by their kind, and sorted as asked', async () => {
  const table = {
    type: 'table',
    columns: [{ key: 'name' }, { key: 'size', type: 'bytes' }],
    rows: [
      { name: 'a', size: 1 },
      { name: 'b', size: 2_000_000 },
      { name: 'c', size: null },
    ],
    sort_key: 'name',
    descending: true,
  }
  expect(await draw(table)).toEqual(['name    size', 'c          –', 'b       2 MB', 'a     1 byte'])
})

test('children that fit stand side by side, others below each other', async () => {
  const row = {
    type: 'row',
    children: [
      { type: 'metric', label: 'Memory', value: 4.2, unit: 'GB' },
      { type: 'metric', label: 'Load', value: 0.42 },
    ],
  }
  expect(await draw(row)).toEqual(['Memory   Load', '4.2 GB   0.42'])
  const narrow = await drawWith({ width: 12 }, [row])
  expect(narrow).toEqual(['Memory', '4.2 GB', '', 'Load', '0.42'])
})

test('bars are as long as their values, and a pie shows its shares', async () => {
  const series = [{ name: 'Rain', values: [10, 20, null] }]
  const lines = await draw({ type: 'chart', chart_type: 'bar', labels: ['a', 'b', 'c'], series })
  const lengths = lines.map((line) => line.replaceAll(/[^█]/g, '').length)
  expect(lengths[1]).toBe(2 * lengths[0]!)
  expect(lines[2]).toMatch(/^c +–$/)
  const pie = await draw({
    type: 'chart',
    chart_type: 'pie',
    labels: ['x', 'y'],
    series: [{ name: 's', values: [1, 3] }],
  })
  expect(pie.map((line) => /(\d+) %/.exec(line)?.[1])).toEqual(['25', '75'])
})

test('what is below zero goes to the other side, and bars say whose they are', async () => {
  const lines = await draw({
    type: 'chart',
    chart_type: 'bar',
    labels: ['a', 'b'],
    series: [
      { name: 'In', values: [10, 5] },
      { name: 'Out', values: [-10, -5] },
    ],
  })
  const sides = lines.map((line) => line.split('│').map((side) => side.replaceAll(/[^█]/g, '').length))
  const [longest, half] = [sides[1]![0]!, sides[3]![0]!]
  expect(longest).toBeGreaterThan(4)
  expect(half).toBe(Math.round(longest / 2))
  expect(sides.map(([left]) => left! > 0)).toEqual([false, true, false, true])
  expect(sides.map(([, right]) => right! > 0)).toEqual([true, false, true, false])
  expect(lines.map((line) => /(In|Out)$/.exec(line)?.[1])).toEqual(['In', 'Out', 'In', 'Out'])
})

test('a number in a column of text is a name, not a figure', async () => {
  const columns = [{ key: 'pid', type: 'text' }]
  expect(await draw({ type: 'table', columns, rows: [{ pid: 30783 }] })).toEqual(['pid', '30783'])
})

test('a line goes from its lowest to its highest point, with the figures at the side', async () => {
  const series = [{ name: 'Rise', values: [0, 5, 10] }]
  const lines = await draw({ type: 'chart', chart_type: 'line', labels: ['jan', 'feb', 'mar'], series })
  expect(lines[0]).toMatch(/^10 ┤ +[\u2801-\u28ff]+$/)
  expect(lines[7]).toMatch(/^ 0 ┤[\u2801-\u28ff]+$/)
  expect(lines[8]).toMatch(/^ +jan +mar$/)
})

test('a task tracker tells how far each step has come', async () => {
  const steps = [
    { step: 1, tool: 'LIST_FILES', status: 'completed', message: 'Found 2.' },
    { step: 2, tool: 'SEND_EMAIL', status: 'waiting', message: '' },
    { step: 3, tool: 'WRITE_FILE', status: 'pending', message: '' },
  ]
  expect(
    await draw({ type: 'task_tracker', data: { workflow_id: 'w', name: 'Mail', status: 'waiting', steps } }),
  ).toEqual([
    'Mail  ████░░░░░░░░ 1 of 3, waiting',
    '  ✔ LIST_FILES  Found 2.',
    '  ? SEND_EMAIL',
    '  ○ WRITE_FILE',
  ])
})

test('what is asked for approval is shown whole', async () => {
  const lines = await draw({
    type: 'confirmation',
    confirmation_id: 'c',
    title: 'Send?',
    message: 'It wants to send.',
    agent: 'email',
    action: 'SEND_EMAIL',
    args: { to: ['a@example.com'], body: 'one\ntwo' },
    risk: 'external',
    expires_at: '2026-03-02T09:45:00Z',
  })
  expect(lines).toEqual([
    'Send?',
    'It wants to send.',
    'Tool  SEND_EMAIL (email, external)',
    '  to    a@example.com',
    '  body  one',
    '        two',
  ])
})

test('an entry is due on a day, or at a moment with its hour', async () => {
  const items = [
    { id: 'a', text: 'Call', done: false, due: new Date(2026, 2, 5, 17, 30).toISOString() },
    { id: 'b', text: 'Post', done: false, due: '2026-03-06' },
  ]
  const lines = await drawWith({ fetched: () => ({ data: { items } }) }, [{ type: 'todo_list', id: 'todo' }])
  expect(lines.find((line) => line.includes('Call'))).toMatch(/[:.]30/)
  expect(lines.find((line) => line.includes('Post'))).not.toMatch(/\d[:.]\d\d/)
})

test('an appointment is on its day where the calendar is', async () => {
  const event = { title: 'Call', start: '2026-03-04T20:00:00Z', end: '2026-03-04T21:00:00Z' }
  const dayIn = async (time_zone: string) =>
    (await draw({ type: 'calendar_view', events: [event], time_zone }))[0]
  expect(await dayIn('Asia/Tokyo')).toContain('5')
  expect(await dayIn('Europe/Oslo')).toContain('4')
})

test('units are read from both sides, and no digit that counts is lost', async () => {
  expect(await draw({ type: 'unit_converter', value: 0.125, from: 'km', to: 'm' })).toEqual([
    '0.125 km = 125 m',
  ])
  expect(await draw({ type: 'unit_converter', value: 2, to: 'kg' })).toEqual([expect.stringMatching(/ kg$/)])
  expect(await draw({ type: 'unit_converter', category: 'fuel', value: 0 })).toEqual([
    expect.stringContaining('= –'),
  ])
})

test('a timer that is over or was not started says so', async () => {
  const timer = { type: 'live_timer', seconds: 60, label: 'Tea' }
  expect(await draw({ ...timer, started_at: '2026-03-02T09:30:00Z' })).toEqual([
    expect.stringContaining('time is up'),
  ])
  expect(await draw({ ...timer, autostart: false })).toEqual([expect.stringContaining('not started')])
})

test('a budget tells its month, not all that was ever spent', async () => {
  const entries = [
    { id: '1', date: '2026-03-02', amount: 12, kind: 'expense', category: 'Food' },
    { id: '2', date: '2026-02-02', amount: 500, kind: 'expense', category: 'Food' },
  ]
  const data = { entries, monthly_limit: 40, currency: 'EUR' }
  const lines = await drawWith({ fetched: () => ({ data }) }, [{ type: 'budget_tracker', id: 'budget' }])
  expect(lines.at(-1)).toMatch(/spent \D*12\D.* of \D*40\D.*earned \D*0/)
  expect(lines.join('')).not.toContain('500')
})

test('live data say when they are old and who gave them', async () => {
  const data = { ...(answers.get('/api/widget/word') as object), stale: true }
  const lines = await drawWith({ fetched: () => ({ data }) }, [{ type: 'dictionary', word: 'x' }])
  expect(lines.at(-2)).toMatch(/^Can't reach the provider\. This is from /)
  expect(lines.at(-1)).toMatch(/^Source: /)
})
