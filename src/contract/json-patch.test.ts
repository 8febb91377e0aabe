import { expect, test } from 'vitest'
import { applyPatch } from './json-patch.ts'

const document = { a: 1, list: [1, 2, 3], deep: { 'x/y': { '~z': true } } }

test.each([
  ['add', [{ op: 'add', path: '/b', value: 2 }], { ...document, b: 2 }],
  ['add in a list', [{ op: 'add', path: '/list/1', value: 9 }], { ...document, list: [1, 9, 2, 3] }],
  ['add at the end', [{ op: 'add', path: '/list/-', value: 9 }], { ...document, list: [1, 2, 3, 9] }],
  ['replace', [{ op: 'replace', path: '/list/0', value: 9 }], { ...document, list: [9, 2, 3] }],
  ['replace all of it', [{ op: 'replace', path: '', value: 7 }], 7],
  ['remove', [{ op: 'remove', path: '/list/1' }], { ...document, list: [1, 3] }],
  ['move', [{ op: 'move', from: '/list/0', path: '/list/2' }], { ...document, list: [2, 3, 1] }],
  ['copy', [{ op: 'copy', from: '/a', path: '/list/0' }], { ...document, list: [1, 1, 2, 3] }],
  [
    'escaped names',
    [{ op: 'replace', path: '/deep/x~1y/~0z', value: 0 }],
    { ...document, deep: { 'x/y': { '~z': 0 } } },
  ],
  ['a test that holds', [{ op: 'test', path: '/list', value: [1, 2, 3] }], document],
] as const)('%s', (_name, patch, expected) => {
  expect(applyPatch(document, patch)).toEqual(expected)
})

test.each([
  [{ op: 'remove', path: '/nothing' }],
  [{ op: 'replace', path: '/list/3', value: 1 }],
  [{ op: 'add', path: '/list/4', value: 1 }],
  [{ op: 'add', path: '/list/01', value: 1 }],
  [{ op: 'add', path: '/a/b', value: 1 }],
  [{ op: 'test', path: '/a', value: 2 }],
  [{ op: 'remove', path: 'a' }],
  [{ op: 'copy', from: '/constructor', path: '/a' }],
] as const)('%j is refused', (change) => {
  expect(() => applyPatch(document, [change])).toThrow(TypeError)
})

test('the value that is patched stays as it was, and no prototype is touched', () => {
  const before = structuredClone(document)
  applyPatch(document, [{ op: 'add', path: '/list/0', value: 0 }])
  expect(document).toEqual(before)
  const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])
  expect(Object.getPrototypeOf(patched)).toBe(Object.prototype)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
