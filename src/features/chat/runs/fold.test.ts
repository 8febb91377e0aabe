import { expect, test } from 'vitest'
import { foldRun } from './fold.ts'
import type { RunFact } from './run-event.ts'

const start: RunFact = {
  type: 'run.start',
  run_id: 'run_1',
  session_id: 'chat_1',
  message: 'hi',
  route: { by: 'model', score: null, candidates: [] },
}
const say = (id: string, delta: string): RunFact => ({ type: 'text.delta', id, delta })
const add = (index: number, component: { type: string; id: string; [member: string]: unknown }): RunFact => ({
  type: 'component.add',
  index,
  component,
})

test('text between two components is one component', () => {
  const { components, ...head } = foldRun([
    start,
    say('t0', 'One '),
    say('t0', 'two'),
    add(1, { type: 'divider', id: 'd' }),
    say('t2', 'three'),
  ])
  expect(components.map((component) => component['text'] ?? component.type)).toEqual([
    'One two',
    'divider',
    'three',
  ])
  expect(head).toEqual({
    run_id: 'run_1',
    session_id: 'chat_1',
    route: { by: 'model', score: null, candidates: [] },
  })
})

test('what is for a place that is taken replaces what stands there; skeletons and what was removed are not shown', () => {
  const loading: RunFact = {
    type: 'component.add',
    index: 0,
    component: { type: 'chart', id: 'c' },
    status: 'loading',
  }
  expect(foldRun([start, loading]).components).toEqual([])
  expect(foldRun([start, loading, add(0, { type: 'todo_list', id: 'shopping' })]).components).toEqual([
    { type: 'todo_list', id: 'shopping' },
  ])
  const removed: RunFact = { type: 'component.remove', id: 'a' }
  const both = [start, add(0, { type: 'divider', id: 'a' }), removed, add(1, { type: 'divider', id: 'b' })]
  expect(foldRun(both).components).toEqual([{ type: 'divider', id: 'b' }])
  expect(foldRun([start, removed]).components).toEqual([])
})

test('a patch changes its component, and a failure is shown', () => {
  const patch: RunFact = {
    type: 'component.patch',
    id: 'p',
    patch: [{ op: 'replace', path: '/value', value: 2 }],
  }
  const error: RunFact = { type: 'run.error', code: 'interrupted', message: 'Ask again.', retryable: true }
  expect(foldRun([start, add(0, { type: 'progress', id: 'p', value: 1 }), patch, error]).components).toEqual([
    { type: 'progress', id: 'p', value: 2 },
    { type: 'error', id: 'run_error', message: 'Ask again.', code: 'interrupted', retryable: true },
  ])
})
