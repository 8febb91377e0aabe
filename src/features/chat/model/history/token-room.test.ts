import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Turn } from '../../../models/language-model.ts'
import { cutInTheMiddle, shortenTurns, tokenRoom, tokensOfTurns } from './token-room.ts'

const user = (text: string): Turn => ({ role: 'user', text })
const assistant = (text: string): Turn => ({ role: 'assistant', text })
const mark = 'data-0123456789ab'

test('large results of tools are shortened before the message is lost', () => {
  const own: Turn[] = [
    user('sum it up'),
    { role: 'assistant', text: '', calls: [{ call_id: 'a', name: 'READ', args: {} }] },
    { role: 'tool', call_id: 'a', name: 'READ', result: { content: 'x'.repeat(100_000) } },
  ]
  const fitted = shortenTurns(own, { tokens: 2_000, mark })
  expect(fitted.slice(0, 2)).toEqual(own.slice(0, 2))
  expect(JSON.stringify(fitted[2])).toContain('are left out')
  expect(tokensOfTurns(fitted)).toBeLessThan(2_200)
})

test('every call keeps its result, whatever has to go', () => {
  const step = fc.tuple(fc.uuid(), fc.string({ maxLength: 8_000 })).map(([call_id, result]): Turn[] => [
    { role: 'assistant', text: '', calls: [{ call_id, name: 'READ', args: {} }] },
    { role: 'tool', call_id, name: 'READ', result },
  ])
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), fc.integer({ min: 100, max: 6_000 }), (steps, tokens) => {
      const own = [user('now'), ...steps.flat(), assistant('done')]
      const fitted = shortenTurns(own, { tokens, mark })
      const callsIn = (turns: readonly Turn[]) =>
        turns.map((turn) => [turn.role, turn.role === 'tool' ? turn.call_id : ''])
      expect(callsIn(fitted)).toEqual(callsIn(own))
      expect(fitted[0]).toEqual(user('now'))
    }),
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

test('data that is cut stays between its marks, and the words behind it outside of them', () => {
  const data = `<${mark} source="page">\n${'x'.repeat(5_000)}\n</${mark}>`
  const cut = cutInTheMiddle(`${data}\n\nThe user says:\nwhat is it`, 300, mark)
  expect(cut).toMatch(
    new RegExp(
      `^<${mark} source="page">\\nx+</${mark}>\\n… .* …\\n<${mark}>x+\\n</${mark}>\\n\\nThe user says:\\nwhat is it$`,
    ),
  )
})
