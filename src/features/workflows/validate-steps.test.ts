import { expect, test } from 'vitest'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { definePlugin, defineTool } from '../../contract/tool.ts'
import { ToolCatalog } from '../tools/tool-catalog.ts'
import type { WorkflowStep } from './schemas.ts'
import { planOf } from './validate-steps.ts'

const tool = (action: string, properties: Parameters<typeof Type.Object>[0]) =>
  defineTool({
    action,
    title: action,
    description: 'A tool for the tests of plans.',
    params: Type.Object(properties),
    data: Type.Object({}),
    risk: 'read',
    idempotent: true,
    example: { args: {} },
    run: async () => ({ message: '', data: {} }),
  })

const catalog = new ToolCatalog({
  builtIn: [
    definePlugin({
      agent: 'file_manager',
      title: 'Files',
      summary: 'Files',
      tools: [
        tool('WRITE_FILE', {
          path: Type.String({ description: 'Where' }),
          content: Type.String({ maxLength: 100, description: 'What' }),
          mode: Type.Optional(Type.Integer({ description: 'How' })),
        }),
        tool('SEARCH_FILES', { query: Type.String({ description: 'What' }) }),
        { ...tool('MAC_ONLY', {}), editions: ['macos'] },
      ],
    }),
    definePlugin({
      agent: 'lists',
      title: 'Lists',
      summary: 'Lists',
      tools: [tool('SORT', { items: Type.Array(Type.Integer(), { minItems: 1, description: 'What' }) })],
    }),
  ],
  edition: 'linux',
})

const find: WorkflowStep = {
  id: 'find',
  agent: 'file_manager',
  action: 'SEARCH_FILES',
  args: { query: 'x' },
  depends_on: [],
  outputs: ['files'],
}
const write = (more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  id: 'save',
  agent: 'file_manager',
  action: 'WRITE_FILE',
  args: { path: '/x', content: '$files' },
  depends_on: ['find'],
  ...more,
})

test('a plan that is right says where its names lead', () => {
  const use = write({
    id: 'use',
    depends_on: ['save'],
    args: { path: '$save.path', content: 'in $city on $today: $files' },
  })
  const { sources, graph } = planOf(
    { steps: [find, write(), use], variables: { city: 'Paris' } },
    { catalog },
  )
  expect(sources).toEqual([
    {},
    { files: [0, 'only_output'] },
    { files: [0, 'only_output'], save: [1, 'data'] },
  ])
  expect(graph.order).toEqual([0, 1, 2])
})

test('every reason is named in one refusal', () => {
  const issues = refusal([
    { ...find, id: 'a', agent: 'file_manger' },
    { ...find, id: 'a', action: 'SERCH_FILES' },
    { ...find, id: 'b', agent: 'lists' },
    { ...find, id: 'c', args: { query: 5, pth: 'x' } },
    { ...find, id: 'd', depends_on: ['nobody', 'a'] },
    write({ id: 'e', args: { path: '/x', content: '$nothing' } }),
    { ...find, id: 'f', action: 'MAC_ONLY', args: {} },
    { ...find, id: 'g', agent: 'nobody_at_all', action: 'NOTHING_LIKE_IT', args: {} },
  ])
  expect(issues).toEqual([
    {
      path: '/body/steps/0/agent',
      message: '"file_manger" is an unknown agent; did you mean "file_manager"?',
    },
    { path: '/body/steps/1/id', message: '"a" is also the id of step 1' },
    {
      path: '/body/steps/1/action',
      message: '"SERCH_FILES" is an unknown tool; did you mean "SEARCH_FILES"?',
    },
    { path: '/body/steps/2/action', message: 'SEARCH_FILES belongs to file_manager, not to lists' },
    { path: '/body/steps/3/args/pth', message: 'is not an argument of this tool; it takes query' },
    { path: '/body/steps/3/args/query', message: 'must be string' },
    { path: '/body/steps/4/depends_on/0', message: '"nobody" is not the id of a step' },
    { path: '/body/steps/5/depends_on/0', message: '"find" is not the id of a step' },
    {
      path: '/body/steps/5/args/content',
      message:
        '$nothing is not a variable or the output of an earlier step (write $$nothing for the plain text)',
    },
    { path: '/body/steps/6/action', message: "MAC_ONLY doesn't exist on this platform" },
    { path: '/body/steps/7/agent', message: '"nobody_at_all" is an unknown agent' },
    { path: '/body/steps/7/action', message: '"NOTHING_LIKE_IT" is an unknown tool' },
  ])
})

test('an empty list and too many steps are refused', () => {
  expect(refusal([])).toEqual([{ path: '/body/steps', message: 'needs at least one step' }])
  const many = Array.from({ length: 5001 }, (_, index) => ({ ...find, id: `s${index}` }))
  expect(refusal(many)).toEqual([{ path: '/body/steps', message: 'must not have more than 5000 steps' }])
})

test('a name must come from a step that is certainly before', () => {
  const parallel = refusal([find, write({ depends_on: [] })])
  expect(parallel).toEqual([
    {
      path: '/body/steps/1/args/content',
      message:
        '$files is published by step "find", which may not have run before: add "find" to depends_on (write $$files for the plain text)',
    },
  ])
  const own = refusal([{ ...find, args: { query: '$files' } }])
  expect(own[0]!.message).toContain("is this step's own result, so it isn't known before it has run")
  const near = refusal([find, write({ args: { path: '/x', content: '$fils' } })])
  expect(near[0]!.message).toContain('did you mean "files"?')
})

