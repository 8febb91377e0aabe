import { expect, test } from 'vitest'
import { LineReader, LineTooLongError } from './line-reader.ts'

const read = (reader: LineReader, text: string) => [...reader.read(Buffer.from(text))]

test('lines come out whole, wherever the chunks break', () => {
  const reader = new LineReader(100)
  expect(read(reader, 'one\ntw')).toEqual(['one'])
  expect(read(reader, 'o\n\nthree')).toEqual(['two', ''])
  const [first, second] = [Buffer.from('ä\n').subarray(0, 1), Buffer.from('ä\n').subarray(1)]
  expect([...reader.read(first)]).toEqual([])
  expect([...reader.read(second)]).toEqual(['threeä'])
})

test('a line may be as long as the limit and no longer, in how many pieces it ever comes', () => {
  expect(read(new LineReader(3), 'abc\nabc\n')).toEqual(['abc', 'abc'])
  const reader = new LineReader(3)
  expect(read(reader, 'ab')).toEqual([])
  expect(() => read(reader, 'cd')).toThrow(LineTooLongError)
})
