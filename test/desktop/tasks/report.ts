import { countOf } from '../../../src/contract/text/counts.ts'
import { drawTable } from '../../../src/cli/terminal/table.ts'
import type { TaskResult } from './run-task.ts'

export interface Total {
  readonly passed: number
  readonly tasks: number
  readonly steps: number
  readonly calls: number
  readonly tokens: number
  readonly questions: number
  /** Questions that nobody needed. */
  readonly needless: number
  /** Questions that had to be asked and were not. */
  readonly missed: number
  readonly seconds: number
  /** Half of the actions took the service no longer than this, from the answer of the model to the next question to it. */
  readonly loop_ms: number | null
}

export function totalOf(results: readonly TaskResult[]): Total {
  const sum = (value: (one: TaskResult) => number) => results.reduce((total, one) => total + value(one), 0)
  return {
    passed: results.filter(({ passed }) => passed).length,
    tasks: results.length,
    steps: sum(({ steps }) => steps),
    calls: sum(({ calls }) => calls),
    tokens: sum(({ tokens }) => tokens),
    questions: sum(({ questions }) => questions),
    needless: sum(({ needless }) => needless),
    missed: sum(({ missed }) => missed),
    seconds: Number(sum(({ seconds }) => seconds).toFixed(1)),
    loop_ms: medianOf(results.flatMap(loopTimes)),
  }
}

export function lineOf({ name, passed, reason, steps, seconds }: TaskResult): string {
  const facts = `${name} (${steps} steps, ${seconds.toFixed(1)} s)`
  return passed ? `✓ ${facts}` : `✗ ${facts} ${reason}`
}

/** A row for each run, one for all of them, and how the questions and the loop did. */
export function drawResults(results: readonly TaskResult[]): string {
  const total = totalOf(results)
  const rows = results.map((one) => [one.name, one.passed ? 'yes' : 'no', ...figuresOf(one)])
  const table = drawTable({
    header: ['task', 'success', 'steps', 'calls', 'tokens', 'questions', 'seconds'],
    rows: [...rows, ['all', `${total.passed}/${total.tasks}`, ...figuresOf(total)]],
    alignEnd: new Set([2, 3, 4, 5, 6]),
    style: (_style, text) => text,
  })
  const asked = `${countOf(total.needless, 'needless question')}, ${total.missed} missed.`
  const loop =
    total.loop_ms === null ? '' : ` An action took ${total.loop_ms} ms (median, without the model).`
  return `${table}\n${asked}${loop}`
}

function figuresOf({
  steps,
  calls,
  tokens,
  questions,
  seconds,
}: Pick<Total, 'steps' | 'calls' | 'tokens' | 'questions' | 'seconds'>): string[] {
  return [...[steps, calls, tokens, questions].map(String), seconds.toFixed(1)]
}

/** What waits for a program or because it was told to says nothing about how fast the loop is. */
const slowOnPurpose = new Set(['OPEN_APP', 'WAIT', 'RUN_TERMINAL'])

function loopTimes({ exchanges }: TaskResult): number[] {
  return exchanges.flatMap(({ wanted, tookMs }) =>
    tookMs === null || wanted.some(({ name }) => slowOnPurpose.has(name)) ? [] : [tookMs / wanted.length],
  )
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted[sorted.length >> 1]
  return middle === undefined ? null : Math.round(middle)
}