test('of several steps with the same output the latest counts, and two side by side are ambiguous', () => {
  const second = { ...find, id: 'again', depends_on: ['find'] }
  const chain = planOf(
    { steps: [find, second, write({ depends_on: ['again'] })], variables: {} },
    { catalog },
  )
  expect(chain.sources[2]).toEqual({ files: [1, 'only_output'] })
  const issues = refusal([find, { ...find, id: 'other' }, write({ depends_on: ['find', 'other'] })])
  expect(issues[0]!.message).toContain('is published by find and other, neither of which comes last')
})

test('a reference leaves its place open, but text can never be a number', () => {
  const sort = (items: unknown): WorkflowStep => ({
    ...write(),
    agent: 'lists',
    action: 'SORT',
    args: { items },
  })
  expect(planOf({ steps: [find, sort('$files')], variables: {} }, { catalog }).sources[1]).toHaveProperty(
    'files',
  )
  expect(
    planOf({ steps: [find, sort(['$files[0]'])], variables: {} }, { catalog }).sources[1],
  ).toHaveProperty('files')
  expect(refusal([find, sort('all $files')])).toEqual([
    { path: '/body/steps/1/args/items', message: 'must be array' },
  ])
  expect(refusal([find, sort(['no $files'])])).toEqual([
    { path: '/body/steps/1/args/items/0', message: 'must be integer' },
  ])
  expect(refusal([find, sort(['$files[0]', 'x'])])).toEqual([
    { path: '/body/steps/1/args/items/1', message: 'must be integer' },
  ])
  const long = write({ args: { path: '/x', content: `${'x'.repeat(200)} $files` } })
  expect(planOf({ steps: [find, long], variables: {} }, { catalog }).sources[1]).toHaveProperty('files')
})

test('a step that waits for a person may lack arguments, but not have wrong ones', () => {
  const steps = [find, write({ args: {}, needs_human: true })]
  expect(planOf({ steps, variables: {} }, { catalog }).steps).toHaveLength(2)
  expect(refusal([find, write({ args: { pth: 'x', mode: 'high' }, needs_human: true })])).toEqual([
    { path: '/body/steps/1/args/pth', message: 'is not an argument of this tool: did you mean `path`?' },
    { path: '/body/steps/1/args/mode', message: 'must be integer' },
  ])
})

test('a circle is named with its whole path, and so is each of several', () => {
  const ring = Array.from({ length: 300 }, (_, index) => ({
    ...find,
    id: `s${index}`,
    depends_on: [`s${(index + 1) % 300}`],
  }))
  const [issue, ...more] = refusal(ring)
  expect(more).toEqual([])
  expect(issue!.message.split(' → ')).toHaveLength(301)
  expect(issue!.message).toContain('forms a loop: s0 → s1 → s2')
  expect(issue!.message).toMatch(/s299 → s0$/)
  const two = refusal([
    { ...find, id: 'a', depends_on: ['a'] },
    { ...find, id: 'b', depends_on: ['c'] },
    { ...find, id: 'c', depends_on: ['b', 'a'] },
    { ...find, id: 'behind', depends_on: ['b'], args: { query: '$b' } },
  ])
  expect(two.map(({ message }) => message)).toEqual(['forms a loop: a → a', 'forms a loop: b → c → b'])
})

test('on a circle a name that no step gives is told as well', () => {
  const issues = refusal([
    { ...find, id: 'b', depends_on: ['c'], args: { query: '$nowhere' } },
    { ...find, id: 'c', depends_on: ['b'], args: { query: '$b' } },
  ])
  expect(issues.map(({ path }) => path)).toEqual(['/body/steps/0/args/query', '/body/steps/0/depends_on'])
  expect(issues[0]!.message).toContain('$nowhere is not a variable or the output')
})

test('names are what they are, whatever JavaScript thinks of them', () => {
  const odd = { ...find, id: '__proto__', outputs: ['constructor'] }
  const steps = [
    odd,
    write({ depends_on: ['__proto__'], args: { path: '$__proto__', content: '$constructor' } }),
  ]
  const { sources } = planOf({ steps, variables: {} }, { catalog })
  expect(Object.entries(sources[1]!)).toEqual([
    ['__proto__', [0, 'data']],
    ['constructor', [0, 'only_output']],
  ])
  expect(
    refusal([write({ depends_on: [], args: { path: '/x', content: '$toString' } })])[0]!.message,
  ).toContain('$toString')
})

test('five thousand steps in a row are a plan', () => {
  const steps = Array.from({ length: 5000 }, (_, index) => ({
    ...find,
    id: `s${index}`,
    outputs: [`o${index}`],
    depends_on: index === 0 ? [] : [`s${index - 1}`],
    args: { query: index === 0 ? 'x' : `$o0 $o${index - 1}` },
  }))
  expect(planOf({ steps, variables: {} }, { catalog }).sources[4999]).toHaveProperty('o0')
})

function refusal(steps: WorkflowStep[]): readonly ErrorIssue[] {
  try {
    planOf({ steps, variables: {} }, { catalog })
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).code).toBe('invalid_request')
    return (error as AppError).errors!
  }
  throw new Error('It was not refused.')
}
