import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Turn } from '../../models/language-model.ts'
import { fitTurns, tokenRoom, tokensOfTurn } from './token-room.ts'

const user = (text: string): Turn => ({ role: 'user', text })
const assistant = (text: string): Turn => ({ role: 'assistant', text })
const sizeOf = (turns: readonly Turn[]) => turns.reduce((sum, turn) => sum + tokensOfTurn(turn), 0)

test('the oldest of the history goes first, and what is left begins with the user', () => {
  const history = [user('a'.repeat(3_200)), assistant('b'.repeat(3_200)), user('c'), assistant('d')]
  expect(fitTurns({ history, own: [user('now')] }, 1_200)).toEqual([user('c'), assistant('d'), user('now')])
  expect(fitTurns({ history: [assistant('d'), user('e')], own: [user('now')] }, 1_200)).toEqual([
    user('e'),
    user('now'),
  ])
})

test('large results of tools are shortened before the message is lost', () => {
  const own: Turn[] = [
    user('sum it up'),
    { role: 'assistant', text: '', calls: [{ call_id: 'a', name: 'READ', args: {} }] },
    { role: 'tool', call_id: 'a', name: 'READ', result: { content: 'x'.repeat(100_000) } },
  ]
  const fitted = fitTurns({ history: [], own }, 2_000)
  expect(fitted.slice(0, 2)).toEqual(own.slice(0, 2))
  expect(JSON.stringify(fitted[2])).toContain('are left out')
  expect(sizeOf(fitted)).toBeLessThan(2_200)
})

test('every call keeps its result, whatever has to go', () => {
  const turn = fc.oneof(
    fc.string({ maxLength: 4_000 }).map(user),
    fc.string({ maxLength: 4_000 }).map(assistant),
  )
  const step = fc.tuple(fc.uuid(), fc.string({ maxLength: 8_000 })).map(([call_id, result]): Turn[] => [
    { role: 'assistant', text: '', calls: [{ call_id, name: 'READ', args: {} }] },
    { role: 'tool', call_id, name: 'READ', result },
  ])
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: 8 }),
      fc.array(step, { maxLength: 4 }),
      fc.integer({ min: 100, max: 6_000 }),
      (history, steps, tokens) => {
        const own = [user('now'), ...steps.flat()]
        const fitted = fitTurns({ history, own }, tokens)
        expect(fitted.slice(-own.length).map(({ role }) => role)).toEqual(own.map(({ role }) => role))
        expect(fitted[0]!.role).toBe('user')
      },
    ),
  )
})

test('every share of a context fits into it', () => {
  for (const context of [2_048, 8_192, 200_000]) {
    const { tools, result, turns } = tokenRoom(context)
    expect(tools).toBeLessThan(turns)
    expect(result).toBeLessThan(turns)
    expect(turns).toBeLessThan(context)
  }
})
