import { expect, test } from 'vitest'
import { componentSchemas } from '../../../components/schemas.ts'
import { AnswerRoom, componentLimits } from './answer-room.ts'
import { checkComponent, checkComponents } from './check-components.ts'
import { knownTypes } from './known-types.ts'

const known = knownTypes(componentSchemas)
const text = { type: 'text', text: 'Hello' }

test.each(componentSchemas.map(({ type, example }) => ({ type, component: { type, ...example } })))(
  'the example of $type may leave the service',
  ({ component }) => {
    expect(checkComponent(component, { known })).toMatchObject({ component })
  },
)

test('a component gets its defaults and an id of the service', () => {
  expect(checkComponent({ type: 'live_stock', symbol: 'AAPL' }, { known })).toEqual({
    component: {
      type: 'live_stock',
      symbol: 'AAPL',
      range: '1mo',
      id: expect.stringMatching(/^cmp_[\w-]{12}$/),
    },
  })
})

test('what was given is not changed', () => {
  const given = Object.freeze({ type: 'card', children: Object.freeze([Object.freeze({ ...text })]) })
  expect(checkComponent(given, { known })).toHaveProperty('component.children.0.id')
})

test('an id that was given stays, unless another component of the answer has it', () => {
  const checked = checkComponents(
    [
      { ...text, id: 'a' },
      { ...text, id: 'a' },
    ],
    { known },
  )
  const ids = checked.map((one) => ('component' in one ? one.component['id'] : undefined))
  expect(ids).toEqual(['a', expect.stringMatching(/^cmp_/)])
})

test('two widgets with one id share what is stored', () => {
  const list = { type: 'todo_list', id: 'shopping' }
  const checked = checkComponents([list, list], { known })
  expect(checked).toEqual([
    { component: expect.objectContaining(list) },
    { component: expect.objectContaining(list) },
  ])
})

test('components in children and in tabs are checked where they stand', () => {
  const broken = { type: 'metric', label: 'CPU' }
  const tabs = {
    type: 'tabs',
    tabs: [
      { label: 'A', children: [text] },
      { label: 'B', children: [text, broken] },
    ],
  }
  expect(checkComponent({ type: 'card', children: [text, tabs] }, { known })).toEqual({
    problem: {
      type: 'card',
      issues: [{ path: '/children/1/tabs/1/children/1/value', message: 'is required' }],
    },
  })
})

test.each([
  [{ type: 'live_wether', city: 'Oslo' }, '/type', '"live_wether" is unknown; did you mean "live_weather"?'],
  [{ type: 'spaceship' }, '/type', '"spaceship" is unknown; GET /api/components lists all types'],
  [{ city: 'Oslo' }, '/type', 'is required'],
  ['text', '', 'must be object'],
  [{ type: 'live_weather' }, '/city', 'is required'],
  [
    { type: 'badge', text: 'x', tone: 'pink' },
    '/tone',
    'must be one of neutral, info, success, warning, danger',
  ],
])('%o is refused at %s', (value, path, message) => {
  expect(checkComponent(value, { known })).toEqual({
    problem: { type: (value as { type?: string }).type ?? '', issues: [{ path, message }] },
  })
})

test('fifty components fit inside each other, one more does not', () => {
  expect(checkComponent(nested(componentLimits.depth), { known })).toHaveProperty('component')
  expect(checkComponent(nested(componentLimits.depth + 1), { known })).toHaveProperty(
    'problem.issues.0.message',
    'is nested deeper than 50 components',
  )
})

test('a component holds 300 children, not more', () => {
  const column = (count: number) => ({ type: 'column', children: Array.from({ length: count }, () => text) })
  expect(checkComponent(column(componentLimits.children), { known })).toHaveProperty('component')
  expect(checkComponent(column(componentLimits.children + 1), { known })).toHaveProperty(
    'problem.issues.0.path',
    '/children',
  )
})

test('every list of children has the limit that is published', () => {
  const limits = [...known.values()].flatMap(({ slots, schema }) =>
    slots.map(({ member, within }) => {
      const list = schema.properties[member]!
      return within === undefined ? list.maxItems : list.items!.properties![within]!.maxItems
    }),
  )
  expect(new Set(limits)).toEqual(new Set([componentLimits.children]))
  expect(limits).toHaveLength(7)
})

test('an answer holds 2,000 components in all, and a refused one takes no place', () => {
  const room = new AnswerRoom()
  const column = { type: 'column', children: Array.from({ length: 249 }, () => text) }
  for (let index = 0; index < 8; index += 1)
    expect(checkComponent(column, { known, room })).toHaveProperty('component')
  expect(room.left).toBe(0)
  expect(checkComponent(text, { known, room })).toHaveProperty('problem')

  const nearlyFull = new AnswerRoom({ left: 2 })
  expect(checkComponent({ type: 'row', children: [text, text] }, { known, room: nearlyFull })).toHaveProperty(
    'problem',
  )
  expect(checkComponent({ type: 'row', children: [text] }, { known, room: nearlyFull })).toHaveProperty(
    'component',
  )
})

test('whatever is given, the check answers', () => {
  const circle: Record<string, unknown> = { type: 'card' }
  circle['children'] = [circle, circle]
  const values = [
    circle,
    nested(100_000),
    undefined,
    Symbol('x'),
    1n,
    new Map(),
    () => 0,
    [[[]]],
    JSON.parse('{"__proto__":{"type":"text"}}'),
  ]
  for (const checked of checkComponents(values, { known })) expect(checked).toHaveProperty('problem')
})

function nested(depth: number): unknown {
  let component: unknown = text
  for (let level = 1; level < depth; level += 1) component = { type: 'column', children: [component] }
  return component
}
