import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import type { TSchema } from '../contract/type.ts'
import { api } from '../features/contracts.ts'
import { liveDataContract } from '../features/live-data/contract.ts'
import { StepStatus, WorkflowStatus } from '../features/workflows/schemas.ts'
import { checkFor } from '../platform/validation/validation.ts'
import { Action } from './action.ts'
import { type ComponentType, componentSchemas, storedSchemas } from './schemas.ts'

interface Schema {
  readonly $id?: string
  readonly type?: string | string[]
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Record<string, Schema>
  readonly required?: string[]
  readonly items?: Schema
  readonly anyOf?: Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly maxLength?: number
  readonly maxItems?: number
  readonly [keyword: string]: unknown
}

const definitions = componentSchemas.map(({ type, tier, summary, props, example }) => ({
  type,
  tier,
  summary,
  props: props as unknown as Schema,
  example: example as Record<string, unknown>,
}))

const schemaOf = (type: ComponentType) => definitions.find((definition) => definition.type === type)!.props
const issues = (schema: unknown, value: unknown) =>
  checkFor(schema as TSchema, 'body')(structuredClone(value))

/** What the interface and the decisions about it name. */
const promised = `
  live_weather live_stock currency_converter news_ticker wiki_summary dictionary translator rss_reader astronomy
  live_sports recipe_viewer todo_list notes kanban_board task_tracker
  text heading row column grid card tabs divider button form input select toggle slider table list key_value code image
  link alert badge progress metric gauge sparkline chart timeline comparison diagram calendar_view file confirmation
  profile error held
  live_timer countdown live_clock pomodoro stopwatch calculator unit_converter dice_roller coin_flip tic_tac_toe quiz
  flashcards habit_tracker breathing tip_calculator bmi_calculator password_generator color_picker drawing_canvas poll
  markdown_editor metronome
  journal budget_tracker reading_list code_snippets bookmarks contacts data_bound jit_widget mcp_app`
  .trim()
  .split(/\s+/)

test('every type that the interface promises is declared', () => {
  expect(definitions.map(({ type }) => type)).toEqual(expect.arrayContaining(promised))
})

