import { expect, test } from 'vitest'
import { parseChord } from '../chords.ts'
import { wordsOf } from './wtype-keyboard.ts'

test('a chord is told to wtype key by key', () => {
  const words = (chord: string, holdMs = 0) => wordsOf(parseChord(chord), holdMs).join(' ')
  expect(words('ctrl+shift+t')).toBe('-s 150 -M ctrl -M shift -P t -p t -m shift -m ctrl')
  expect(words('super')).toBe('-s 150 -P Super_L -p Super_L')
  expect(words('Return', 200)).toBe('-s 150 -P Return -s 200 -p Return')
  expect(words('alt++')).toBe('-s 150 -M alt -P U002b -p U002b -m alt')
  expect(words('漢')).toBe('-s 150 -P U6f22 -p U6f22')
})
