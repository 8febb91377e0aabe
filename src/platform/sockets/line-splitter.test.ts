import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

const textsOf = (splitter: LineSplitter, piece: Buffer) =>
  [...splitter.push(piece)].map((line) => (line.kind === 'text' ? line.text : line.kind))

test('lines come out whole however the bytes were cut up', () => {
  const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ').toWellFormed())
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(200)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
      const splitter = new LineSplitter(10_000)
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
        (a, b) => a - b,
      )
      const seen = places.flatMap((place, index) =>
        textsOf(splitter, bytes.subarray(place, places[index + 1])),
      )
      expect(seen).toEqual(lines)
    }),
  )
})

test('a line may be as long as the bound and not longer, finished or not', () => {
  expect(textsOf(new LineSplitter(4), Buffer.from('1234\n'))).toEqual(['1234'])
  expect(textsOf(new LineSplitter(4), Buffer.from('12345\n'))).toContain('too_long')
  const dripping = new LineSplitter(4)
  expect(textsOf(dripping, Buffer.from('1234'))).toEqual([])
  expect(textsOf(dripping, Buffer.from('5'))).toEqual(['too_long'])
})

test('bytes that are no text are told apart, and the next line is read again', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('fine\n')])
  expect(textsOf(new LineSplitter(100), bytes)).toEqual(['not_text', 'fine'])
})
