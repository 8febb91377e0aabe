import { expect, test } from 'vitest'
import { foldRun } from '../../src/features/chat/runs/fold.ts'
import type { RunFact } from '../../src/features/chat/runs/run-event.ts'
import { isEcho, NEW_ANSWER, withEvent, type Answer, type RunEvent } from '../../web/src/chat/answer.ts'
import { applyPatch } from '../../src/contract/json-patch.ts'

const start: RunFact = {
  type: 'run.start',
  run_id: 'run_1',
  session_id: 'chat_1',
  message: 'hi',
  route: { by: 'model', score: null, candidates: [] },
}

function folded(...facts: RunFact[]): Answer {
  return facts.map((fact, index): RunEvent => ({ ...fact, seq: index + 1 })).reduce(withEvent, NEW_ANSWER)
}

const kinds = ({ parts }: Answer) =>
  parts.map((part) => (part.kind === 'component' ? part.component.type : part.kind))

const facts: RunFact[] = [
  start,
  { type: 'text.delta', id: 't0', delta: 'One ' },
  { type: 'text.delta', id: 't0', delta: 'two' },
  { type: 'tool.start', call_id: 'c', agent: 'files', action: 'READ', args: {}, risk: 'read' },
  { type: 'component.add', index: 1, component: { type: 'table', id: 'a' }, status: 'loading' },
  { type: 'tool.end', call_id: 'c', result: { success: true, message: 'Read.', data: null } },
  { type: 'component.add', index: 1, component: { type: 'progress', id: 'p', value: 1 } },
  { type: 'component.patch', id: 'p', patch: [{ op: 'replace', path: '/value', value: 2 }] },
  { type: 'component.add', index: 2, component: { type: 'divider', id: 'd' } },
  { type: 'component.remove', id: 'd' },
  { type: 'text.delta', id: 't3', delta: 'three' },
]

test('what the page shows at the end is what the service keeps', () => {
  const { components } = foldRun(facts)
  const answer = folded(...facts, { type: 'run.end', outcome: 'success', components, usage: null })
  expect(answer.parts.flatMap((part) => (part.kind === 'component' ? [part.component] : []))).toEqual(
    components,
  )
  expect(answer.status).toBe('done')
})

test('before the end it shows the same, with tools and skeletons in their places', () => {
  expect(kinds(folded(...facts.slice(0, 5)))).toEqual(['text', 'tool', 'table'])
  const answer = folded(...facts)
  expect(kinds(answer)).toEqual(['text', 'tool', 'progress', 'text'])
  expect(answer.parts[2]).toMatchObject({ component: { value: 2 }, loading: false })
  expect(answer.parts[1]).toMatchObject({ result: { message: 'Read.' } })
})

test('an event that comes twice counts once', () => {
  const event: RunEvent = { seq: 2, type: 'text.delta', id: 't', delta: 'word ' }
  const answer = [event, event].reduce(withEvent, folded(start))
  expect(answer.parts).toMatchObject([{ text: 'word ' }])
})

test('a stopped answer keeps what was said, a failed one says why', () => {
  const said: RunFact = { type: 'text.delta', id: 't', delta: 'Half' }
  const components = [{ type: 'text', id: 't', text: 'Half' }]
  const stopped = folded(start, said, { type: 'run.end', outcome: 'cancelled', components, usage: null })
  expect(stopped).toMatchObject({ status: 'stopped', parts: [{ component: { text: 'Half' } }] })
  const failed = folded(start, said, { type: 'run.error', code: 'x', message: 'Try later.', retryable: true })
  expect(failed).toMatchObject({ status: 'failed', problem: { message: 'Try later.', retryable: true } })
})

test('an answer that fails prepares nothing any more, and no tool of it runs', () => {
  const failed = folded(...facts.slice(0, 5), {
    type: 'run.error',
    code: 'x',
    message: 'No.',
    retryable: true,
  })
  expect(kinds(failed)).toEqual(['text', 'tool'])
  expect(failed.parts[1]).toMatchObject({ endedAt: expect.any(Number) })
})

test('what only repeats the outcome of a question is an echo; more words are not, and nothing is that still grows', () => {
  const result = { success: true, message: 'Moved a.txt to the trash.', data: null }
  const decided: RunFact = { type: 'approval.result', confirmation_id: 'cnf_1', approved: true, result }
  const says = (text: string): RunFact[] => [
    { type: 'text.delta', id: 't0', delta: text },
    { type: 'run.end', outcome: 'success', components: [{ type: 'text', id: 't0', text }], usage: null },
  ]
  expect(isEcho(folded(start, decided, ...says(result.message)))).toBe(true)
  expect(isEcho(folded(start, decided, says(result.message)[0]!))).toBe(false)
  expect(isEcho(folded(start, decided, ...says(`${result.message} What else?`)))).toBe(false)
  expect(isEcho(folded(start, ...says(result.message)))).toBe(false)
})

test('a patch does what RFC 6902 says and leaves the original alone', () => {
  const value = { rows: [{ a: 1 }], 'x/y': { '~': 0 } }
  const copy = structuredClone(value)
  expect(
    applyPatch<object>(value, [
      { op: 'add', path: '/rows/-', value: { a: 2 } },
      { op: 'add', path: '/rows/0', value: { a: 0 } },
      { op: 'replace', path: '/x~1y/~0', value: 9 },
      { op: 'copy', from: '/rows/1', path: '/first' },
      { op: 'move', from: '/rows/2', path: '/last' },
      { op: 'remove', path: '/rows/0/a' },
    ]),
  ).toEqual({ rows: [{}, { a: 1 }], 'x/y': { '~': 9 }, first: { a: 1 }, last: { a: 2 } })
  expect(value).toEqual(copy)
})
