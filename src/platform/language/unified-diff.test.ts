import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const diff = (before: string, after: string) => unifiedDiff(before, after, { characters: 1_000_000 }).text

test('a change is told with what is around it', () => {
  const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join('')
  expect(diff(before, before.replace('line 6', 'LINE 6'))).toBe(
    [
      '@@ -3,7 +3,7 @@',
      ' line 3',
      ' line 4',
      ' line 5',
      '-line 6',
      '+LINE 6',
      ' line 7',
      ' line 8',
      ' line 9',
    ].join('\n'),
  )
})

test('a text without a last line end says so, and equal texts have no diff', () => {
  expect(diff('a', 'b')).toBe(
    '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file',
  )
  expect(diff('a\n', 'a\n')).toBe('')
  expect(diff('', 'a\n')).toBe('@@ -0,0 +1 @@\n+a')
})

test('a long diff is cut', () => {
  const { text, isCut } = unifiedDiff('', 'line\n'.repeat(10_000), { characters: 500 })
  expect(isCut).toBe(true)
  expect(text.length).toBeLessThanOrEqual(500)
})

test('texts that share nothing are told in bounded time', () => {
  const lines = (prefix: string) =>
    Array.from({ length: 50_000 }, (_, index) => `${prefix}${index}\n`).join('')
  expect(diff(lines('a'), lines('b')).startsWith('@@ -1,50000 +1,50000 @@\n-a0\n')).toBe(true)
})

const hasPatch = spawnSync('patch', ['--version']).status === 0

test.skipIf(!hasPatch)('patch makes the new text from the old one and the diff', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'deskhand-diff-'))
  const path = join(folder.path, 'text')
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 25 })
    .chain((lines) => fc.constantFrom(`${lines.join('\n')}\n`, lines.join('\n')))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const told = diff(before, after)
      expect(told === '').toBe(before === after)
      if (told === '') return
      writeFileSync(path, before)
      execFileSync('patch', ['-s', '-F0', path], { input: `--- ${path}\n+++ ${path}\n${told}\n` })
      const made = readFileSync(path, 'utf8')
      expect(made).toBe(after)
    }),
    { numRuns: 60 },
  )
})
