import { expect, test } from 'vitest'
import { drawResults, totalOf } from './report.ts'
import type { TaskResult } from './run-task.ts'

const result = (members: Partial<TaskResult>): TaskResult => ({
  name: 'mousepad-write',
  program: 'Mousepad',
  passed: true,
  reason: null,
  steps: 4,
  calls: 3,
  tokens: 1_000,
  questions: 0,
  needless: 0,
  missed: 0,
  seconds: 2.04,
  actions: [],
  exchanges: [],
  ...members,
})
const exchange = (tookMs: number | null, ...names: readonly string[]) => ({
  told: '',
  tookMs,
  wanted: names.map((name) => ({ name, args: {} })),
})

test('the total adds up what the tasks took, and says which questions were wrong', () => {
  const all = [
    result({ questions: 2, needless: 1 }),
    result({ name: 'browser-pay', passed: false, reason: 'No.', missed: 1, seconds: 3 }),
  ]
  expect(totalOf(all)).toEqual({
    passed: 1,
    tasks: 2,
    steps: 8,
    calls: 6,
    tokens: 2_000,
    questions: 2,
    needless: 1,
    missed: 1,
    seconds: 5,
    loop_ms: null,
  })
  expect(drawResults(all)).toMatch(/all +1\/2 +8 +6 +2000 +2 +5\.0\n1 needless question, 1 missed\.$/)
})

test('the loop is judged by actions that do not wait on purpose, several of one answer in equal parts', () => {
  const exchanges = [
    exchange(9_000, 'OPEN_APP'),
    exchange(900, 'CLICK_ELEMENT', 'TYPE_TEXT', 'CLICK_ELEMENT'),
    exchange(100, 'READ_SCREEN'),
    exchange(700, 'PRESS_KEY'),
    exchange(5_000, 'WAIT'),
    exchange(null, 'DONE'),
  ]
  expect(totalOf([result({ exchanges })]).loop_ms).toBe(300)
})

test('nothing that was run is no failure of the table', () => {
  expect(totalOf([])).toMatchObject({ passed: 0, tasks: 0, seconds: 0, loop_ms: null })
  expect(drawResults([])).toContain('0 needless questions, 0 missed.')
})
