import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Voice } from '../answering.ts'
import { Declined, HeldVoice, isDeclined } from './held-voice.ts'

/** A voice that writes down what is heard. */
function listening(holds: boolean) {
  const heard: string[] = []
  const voice = new Proxy({} as Voice, {
    get: (_, name) => (value: unknown) => void heard.push(`${String(name)} ${JSON.stringify(value)}`),
  })
  return { heard, voice: new HeldVoice(voice, { holds }) }
}

const start = (risk: 'read' | 'write') =>
  ({ call_id: 'c', agent: 'files', action: 'X', args: {}, risk }) as const

test('where nobody else could answer, everything is said at once, also why something cannot be done', () => {
  const { heard, voice } = listening(false)
  voice.say('a')
  voice.decline('There is no such list.')
  voice.decline()
  voice.add({ type: 'form' })
  expect(heard).toEqual(['say "a"', 'say "There is no such list."', 'add {"type":"form"}'])
})

test('an answer that comes to nothing is never heard', () => {
  const { heard, voice } = listening(true)
  voice.route({ by: 'router', score: 1, candidates: [] })
  voice.say('a')
  voice.toolStart(start('read'))
  voice.toolProgress('c', { fraction: 0.5 })
  expect(() => voice.decline('There is no such list.')).toThrow(Declined)
  expect(() => voice.add({ type: 'form' })).toThrow(Declined)
  expect(voice.holds).toBe(true)
  expect(heard).toEqual([])
})

test('once something was changed, everything is said in its order, and nothing is left to others', () => {
  const { heard, voice } = listening(true)
  voice.say('a')
  voice.release()
  voice.decline('b')
  expect(voice.holds).toBe(false)
  expect(heard).toEqual(['say "a"', 'say "b"'])
})

test('a question to the person and a change that is on its way are heard at once', () => {
  const asking = listening(true)
  asking.voice.askApproval({} as Confirmation)
  expect(asking.heard).toEqual(['askApproval {}'])
  const working = listening(true)
  working.voice.toolStart(start('write'))
  working.voice.toolProgress('c', { fraction: 0.5 })
  expect(working.heard).toHaveLength(2)
})

test('a fault of the program is no reason to ask somebody else', () => {
  expect(isDeclined(new Declined())).toBe(true)
  expect(isDeclined(new AppError('not_found', 'There is none.'))).toBe(true)
  expect(isDeclined(new TypeError('x is not a function'))).toBe(false)
})
