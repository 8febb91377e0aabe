import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globMatcher } from './glob.ts'
import { parseQuery, ranks, similarQuery } from './search-query.ts'

test.each([
  ['*.pdf', 'report.pdf', true],
  ['*.pdf', 'report.pdf.exe', false],
  ['report-?.txt', 'report-1.txt', true],
  ['report-?.txt', 'report-10.txt', false],
  ['*.{jpg,png}', 'a.png', true],
  ['*.{jpg,png}', 'a.gif', false],
  ['{a,b}{1,2}', 'b2', true],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[^a-c]x', 'dx', true],
  ['[]x', '[]x', true],
  ['*', '', true],
  ['a*b*c', 'a-bb-bc', true],
  ['a*b*c', 'a-bb-b', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/x/y/a.ts', true],
  ['**/test/*', 'a/b/test/c', true],
  ['**/test/*', 'a/b/test', false],
])('the pattern %s and the path %s: %s', (pattern, path, matches) => {
  expect(globMatcher(pattern)(path)).toBe(matches)
})

test('a pattern made of stars answers at once, where a regular expression would not', () => {
  expect(globMatcher(`${'*a'.repeat(60)}*b`)('a'.repeat(250))).toBe(false)
  expect(globMatcher(`${'**/a/'.repeat(30)}b`)('a/'.repeat(60))).toBe(false)
})

test('a star stands for any text', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 12 })
  fc.assert(
    fc.property(fc.tuple(plain, plain, plain, plain), ([before, middle, after, other]) => {
      expect(globMatcher(`${before}*${after}`)(before + middle + after)).toBe(true)
      expect(globMatcher(`${before}*${after}`)(other)).toBe(
        other.length >= before.length + after.length && other.startsWith(before) && other.endsWith(after),
      )
    }),
  )
})

test.each([
  ['report', 'report', ranks.exact],
  ['report', 'Report.pdf', ranks.exact],
  ['report', 'report-2024.pdf', ranks.prefix],
  ['report', 'annual-report.pdf', ranks.wordStart],
  ['report', 'annualReport.pdf', ranks.wordStart],
  ['report', 'annualreport.pdf', ranks.part],
  ['annual report', 'annual-big_report.pdf', ranks.words],
  ['report', 'summary.pdf', undefined],
  ['resume', 'Résumé.pdf', ranks.exact],
  ['Résumé', 'resume.pdf', ranks.exact],
  ['cafe\u0301', 'café.txt', ranks.exact],
  ['report [final].pdf', 'old report [final].pdf', ranks.part],
])('looking for %j, the name %j has rank %s', (query, name, rank) => {
  expect(parseQuery(query).rank(name, '')).toBe(rank)
})

test.each([
  ['images', 'images'],
  ['Image', 'images'],
  ['my photos', 'images'],
  ['all the pictures', 'images'],
  ['image files', 'images'],
  ['docs', 'docs'],
  ['documents', 'docs'],
  ['music', 'music'],
  ['songs', 'music'],
  ['audio files', 'music'],
  ['videos', 'videos'],
  ['movie', 'videos'],
  ['code', 'code'],
  ['source code', 'code'],
  ['archives', 'archives'],
  ['zip', 'archives'],
])('%j means the category %s', (query, category) => {
  expect(parseQuery(query)).toMatchObject({ matchedBy: 'category', category, filesOnly: true })
})

test('a path in the query is compared with the end of the path only', () => {
  const { rank } = parseQuery('project/readme')
  expect(rank('readme.md', 'work/project')).toBe(ranks.prefix)
  expect(rank('readme', 'project')).toBe(ranks.exact)
  expect(rank('a.txt', 'project/readme')).toBeUndefined()
})

test.each([
  ['reprot', 'report.pdf', true],
  ['raport', 'my report.pdf', true],
  ['repport', 'report.pdf', true],
  ['repo', 'reo.txt', true],
  ['invoice', 'holiday.jpg', false],
])('%s is near to %s: %s', (query, name, isNear) => {
  expect(similarQuery(query)?.rank(name, '') !== undefined).toBe(isNear)
})

test('very short words have no near ones, for everything is near to them', () => {
  expect(similarQuery('abc')).toBeUndefined()
})

test('the fast comparison counts mistakes as the textbook does', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 6, maxLength: 9 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 14 })
  fc.assert(
    fc.property(letters, text, (term, name) => {
      const mistakes = fewestMistakes(term, name)
      const expected = mistakes <= 2 && name !== '' ? ranks.similar + mistakes : undefined
      expect(similarQuery(term)?.rank(name, '')).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

/** Edit distance of `term` to the nearest part of `text` (Sellers, 1980). */
function fewestMistakes(term: string, text: string): number {
  let row = Array.from({ length: term.length + 1 }, (_, index) => index)
  let best = row.at(-1)!
  for (const letter of text) {
    const next = [0]
    for (let index = 1; index <= term.length; index += 1) {
      const wrong = row[index - 1]! + (term[index - 1] === letter ? 0 : 1)
      next.push(Math.min(wrong, row[index]! + 1, next[index - 1]! + 1))
    }
    row = next
    best = Math.min(best, row.at(-1)!)
  }
  return best
}
