import { describe, expect, test } from 'vitest'
import { evaluate, evaluateCondition } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse.ts'

const values: Readonly<Record<string, unknown>> = {
  mail: { subject: 'Your Invoice 17', bytes: 2048, tags: ['x', 'y'], from: 'a@shop.example', read: false },
  files: [
    { path: 'a.txt', bytes: 10 },
    { path: 'b.pdf', bytes: 5000 },
  ],
  count: 3,
  'step-1': { state: 'done' },
  none: null,
  empty: [],
  nested: [{ of: [1, 2] }, { of: [3] }],
}
const isKnown = (name: string) => Object.hasOwn(values, name)
const lookup = (name: string) => (isKnown(name) ? { value: values[name] } : undefined)
const now = () => Date.parse('2026-11-15T08:00:00Z')

function valueOf(text: string): unknown {
  return evaluate(parseExpression(text, { isKnown }), { lookup, now })
}

function problemOf(text: string): ExpressionError {
  try {
    valueOf(text)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error(`${text} has a value.`)
}

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-2 - -3', 1],
  ['7 % 4 / 2', 1.5],
  ['"a" + "b"', 'ab'],
  [String.raw`'it\'s "so"' + "A"`, 'it\'s "so"A'],
  ['not true or true', true],
  ['not (true or true)', false],
  ['1 < 2 and "a" < "b"', true],
  ['[1, 2] == [1, 2]', true],
  ['$count + 1', 4],
  ['$count-1', 2],
  ['$step-1.state == "done"', true],
  ['$mail.tags[1]', 'y'],
  ['$mail["subject"]', 'Your Invoice 17'],
  ['$mail.nothing.there', null],
  ['$mail.tags[9]', null],
  ['$none == null', true],
  ['$mail.subject != null', true],
  ['"x" in $mail.tags', true],
  ['"z" not in $mail.tags', true],
  ['"Invoice" in $mail.subject', true],
  ['"pdf" in $files[*].path', false],
  ['"b.pdf" in $files[*].path', true],
  ['any($files[*].bytes > 1000)', true],
  ['all($files[*].bytes > 1000)', false],
  ['any(like(lower($files[*].path), "*.pdf"))', true],
  ['any(not ($files[*].bytes > 1000) and true)', true],
  ['any($files[*].bytes > 1000 and like($files[*].path, "*.pdf"))', true],
  ['any($files[*].bytes > 1000 and $files[*].path == "a.txt")', false],
  ['$nested[*].of[*] + $nested[*].of[*]', [2, 4, 6]],
  ['$nested[*].of[*]', [1, 2, 3]],
  ['size($files[*].path)', 2],
  ['size($empty[*].x)', 0],
  ['$none[*].x', []],
  ['empty($none)', true],
  ['empty("")', true],
  ['starts_with($mail.subject, "Your") and ends_with($mail.from, "@shop.example")', true],
  ['like("", "*")', true],
  ['like("abcabc", "a*c*c")', true],
  ['like("abc", "a*bc*c")', false],
  ['like("ab", "ab")', true],
  ['upper("ä") + text(12)', 'Ä12'],
  ['number(" 12.5 ") * 2', 25],
  ['age_s("2026-11-15T07:59:00Z")', 60],
  ['contains([[1], [2]], [2])', true],
  ['$mail.bytes > 1000 and ("x" in $mail.tags or like(lower($mail.subject), "*invoice*"))', true],
  ['false and $none > 3', false],
  ['true or $none > 3', true],
  [String.raw`'\\"' + "\\'" + '\"\u0041\n'`, '\\"\\\'"A\n'],
  ['$mail[\'subject\'] == $mail[ "subject" ]', true],
  ['$files[ * ].bytes', [10, 5000]],
  ['[1, [2, "x"]] == [1, [2, "x"]] and [1, 2] != [2, 1]', true],
  ['$mail == $mail and $mail in [$none, $mail]', true],
  ['$none in $none', false],
  ['text([1, "a", $none]) + text(true)', '[1,"a",null]true'],
  ['-7 % 4', -3],
  ['1e3 + 0.5', 1000.5],
])('%s is %j', (text, value) => {
  expect(valueOf(text)).toEqual(value)
})

