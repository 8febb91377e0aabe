import { describe, expect, test } from 'vitest'
import { differencesOf } from '../../web/src/pages/automations/differences.ts'
import { definitionOf, EMPTY_DRAFT, type Draft } from '../../web/src/pages/automations/draft.ts'
import {
  isChanged,
  reduceDraft,
  startEditing,
  type EditorAction,
  type EditorState,
} from '../../web/src/pages/automations/draft-reducer.ts'
import { canConnect } from '../../web/src/pages/automations/edit-steps.ts'
import { referencesFor } from '../../web/src/pages/automations/references.ts'

const step = (id: string, depends_on: string[] = [], args = {}) => ({
  id,
  agent: 'file_manager',
  action: 'LIST_FILES',
  args,
  depends_on,
})
const draft = (...steps: Draft['steps']): Draft => ({ ...EMPTY_DRAFT, name: 'Test', steps })
const chain = draft(step('a'), step('b', ['a']), step('c', ['b']))
const tool = { agent: 'flow', action: 'WAIT_FOR' }

const after = (from: Draft | EditorState, ...actions: EditorAction[]): EditorState =>
  actions.reduce(reduceDraft, 'past' in from ? from : startEditing(from))
const links = ({ draft: { steps } }: EditorState) =>
  steps.map(({ id, depends_on }) => `${id}<${depends_on.join(',')}`)

describe('a step is inserted', () => {
  test('between the one before and what waited for it, and is selected', () => {
    const state = after(chain, { type: 'insert', tool, after: 'a' })
    expect(links(state)).toEqual(['a<', 'wait_for<a', 'b<wait_for', 'c<b'])
    expect(state.selected).toEqual({ kind: 'step', id: 'wait_for' })
  })

  test('as a branch beside what waits for it', () => {
    const state = after(chain, { type: 'insert', tool, after: 'a', isBranch: true })
    expect(links(state)).toEqual(['a<', 'wait_for<a', 'b<a', 'c<b'])
  })

  test('before all others', () => {
    expect(links(after(chain, { type: 'insert', tool, after: undefined }))).toEqual([
      'wait_for<',
      'a<wait_for',
      'b<a',
      'c<b',
    ])
  })

  test('under a name that is free', () => {
    const insert = { type: 'insert', tool, after: 'c' } as const
    expect(after(chain, insert, insert).draft.steps.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'wait_for_2',
      'wait_for',
    ])
  })
})

describe('a step is removed', () => {
  test('and what waited for it waits for what it waited for', () => {
    const state = after(
      { ...chain, pins: { a: 1, b: 2 } },
      { type: 'select', target: { kind: 'step', id: 'b' } },
      { type: 'remove', target: { kind: 'step', id: 'b' } },
    )
    expect(links(state)).toEqual(['a<', 'c<a'])
    expect(state.draft.pins).toEqual({ a: 1 })
    expect(state.selected).toEqual({ kind: 'step', id: 'c' })
  })
})

describe('a step is moved', () => {
  const move = (id: string, by: -1 | 1) => ({ type: 'move', target: { kind: 'step', id }, by }) as const

  test('and takes the turn of the one it passes', () => {
    expect(links(after(chain, move('b', -1)))).toEqual(['b<', 'a<b', 'c<a'])
    expect(links(after(chain, move('b', -1), move('b', 1)))).toEqual(links(startEditing(chain)))
  })

  test('without a new turn where they do not wait for each other', () => {
    expect(links(after(draft(step('a'), step('b')), move('b', -1)))).toEqual(['b<', 'a<'])
  })

  test('not beyond the ends, and not into a circle', () => {
    const state = startEditing(chain)
    expect(after(state, move('a', -1), move('c', 1))).toBe(state)
    const round = startEditing(draft(step('a'), step('c', ['a', 'b']), step('b', ['a'])))
    expect(after(round, move('c', -1))).toBe(round)
  })
})

test('steps are connected and taken apart, but never in a circle', () => {
  const connect = (from: string, to: string) => ({ type: 'connect', from, to }) as const
  expect(links(after(chain, connect('a', 'c')))).toEqual(['a<', 'b<a', 'c<b,a'])
  expect(links(after(chain, connect('b', 'c')))).toEqual(['a<', 'b<a', 'c<'])
  expect(canConnect(chain.steps, 'c', 'a')).toBe(false)
  const state = startEditing(chain)
  expect(after(state, connect('c', 'a'), connect('a', 'a'))).toBe(state)
})

test('a trigger is renamed, unless something has the name', () => {
  const started: Draft = { ...chain, triggers: [{ id: 'file', type: 'file', path: '~/in' }] }
  const renamed = after(started, { type: 'rename-trigger', id: 'file', to: 'landed' })
  expect(renamed.draft.triggers).toEqual([{ id: 'landed', type: 'file', path: '~/in' }])
  expect(renamed.selected).toEqual({ kind: 'trigger', id: 'landed' })
  expect(after(started, { type: 'rename-trigger', id: 'file', to: 'a' }).draft).toBe(started)
})