test('every folder is registered under its own name, and no two types are alike', async () => {
  const entries = await readdir('src/components', { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'view-kit')
    .map(({ name }) => name.replaceAll('-', '_'))
  expect(definitions.map(({ type }) => type).toSorted()).toEqual(folders.toSorted())
  for (const value of ['summary', 'props'] as const)
    expect(new Set(definitions.map((definition) => JSON.stringify(definition[value]))).size).toBe(
      definitions.length,
    )
})

test.each(definitions)('the example of $type fits', ({ props, example }) => {
  expect(issues(props, example)).toEqual([])
})

test.each(definitions)('$type says in one sentence when to choose it', ({ summary }) => {
  expect(summary).toMatch(/^[A-Z][^\n]{20,200}\.$/)
})

test.each(definitions)(
  'every member of $type is described, bounded, and fits its own default',
  ({ type, props }) => {
    const problems: string[] = []
    for (const [path, schema] of membersOf(props)) {
      if (schema.$id !== undefined) continue
      if (!schema.description && !path.endsWith('[]')) problems.push(`${path} has no description`)
      // A confirmation shows arguments whole, as the contract declares them.
      if (type !== 'confirmation' && isUnbounded(schema)) problems.push(`${path} has no limit`)
      if (schema.default !== undefined && issues(schema, schema.default).length > 0)
        problems.push(`${path} has a default that does not fit`)
    }
    expect(problems).toEqual([])
  },
)

test.each(definitions)('$type refuses a member that it does not know', ({ props, example }) => {
  expect(issues(props, { ...example, colour_of_the_sky: 'blue' })).toEqual([
    expect.objectContaining({ path: '/colour_of_the_sky' }),
  ])
})

test('what is kept names its store key, and says what stands under it', () => {
  const kept = definitions.filter(({ tier }) => tier === 3).map(({ type }) => type)
  expect(Object.keys(storedSchemas).toSorted()).toEqual([...kept, 'habit_tracker'].toSorted())
  for (const type of kept) {
    expect(schemaOf(type).required, type).toContain('id')
    expect(schemaOf(type).properties!['id']!.maxLength, type).toBe(512)
  }
})

test.each(Object.entries(storedSchemas))('what a new %s begins with is what is stored', (type, stored) => {
  const { example } = definitions.find((definition) => definition.type === type)!
  const { required = [], properties = {} } = stored as unknown as Schema
  // One list is all that must be there: whoever adds an entry finds it without knowing the type.
  expect(required.map((name) => properties[name]!.type)).toEqual(['array'])
  const empty = { [required[0]!]: [] }
  expect(issues(stored, empty)).toEqual([])
  expect(issues(stored, example['initial'] ?? empty)).toEqual([])
  expect(issues(stored, { ...empty, theme: 'a member of another client' })).toEqual([])
})

test('an entry of a stored list needs an id and keeps its defaults', () => {
  const entry = { id: '1', text: 'Milk' }
  expect(issues(storedSchemas.todo_list, { items: [entry] })).toEqual([])
  expect(issues(storedSchemas.todo_list, { items: [{ text: 'Milk' }] })).toEqual([
    { path: '/items/0/id', message: 'is required' },
  ])
})

test('the ranges and sports of the widgets are those of their endpoints', () => {
  const words = (schema: unknown) => (schema as { enum: string[] }).enum.toSorted()
  const { stock, sports } = liveDataContract
  expect(words(schemaOf('live_stock').properties!['range'])).toEqual(words(stock.query.properties.range))
  expect(words(schemaOf('live_sports').properties!['sport'])).toEqual(words(sports.query.properties.sport))
})

test('a task_tracker knows every status of workflows and steps', () => {
  const { data } = schemaOf('task_tracker').properties!
  expect(data!.properties!['status']!['enum']).toEqual((WorkflowStatus as unknown as Schema)['enum'])
  expect(data!.properties!['steps']!.items!.properties!['status']!['enum']).toEqual(
    (StepStatus as unknown as Schema)['enum'],
  )
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<b>',
  'file:///etc/passwd',
  '//evil.example',
])('no component leads to %s', (url) => {
  expect(issues(schemaOf('link'), { url, label: 'x' })).not.toEqual([])
  expect(issues(schemaOf('image'), { url, alt: '' })).not.toEqual([])
  expect(issues(Action, { kind: 'open', url })).not.toEqual([])
})

test.each(['https://example.com/a.png', '/uploads/a/1.png', 'data:image/png;base64,iVBORw0KGgo='])(
  'a picture may stand at %s',
  (url) => {
    expect(issues(schemaOf('image'), { url, alt: '' })).toEqual([])
  },
)

test.each([
  '/api/widget/rss?url=https://evil.example/?SECRET',
  '/api/%77idget/rss?url=https://evil.example/?SECRET',
  '/assets/../api/widget/rss?url=https://evil.example/?SECRET',
  '/assets/%2e%2e/api/widget/rss',
  '/assets/..%2fapi/widget/rss',
  '/assets/a.png?SECRET',
  '/assets/a.png#SECRET',
  '/assets//evil.example/a.png',
  '/\\\\evil.example/a.png',
  '/assets\\..\\api',
  '/\t/evil.example',
  '/health',
  'data:text/html;base64,AAAA',
  'data:image/svg+xml;base64,AAAA',
])('no picture stands at %s: it is no file of ours', (url) => {
  expect(issues(schemaOf('image'), { url, alt: '' })).not.toEqual([])
})

test.each([
  [{ kind: 'chat', message: 'Hello' }],
  [{ kind: 'tool', tool_name: 'WRITE_FILE', args: { path: '/tmp/a' } }],
  [{ kind: 'workflow', operation: 'resume', workflow_id: 'wf_1' }],
  [
    {
      kind: 'workflow',
      operation: 'create',
      steps: [{ id: 'a', agent: 'x', action: 'Y', args: {}, depends_on: [] }],
    },
  ],
  [{ kind: 'store', key: 'shopping', value: { items: [] } }],
  [{ kind: 'open', page: 'settings', item: 'NEWS_API_KEY' }],
])('%o is an action', (action) => {
  expect(issues(Action, action)).toEqual([])
})

test.each([
  [{ kind: 'chat' }],
  [{ kind: 'shell', command: 'rm' }],
  [{ kind: 'tool' }],
  [{ kind: 'workflow', operation: 'resume' }],
  [{ kind: 'open', url: 'https://example.com', path: '/tmp' }],
])('%o is no action', (action) => {
  expect(issues(Action, action)).not.toEqual([])
})

test('a data_bound shows every GET path of ours that answers JSON at once', () => {
  const paths = Object.values(api)
    .flatMap((contract): AnyEndpoint[] => Object.values(contract))
    .filter(
      ({ method, stream, mediaType, path }) => method === 'GET' && !stream && !mediaType && path !== '/',
    )
    .map(({ path }) => path.replaceAll(/:\w+/g, 'one'))
  const refused = paths.filter((source) => issues(schemaOf('data_bound'), { source }).length > 0)
  // A page of somebody else, the data of one widget, the description of the interface and the guides are not for this.
  expect(refused.toSorted()).toEqual([
    '/api/widget/rss',
    '/docs/search.json',
    '/openapi.json',
    '/widget/one/data',
  ])
})

test.each([
  'https://example.com/api/health',
  '//example.com/api/x',
  '/api/events',
  '/api/runs/run_1/events',
  '/api/widget/rss?url=https://example.com/?secret',
  '/api/%77idget/rss?url=https://example.com/?secret',
  '/api/%2577idget/rss?url=https://example.com/?secret',
  '/api/widget%2frss?url=https://example.com/?secret',
  '/api/./widget/rss?url=https://example.com/?secret',
  '/api//widget/rss?url=https://example.com/?secret',
  '/api/system/../widget/rss?url=https://example.com/?secret',
  '/api/system/..;/widget/rss?url=https://example.com/?secret',
  '/api/widget/rss/?url=https://example.com/?secret',
  '/api/widget\\rss?url=https://example.com/?secret',
  '/api/system/metrics?\\secret',
  '/etc/passwd',
  'api/system/metrics',
])('a data_bound does not show %s', (source) => {
  expect(issues(schemaOf('data_bound'), { source })).not.toEqual([])
})

test('no path that takes an address in its query can be shown by a data_bound', () => {
  const fetching = Object.values(api)
    .flatMap((contract): AnyEndpoint[] => Object.values(contract))
    .filter(({ method, query }) => {
      const members = Object.values((query as Schema | undefined)?.properties ?? {})
      return method === 'GET' && members.some(takesAddresses)
    })
    .map(({ path }) => path)
  expect(fetching).toContain('/api/widget/rss')
  for (const path of fetching) expect(issues(schemaOf('data_bound'), { source: path })).not.toEqual([])
})

/** Named like something that is loaded, and is not: the name of an icon, of a language, of a file's beginning. */
const harmless = new Set(['icon', 'source'])

test('every member that takes an address says whether it is loaded or led to', () => {
  const all: (readonly [string, Schema])[] = [
    ...definitions.map(({ type, props }) => [type, props] as const),
    ...Object.entries(storedSchemas).map(([type, schema]) => [type, schema as unknown as Schema] as const),
    ['action', Action as unknown as Schema],
  ]
  const silent = all.flatMap(([type, props]) =>
    [...membersOf(props)].flatMap(([path, schema]) => {
      const name = path.split('/').at(-1)!.replace('[]', '')
      const isNamedSo =
        /(^|_)(url|uri|src|href|source|feed|image|picture|poster|icon|avatar|logo|thumbnail|embed|html)$/.test(
          name,
        )
      const isText = schema.type === 'string' && schema['enum'] === undefined
      const says = schema['loads'] !== undefined || schema['leads'] === true
      const mustSay = isText && (takesAddresses(schema) || (isNamedSo && !harmless.has(name)))
      return mustSay && !says ? [`${type}${path}`] : []
    }),
  )
  expect(silent).toEqual([])
})

test('no view loads anything but by the parts that are known to', async () => {
  const loading =
    /<(?:img|iframe|video|audio|source|object|embed|link|script|image|feImage|use)[\s/]|\bsrc(?:Set|Doc)?=|poster=|url\((?!#)|new (?:Image|Audio|EventSource|WebSocket|Worker)\b|\bfetch\(|dangerouslySetInnerHTML|innerHTML/
  const files = (await readdir('src/components', { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const found: string[] = []
  for (const name of files)
    if (loading.test(await readFile(`src/components/${name}`, 'utf8'))) found.push(name)
  // A picture, which says so as `loads: picture` or comes from a provider, the frame of a widget: `loads: script`, and small
  // pictures of files on this machine and of its screen, which the service sends itself.
  expect(found.toSorted()).toEqual([
    'confirmation/marked-screen.tsx',
    'jit-widget/view.tsx',
    'mcp-app/app-frame.tsx',
    'view-kit/picture.tsx',
    'view-kit/thumbnail.tsx',
  ])
})

test('what is read as Markdown says so', async () => {
  const silent: string[] = []
  for (const { type, props } of definitions) {
    const view = await readFile(`src/components/${type.replaceAll('_', '-')}/view.tsx`, 'utf8')
    const declares = [...membersOf(props)].some(([, schema]) => schema['loads'] === 'markdown')
    if (/<(?:Inline)?Markdown\b/.test(view) && !declares) silent.push(type)
  }
  expect(silent).toEqual([])
})

function takesAddresses(schema: Schema): boolean {
  const accepts = (text: string) => issues(schema, text).length === 0
  const probes = ['https://a.example/x', '/api/x.y', '/assets/a.png', 'data:image/png;base64,AAAA']
  return schema.type === 'string' && probes.some(accepts) && !accepts('plain words')
}

test('a data_bound looks at most once a second', () => {
  expect(issues(schemaOf('data_bound'), { source: '/health', refresh_ms: 999 })).toHaveLength(1)
})

function* membersOf(schema: Schema, path = ''): Generator<[string, Schema]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield [`${path}/${name}`, member]
    yield* membersOf(member, `${path}/${name}`)
  }
  const inner = [schema.items, schema.additionalProperties].filter((one) => typeof one === 'object')
  for (const one of inner) {
    if (one.$id === undefined) yield [`${path}[]`, one]
    yield* membersOf(one.$id === undefined ? one : {}, `${path}[]`)
  }
  for (const one of schema.anyOf ?? []) yield* membersOf(one, path)
}

function isUnbounded(schema: Schema): boolean {
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) return schema.maxItems === undefined
  const bounds = ['maxLength', 'enum', 'const', 'format', 'pattern']
  return types.includes('string') && !bounds.some((keyword) => schema[keyword] !== undefined)
}
