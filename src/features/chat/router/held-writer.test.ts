import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import type { AnswerWriter } from '../answering.ts'
import { Declined, HeldWriter, isDeclined } from './held-writer.ts'

/** An answer writer that records what it is told. */
function listening(holds: boolean) {
  const heard: string[] = []
  const writer = new Proxy({} as AnswerWriter, {
    get: (_, name) => (value: unknown) => void heard.push(`${String(name)} ${JSON.stringify(value)}`),
  })
  return { heard, writer: new HeldWriter(writer, { holds }) }
}

const start = (risk: 'read' | 'write') =>
  ({ call_id: 'c', agent: 'files', action: 'X', args: {}, risk }) as const

test('where nobody else could answer, everything is said at once, also why something cannot be done', () => {
  const { heard, writer } = listening(false)
  writer.say('a')
  writer.decline('No such list.')
  writer.decline()
  writer.add({ type: 'form' })
  expect(heard).toEqual(['say "a"', 'say "No such list."', 'add {"type":"form"}'])
})

test('an answer that comes to nothing is never heard', () => {
  const { heard, writer } = listening(true)
  writer.route({ by: 'router', score: 1, candidates: [] })
  writer.say('a')
  writer.toolStart(start('read'))
  writer.toolProgress('c', { fraction: 0.5 })
  expect(() => writer.decline('No such list.')).toThrow(Declined)
  expect(() => writer.add({ type: 'form' })).toThrow(Declined)
  expect(writer.holds).toBe(true)
  expect(heard).toEqual([])
})

test('once something was changed, everything is said in its order, and nothing is left to others', () => {
  const { heard, writer } = listening(true)
  writer.say('a')
  writer.release()
  writer.decline('b')
  expect(writer.holds).toBe(false)
  expect(heard).toEqual(['say "a"', 'say "b"'])
})

test('a question to the person and a change that is on its way are heard at once', () => {
  const asking = listening(true)
  asking.writer.askApproval({} as Confirmation)
  expect(asking.heard).toEqual(['askApproval {}'])
  const working = listening(true)
  working.writer.toolStart(start('write'))
  working.writer.toolProgress('c', { fraction: 0.5 })
  expect(working.heard).toHaveLength(2)
})

test('a fault of the program is no reason to ask somebody else', () => {
  expect(isDeclined(new Declined())).toBe(true)
  expect(isDeclined(new AppError('not_found', 'There is none.'))).toBe(true)
  expect(isDeclined(new TypeError('x is not a function'))).toBe(false)
})