describe('a step is renamed', () => {
  const written = draft(step('find'), {
    ...step('read', ['find'], {
      path: '$find.results[0].path',
      note: 'of $find, not $finding or $find-2, costs $$find',
      list: [{ deep: '$find' }],
    }),
    when: 'size($find.results) > 0',
    for_each: { in: '$find.results', as: 'file' },
  })

  test('with everything that others say of it', () => {
    const state = after({ ...written, pins: { find: 1 } }, { type: 'rename-step', id: 'find', to: 'search' })
    expect(state.draft).toEqual({
      ...EMPTY_DRAFT,
      name: 'Test',
      pins: { search: 1 },
      steps: [
        step('search'),
        {
          ...step('read', ['search'], {
            path: '$search.results[0].path',
            note: 'of $search, not $finding or $find-2, costs $$find',
            list: [{ deep: '$search' }],
          }),
          when: 'size($search.results) > 0',
          for_each: { in: '$search.results', as: 'file' },
        },
      ],
    })
    expect(state.selected).toEqual({ kind: 'step', id: 'search' })
  })

  test('but not to a name that is taken or empty', () => {
    const state = startEditing(written)
    expect(
      after(
        state,
        { type: 'rename-step', id: 'find', to: 'read' },
        { type: 'rename-step', id: 'find', to: '' },
      ),
    ).toBe(state)
  })

  test('and leaves a published name of the same spelling alone', () => {
    const published = draft({ ...step('x'), outputs: ['x'] }, step('y', ['x'], { path: '$x' }))
    const state = after(published, { type: 'rename-step', id: 'x', to: 'z' })
    expect(state.draft.steps[0]).toMatchObject({ id: 'z', outputs: ['x'] })
    expect(state.draft.steps[1]).toMatchObject({ args: { path: '$x' }, depends_on: ['z'] })
  })
})

test('changes are undone and done again, and typing in one field is one change', () => {
  const type = (name: string) => ({ type: 'edit', members: { name } }) as const
  const state = after(chain, type('N'), type('Ne'), type('New'), { type: 'insert', tool, after: 'c' })
  expect(state.past).toHaveLength(2)
  const undone = after(state, { type: 'undo' })
  expect(undone.draft).toMatchObject({ name: 'New', steps: chain.steps })
  expect(after(undone, { type: 'undo' }).draft).toEqual(chain)
  expect(isChanged(after(undone, { type: 'undo' }))).toBe(false)
  expect(after(undone, { type: 'redo' }).draft).toEqual(state.draft)
  expect(after(undone, type('Other'), { type: 'redo' }).draft.name).toBe('Other')
})

test('triggers are added, edited, moved and removed', () => {
  const state = after(
    chain,
    { type: 'add-trigger', of: 'file', members: { path: '~/Inbox' } },
    { type: 'add-trigger', of: 'file' },
    { type: 'edit-trigger', id: 'file_2', members: { path: '~', recursive: true } },
    { type: 'edit-trigger', id: 'file_2', members: { recursive: undefined } },
    { type: 'move', target: { kind: 'trigger', id: 'file_2' }, by: -1 },
  )
  expect(state.draft.triggers).toEqual([
    { id: 'file_2', type: 'file', path: '~' },
    { id: 'file', type: 'file', path: '~/Inbox' },
  ])
  const removed = after(state, { type: 'remove', target: { kind: 'trigger', id: 'file_2' } })
  expect(removed.draft.triggers.map(({ id }) => id)).toEqual(['file'])
})

test('data is pinned and let go, and what is empty is not sent', () => {
  const pinned = after(chain, { type: 'pin', id: 'a', data: { files: [] } })
  expect(pinned.draft.pins).toEqual({ a: { files: [] } })
  const free = after(pinned, { type: 'pin', id: 'a', data: undefined })
  expect(isChanged(free)).toBe(false)
  expect(definitionOf({ ...free.draft, description: '', name: ' ' })).toEqual({
    ...chain,
    name: 'List files, then list files, then list files',
  })
})

test('a step can use what comes before it, with the values of the last run', () => {
  const found = referencesFor({ ...chain, triggers: [], secrets: ['KEY'] }, chain.steps[1], {
    steps: { a: { files: [{ 'a name': 1 }] }, c: { late: true } },
    event: { path: '/x' },
    inputs: {},
  })
  const texts = found.map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining(['$event.path', '$a.files[0]["a name"]', '$secret.KEY', '$today']),
  )
  expect(texts.some((text) => text.startsWith('$c'))).toBe(false)
  expect(found.find(({ text }) => text === '$event.path')?.value).toBe('/x')
})

test('the difference of two versions is told in lines', () => {
  const newer = {
    ...draft(step('b', [], { path: '~' }), { ...step('a'), when: '$event.x > 1' }, step('d', ['a'])),
    mode: 'skip' as const,
  }
  expect(differencesOf(chain, newer)).toEqual([
    'set mode to "skip"',
    'Removed step c',
    'Step b: set path to "~"',
    'Step b: changed depends_on from ["a"] to []',
    'Step a: set when to "$event.x > 1"',
    'Added step d',
    'Changed the order of the steps',
  ])
  expect(differencesOf(chain, chain)).toEqual([])
})
