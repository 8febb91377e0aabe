import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinStretches, packEvents, unpackRow } from './delta-stretch.ts'
import { runEvent, type RunFact } from './run-event.ts'

const delta = fc.record({
  type: fc.constantFrom('text.delta' as const, 'reasoning.delta' as const),
  id: fc.constantFrom('a', 'b'),
  delta: fc.oneof(fc.string(), fc.constantFrom('\ud83d', '\ude00', '\u2028', '"\\\n')),
})
const notice = fc.record({
  type: fc.constant('notice' as const),
  level: fc.constant('info' as const),
  text: fc.string(),
})

test('whatever was sent is replayed exactly, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: delta }, notice)), fc.nat(50), (facts, hole) => {
      // Numbers may jump where a run was cut.
      const events = facts.map((fact: RunFact, index) =>
        runEvent(index + 1 + (index > hole ? 1000 : 0), fact),
      )
      // Written in several goes, and joined when the run ended.
      const rows = [events.slice(0, hole), events.slice(hole)].flatMap(packEvents)
      const replayed = joinStretches(rows).flatMap(unpackRow)
      expect(replayed.map(({ seq, json }) => [seq, json])).toEqual(events.map(({ seq, json }) => [seq, json]))
    }),
  )
})

test('a long text is one row', () => {
  const events = Array.from({ length: 5_000 }, (_, index) =>
    runEvent(index + 1, { type: 'text.delta', id: 'a', delta: 'word ' }),
  )
  const rows = joinStretches(events.flatMap((event) => packEvents([event])))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ seq: 1, last_seq: 5_000, type: 'text.delta' })
  expect(rows[0]!.data.length).toBeLessThan(events.map(({ json }) => json).join('').length / 5)
})
