import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { evaluate } from '../../src/platform/expressions/evaluate.ts'
import { functions } from '../../src/platform/expressions/functions.ts'
import { operators } from '../../src/platform/expressions/operators.ts'
import { parseExpression } from '../../src/platform/expressions/parse.ts'

const guide = await readFile(new URL('../../docs/expressions.md', import.meta.url), 'utf8')
const examples = [...sectionOf('Examples').matchAll(/^\| `(.+?)` +\| `(.+?)` +\|$/gm)].map(
  ([, expression, value]) => ({ expression: expression!, value: JSON.parse(value!) as unknown }),
)
const values = new Map(
  [...sectionOf('Examples').matchAll(/`\$(\w+)` = `([^`]+)`/g)].map(([, name, value]) => [
    name!,
    { value: JSON.parse(value!) as unknown },
  ]),
)
const now = () => Date.parse('2026-11-15T08:00:00Z')

test('the guide has ten examples', () => {
  expect(examples).toHaveLength(10)
  expect([...values.keys()]).toEqual(['mail', 'files', 'count'])
})

test.each(examples)('the example of the guide holds: $expression', ({ expression, value }) => {
  const parsed = parseExpression(expression, { isKnown: (name) => values.has(name) })
  expect(evaluate(parsed, { lookup: (name) => values.get(name), now })).toEqual(value)
})

test('the guide explains every function and operator, and nothing else', () => {
  const explained = [...sectionOf('Functions').matchAll(/`(\w+)\(/g)].map(([, name]) => name!)
  expect(explained.toSorted()).toEqual(Object.keys(functions).toSorted())
  const cells = [...sectionOf('Operators').matchAll(/^\| (`.+?) +\|/gm)].map(([, cell]) => cell!)
  const signs = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, sign]) => sign!))
  expect(signs.toSorted()).toEqual([...Object.keys(operators), '-a', 'and', 'not', 'not in', 'or'].toSorted())
})

function sectionOf(title: string): string {
  return guide.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!
}