test.each([
  ['', 1, 'empty'],
  ['1 +', 4, 'ends too early'],
  ['1 = 2', 3, 'Write =='],
  ['$a && $b', 4, 'Write and'],
  ['$a & $b', 4, 'Write and'],
  ['"open', 1, 'no closing quote'],
  ['subject == 1', 1, 'Write $subject for a value, or "subject" for text.'],
  ['size', 5, 'size is a function'],
  ['sizes($a)', 1, 'There is no function sizes. Known: size'],
  ['like("a")', 1, 'like takes 2 values, not 1: like(text, pattern).'],
  ['1 < 2 < 3', 7, 'Join two comparisons with and'],
  ['(1', 3, 'expected )'],
  ['$', 2, 'A name must follow'],
  ['1 2', 3, 'Unexpected 2'],
  ['1e999', 1, 'too large'],
  ['#', 1, 'Unexpected #.'],
  ['"C:\\dir"', 4, 'Write \\\\ for a backslash in a text.'],
  ['"open\\', 1, 'no closing quote'],
  ['"one\ntwo"', 5, 'Write \\n for a line break'],
  ['“x”', 1, 'straight quotes'],
  ['1\u00a0+ 2', 2, 'Unexpected invisible character U+00A0.'],
  ['1 + not true', 5, '(not …)'],
  ['1 in [1] not in [2]', 10, 'Join two comparisons with and'],
  ['(1 2)', 4, 'Unexpected 2: expected ) or an operator.'],
  ['[1 2]', 4, 'Unexpected 2: expected ], a comma or an operator.'],
  ['1e1000', 1, 'too large'],
  ['.5', 1, 'A dot goes inside a number'],
  ['"a".b', 4, 'A dot goes inside a number'],
  ['$mail.1', 7, 'The name of a member must follow the dot'],
  ['$mail[-1]', 7, 'Inside the brackets goes a number from 0'],
  ['$mail["a]', 7, 'Inside the brackets goes a number from 0'],
  ['size(1, 2)', 1, 'size takes 1 value, not 2: size(list or text).'],
  ['x'.repeat(200), 1, `Write $${'x'.repeat(39)}… for a value`],
])('%s is refused at column %i: %s', (text, column, message) => {
  const problem = problemOf(text)
  expect(problem.column).toBe(column)
  expect(problem.message).toContain(message)
})

test.each([
  ['$mail.bytes > "10"', 13, 'A number cannot be compared with a text'],
  ['$mail == $files', 7, 'A record cannot be compared with a list'],
  ['$none > 1', 7, 'null cannot be compared with a number'],
  ['"a" + 1', 5, 'A text and a number cannot be added'],
  ['1 / 0', 3, 'divided by zero'],
  ['not 1', 1, 'True or false is needed'],
  ['1 and true', 3, 'True or false is needed'],
  ['$unknown', 1, '$unknown has no value'],
  ['$mail[*].x', 1, '[*] needs a list, not a record'],
  ['$files[*].bytes > $nested[*].bytes', 17, 'of different lists'],
  ['any([1])', 1, 'list of true and false'],
  ['number("x")', 1, 'not a number'],
  ['age_s("yesterday")', 1, 'A time such as'],
  ['1e300 * 1e300', 7, 'too large'],
  ['true < false', 6, 'Only numbers and texts have an order, not true or false.'],
  ['$none < $none', 7, 'Only numbers and texts have an order, not null.'],
  ['1 in "text"', 3, 'Only a text can be in a text, not a number.'],
  ['1 in $mail', 3, 'Only a list or a text can be looked into, not a record.'],
  ['age_s("2026-11-15T08:00 (yesterday)")', 1, 'A time such as'],
  ['$files[*].bytes > "a"', 17, 'A number cannot be compared with a text'],
])('%s has no value, and says why at column %i: %s', (text, column, message) => {
  const problem = problemOf(text)
  expect(problem.column).toBe(column)
  expect(problem.message).toContain(message)
})

