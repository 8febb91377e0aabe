import { expect, test } from 'vitest'
import { archivedText } from '../../../test/macos-home.ts'
import { bytesOf, filesIn, hasRecordings } from '../../../test/recordings.ts'
import { attributedText } from './typed-stream.ts'

test.each(['', 'Hello', 'Grüße 🍕 漢字', 'x'.repeat(127), 'y'.repeat(128), 'ü'.repeat(9_000)])(
  'an archived text comes out as it went in (%#)',
  (text) => {
    expect(attributedText(archivedText(text))).toBe(text)
  },
)

test('what is cut off or something else is no text', () => {
  const archive = archivedText('A message that is long enough')
  for (let length = 0; length < archive.indexOf('A message') + 20; length += 1)
    expect(attributedText(archive.subarray(0, length))).toBeUndefined()
  expect(attributedText(Buffer.from('bplist00'))).toBeUndefined()
})

test.skipIf(!hasRecordings)('archives of real messages are read', () => {
  const archives = filesIn('imessage').filter((name) => name.endsWith('.bin'))
  const texts = new Map(archives.map((name) => [name, attributedText(bytesOf(name))]))
  expect([...texts].filter(([, text]) => text === undefined)).toEqual([])
  const of = (name: string) => texts.get(`imessage/typedstream-${name}.bin`)
  expect(of('Blank')).toBe('')
  expect(of('AppMessage')).toBe('\u{fffc}')
  expect(of('LongMessage')).toMatch(/^Sed /)
  expect(of('LongMessage')).toHaveLength(2359)
  expect(of('Attachment')).toContain('\u{fffc}')
  expect(of('URLMessage')).toMatch(/^https:\/\//)
})
