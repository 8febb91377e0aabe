import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outputOf, referencesIn, resolveReferences, UnresolvedReference, type Lookup } from './variables.ts'

const values: Record<string, unknown> = {
  name: 'Ada',
  count: 7,
  none: null,
  files: [{ name: 'a.txt', 'first-line': 'x', size: 3 }, 'b'],
  'step-1': { ok: true, 'odd key': { deep: [1, [2, 3]] } },
  today: '2026-03-02',
  people: [{ name: 'Ada' }, { name: 'Bo' }],
  no_one: [],
  'a.b': 'dotted',
  é: 'accent',
}
const lookup: Lookup = (name) => (Object.hasOwn(values, name) ? { value: values[name] } : undefined)

test.each([
  ['$name', 'Ada'],
  ['$count', 7],
  ['$none', null],
  ['$files', values['files']],
  ['$files[0].name', 'a.txt'],
  ['$files[0]["size"]', 3],
  ['$files.1', 'b'],
  ['$people[*].name', ['Ada', 'Bo']],
  ['$people[*]', [{ name: 'Ada' }, { name: 'Bo' }]],
  ['$no_one[*].name', []],
  ['$files[0].first-line', 'x'],
  ['$step-1.ok', true],
  ['$step-1["odd key"].deep[1][0]', 2],
  ['$a.b', 'dotted'],
  ['$é', 'accent'],
])('%s alone takes the value with its type', (text, expected) => {
  expect(resolveReferences(text, lookup)).toEqual(expected)
})

test.each([
  ['Dear $name,', 'Dear Ada,'],
  ['$count of $count', '7 of 7'],
  ['[$none]', '[null]'],
  ['They are:\n$people[*].name\n', 'They are:\nAda\nBo\n'],
  ['all: $files[1]!', 'all: b!'],
  ['$name-$count', 'Ada-7'],
  ['$step-1-done', '{"ok":true,"odd key":{"deep":[1,[2,3]]}}-done'],
  ['report-$today.txt', 'report-2026-03-02.txt'],
  ['$today.txt', '2026-03-02.txt'],
  ['Written by $name.', 'Written by Ada.'],
  ['$$name costs $$5', '$name costs $5'],
  ['$$$name', '$Ada'],
  ['5 $ and 5$', '5 $ and 5$'],
  ['$(ls) ${name} $5 ^x$', '$(ls) ${name} $5 ^x$'],
  ['$files[9', '[{"name":"a.txt","first-line":"x","size":3},"b"][9'],
])('%s is written as text', (text, expected) => {
  expect(resolveReferences(text, lookup)).toBe(expected)
})

test.each([
  ['$files[2]', '$files has no member "2".'],
  ['$files.length', '$files has no member "length".'],
  ['$files[0].nme', '$files[0] has no member "nme".'],
  ['$step-1.constructor', '$step-1 has no member "constructor".'],
  ['$step-1.__proto__', '$step-1 has no member "__proto__".'],
  ['$step-1["toString"]', '$step-1 has no member "toString".'],
  ['hello $nobody', '$nobody has no value. Write $$nobody for the plain text.'],
])('%s cannot be replaced', (text, message) => {
  expect(() => resolveReferences(text, lookup)).toThrow(new UnresolvedReference(message))
})

test('strings are replaced wherever they are, names of members are not', () => {
  const args = { list: ['$count', { $name: '$name' }], n: 1, b: false, z: null }
  expect(resolveReferences(args, lookup)).toEqual({ list: [7, { $name: 'Ada' }], n: 1, b: false, z: null })
})

test('a member that is called __proto__ stays a member', () => {
  const args = JSON.parse('{"__proto__": {"x": "$count"}}') as object
  const resolved = resolveReferences(args, lookup) as object
  expect(JSON.stringify(resolved)).toBe('{"__proto__":{"x":7}}')
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('references are found without their values, the unknown ones too', () => {
  const found = referencesIn(
    { a: ['$name', 'hi $nobody and $count'], 'b/c': '$files[0].x' },
    (name) => name in values,
  )
  expect(found).toEqual([
    { name: 'name', known: true, path: '/a/0', whole: true },
    { name: 'nobody', known: false, path: '/a/1', whole: false },
    { name: 'count', known: true, path: '/a/1', whole: false },
    { name: 'files', known: true, path: '/b~1c', whole: true },
  ])
})

test('an output takes the member of its name, or all of the data when it is the only one', () => {
  expect(outputOf({ files: [1] }, 'files', { single: true })).toEqual({ value: [1] })
  expect(outputOf({ other: 1 }, 'files', { single: true })).toEqual({ value: { other: 1 } })
  expect(outputOf({ other: 1 }, 'files', { single: false })).toBeUndefined()
  expect(outputOf([1, 2], 'length', { single: false })).toBeUndefined()
  expect(outputOf(null, 'files', { single: true })).toEqual({ value: null })
})

test('text with its dollars doubled always comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(resolveReferences(text.replaceAll('$', '$$$$'), lookup)).toBe(text)
    }),
  )
})

test('whatever stands in a text, replacing it either works or names the reference', () => {
  const piece = fc.constantFrom(
    '$',
    '$$',
    'name',
    'files',
    '.',
    '[',
    ']',
    '0',
    '"',
    '-',
    ' ',
    '_',
    'size',
    '__proto__',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        resolveReferences(pieces.join(''), lookup)
      } catch (error) {
        expect(error).toBeInstanceOf(UnresolvedReference)
      }
    }),
  )
})

test('a very long run of letters and dots takes no time', () => {
  const text = `$${'a.'.repeat(200_000)}`
  expect(() => resolveReferences(text, lookup)).toThrow(UnresolvedReference)
})