test('a condition is true or false and nothing else', () => {
  const condition = (text: string) => evaluateCondition(parseExpression(text), { lookup })
  expect(condition('$count == 3')).toBe(true)
  expect(() => condition('$count')).toThrow('this is a number')
  expect(() => condition('$files[*].bytes > 3')).toThrow('any(…) or all(…)')
})

describe('limits', () => {
  test.each([
    ['characters', `"${'a'.repeat(2000)}"`, 'at most 2,000 characters'],
    ['parts', Array.from({ length: 101 }, () => '1').join('+'), 'at most 200 parts'],
    ['depth', `${'('.repeat(33)}1${')'.repeat(33)}`, '32 deep'],
    ['depth of lists', `${'['.repeat(33)}1${']'.repeat(33)}`, '32 deep'],
    ['signs', `${'-'.repeat(1999)}1`, 'at most 200 parts'],
  ])('%s are bounded', (_, text, message) => {
    expect(problemOf(text).message).toContain(message)
  })

  test.each([
    ['characters', `"${'a'.repeat(1998)}"`, 'a'.repeat(1998)],
    ['parts', `-${Array.from({ length: 100 }, () => '1').join('+')}`, 98],
    ['depth', `${'('.repeat(32)}1${')'.repeat(32)}`, 1],
  ])('as many %s as the limit says are fine', (_, text, value) => {
    expect(valueOf(text)).toBe(value)
  })

  test('items are bounded, and so is the work on them', () => {
    const many = (length: number, item: unknown) => () => ({ value: Array.from({ length }, () => item) })
    const run = (text: string, found: () => { value: unknown }) =>
      evaluate(parseExpression(text), { lookup: found })
    expect(() => run('size($a[*])', many(10_001, 1))).toThrow('at most 10,000 items')
    expect(run('all($a[*] + 1 > 0)', many(10_000, 1))).toBe(true)
    const long = Array.from({ length: 28 }, () => 'any($a[*] == "b")').join(' or ')
    expect(() => run(long, many(10_000, 'a'.repeat(16)))).toThrow('too much to work out')
    expect(() => run('any(lower($a[*]) == "b")', many(1_000, 'a'.repeat(100_000)))).toThrow(
      'too much to work out',
    )
  })

  test('items of items are counted together', () => {
    const lists = Array.from({ length: 101 }, () => Array.from({ length: 100 }, () => 1))
    const count = (value: unknown) =>
      evaluate(parseExpression('size($a[*][*])'), { lookup: () => ({ value }) })
    expect(count(lists.slice(1))).toBe(10_000)
    expect(() => count(lists)).toThrow('at most 10,000 items')
  })

  test('values that are deep or large have no value as text, and are compared all the same', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep]
    const run = (text: string, value: unknown) =>
      evaluate(parseExpression(text), { lookup: () => ({ value }) })
    expect(run('$a == $a and $a in [$a]', deep)).toBe(true)
    expect(() => run('text($a)', deep)).toThrow('nested too deeply')
    const large = 'a'.repeat(1_000_000)
    expect(() => run(`text([${Array.from({ length: 150 }, () => '$a').join()}])`, large)).toThrow(
      'too much to work out',
    )
    expect(() => run(Array.from({ length: 90 }, () => '$a').join('+'), large)).toThrow('too much to work out')
  })

  test('a text that repeats itself is searched in linear time', () => {
    const [text, part] = ['a'.repeat(200_000), `${'a'.repeat(90_000)}b`]
    const found = (name: string) => ({ value: name === 't' ? text : part })
    const before = process.threadCpuUsage()
    expect(evaluate(parseExpression('$p in $t'), { lookup: found })).toBe(false)
    expect(evaluate(parseExpression('like($t, "*" + $p + "*")'), { lookup: found })).toBe(false)
    const { user } = process.threadCpuUsage(before)
    // The product of the lengths would be 18 thousand million comparisons.
    expect(user).toBeLessThan(2_000_000)
  })
})
