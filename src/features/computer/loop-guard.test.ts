import { expect, test } from 'vitest'
import type { Action } from './actions/vocabulary.ts'
import { LoopGuard } from './loop-guard.ts'

const click = (x: number): Action => ({ name: 'CLICK_AT', args: { x, y: 1 } })
const noted = { frame: 'a', outcome: 'Clicked.', changed: false }

test('the same action without effect is nudged at the third time and stopped at the fifth', () => {
  const guard = new LoopGuard()
  const advice = Array.from({ length: 5 }, (_, index) =>
    guard.note({ ...noted, frame: `f${index}`, action: click(5) }),
  )
  expect(advice).toEqual(['go_on', 'go_on', 'nudge', 'nudge', 'stop'])
})

test('a visible change starts the count anew, another action without effect does not hide a circle', () => {
  const guard = new LoopGuard()
  guard.note({ ...noted, action: click(5) })
  guard.note({ ...noted, action: click(5) })
  expect(guard.note({ ...noted, frame: 'b', action: click(5), changed: true })).toBe('go_on')
  expect(guard.note({ ...noted, frame: 'c', action: click(5) })).toBe('go_on')
})

test('two actions in turn on the same two pictures are a circle, though each changes something', () => {
  const guard = new LoopGuard()
  const advice = Array.from({ length: 10 }, (_, index) => {
    const isFirst = index % 2 === 0
    return guard.note({ ...noted, action: click(isFirst ? 1 : 2), frame: isFirst ? 'a' : 'b', changed: true })
  })
  expect(advice[3]).toBe('go_on')
  expect(advice[4]).toBe('nudge')
  expect(advice[8]).toBe('stop')
})

test('the words of the model do not make an action another one', () => {
  const guard = new LoopGuard()
  const advice = ['first', 'once more', 'surely now'].map((reason) =>
    guard.note({ ...noted, action: { name: 'CLICK_AT', args: { x: 1, y: 1, reason } } }),
  )
  expect(advice.at(-1)).toBe('nudge')
})

test('waiting may go on for longer than anything else', () => {
  const guard = new LoopGuard()
  const wait: Action = { name: 'WAIT', args: { ms: 1000 } }
  const advice = Array.from({ length: 20 }, (_, index) =>
    guard.note({ ...noted, frame: `f${index}`, action: wait }),
  )
  expect(advice.slice(0, 11)).not.toContain('nudge')
  expect(advice.at(-1)).toBe('stop')
})

test('to wait and to look in turn for something slow is no circle', () => {
  const guard = new LoopGuard()
  const look: Action = { name: 'READ_SCREEN', args: {} }
  const advice = Array.from({ length: 12 }, (_, index) =>
    guard.note({ ...noted, action: index % 2 === 0 ? { name: 'WAIT', args: { ms: 200 + index } } : look }),
  )
  expect(new Set(advice)).toEqual(new Set(['go_on']))
})

test('five answers in a row that cannot be done end it, one that can starts the count anew', () => {
  const guard = new LoopGuard()
  expect([guard.noteFailure(), guard.noteFailure(), guard.noteFailure()]).toEqual(['go_on', 'go_on', 'nudge'])
  guard.note({ ...noted, action: click(1) })
  const advice = Array.from({ length: 5 }, () => guard.noteFailure())
  expect(advice).toEqual(['go_on', 'go_on', 'nudge', 'nudge', 'stop'])
})
