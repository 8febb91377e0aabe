import { expect, test } from 'vitest'
import { lengthOf, splitHtml } from './split-html.ts'

const isBalanced = (html: string) => {
  const open: string[] = []
  for (const [, end, name] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (!end) open.push(name!)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

test('what fits is one message, letter for letter', () => {
  expect(splitHtml('Hello <b>you</b> &amp; me', 20)).toEqual(['Hello <b>you</b> &amp; me'])
  expect(splitHtml('', 20)).toEqual([])
})

test('it breaks at the end of a paragraph, a line, a sentence or a word, in this order', () => {
  expect(splitHtml('One two three.\n\nFour five six.', 20)).toEqual(['One two three.', 'Four five six.'])
  expect(splitHtml('One two three\nfour five six', 20)).toEqual(['One two three', 'four five six'])
  expect(splitHtml('One two three. Four five', 20)).toEqual(['One two three.', 'Four five'])
  expect(splitHtml('One two three four five', 20)).toEqual(['One two three four', 'five'])
})

test('code that fits into a message is never cut, and code that does not is cut at lines', () => {
  const code = `<pre>${'x = 1\n'.repeat(3)}</pre>`
  expect(splitHtml(`Some words before ${code}`, 24)).toEqual(['Some words before', code])
  const parts = splitHtml(`<pre>${'line &lt;\n'.repeat(9)}</pre>`, 24)
  expect(parts).toEqual([
    '<pre>line &lt;\nline &lt;\nline &lt;\n</pre>',
    '<pre>line &lt;\nline &lt;\nline &lt;\n</pre>',
    '<pre>line &lt;\nline &lt;\nline &lt;\n</pre>',
  ])
})

test('entities, links and bold words stay whole; what has no place to break breaks anywhere', () => {
  const html = `${'word &amp; '.repeat(40)}<b>bold words</b> <a href="https://example.org/?a=1&amp;b=2">a link</a> ${'y'.repeat(70)}`
  const parts = splitHtml(html, 30)
  expect(parts.every((part) => lengthOf(part) <= 30 && isBalanced(part))).toBe(true)
  expect(parts.join(' ')).toContain('<a href="https://example.org/?a=1&amp;b=2">a link</a>')
  expect(parts.join('').replaceAll(/\s/g, '')).toBe(html.replaceAll(/\s/g, ''))
  expect(splitHtml('😀'.repeat(8), 7).every((part) => part.isWellFormed())).toBe(true)
})
