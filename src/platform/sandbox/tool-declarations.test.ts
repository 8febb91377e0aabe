import { expect, test } from 'vitest'
import { readDeclarations } from './tool-declarations.ts'

const params = { type: 'object', properties: { text: { type: 'string', default: 'x' } } }
const good = {
  action: 'COUNT',
  title: 'Count',
  description: 'Counts.',
  params,
  risk: 'read',
  idempotent: true,
}

test('a declaration with everything in it is taken as it is', () => {
  const whole = {
    ...good,
    data: { type: 'object', properties: { words: { type: 'integer' } } },
    timeoutSeconds: 5,
    phrases: ['count this'],
    example: { args: { text: 'a b' } },
  }
  expect(readDeclarations([whole])).toEqual([whole])
})

test.each([
  [null, 'the list of tools must be array'],
  [[], 'the list of tools must NOT have fewer than 1 items'],
  [[{ ...good, risk: 'none' }], 'risk of COUNT must be one of read, write, external, dangerous'],
  [[{ ...good, action: 'count' }], 'action of count must match pattern'],
  [[{ ...good, idempotent: undefined }], 'idempotent of COUNT is required'],
  [[{ ...good, needsApproval: true }], 'needsApproval of COUNT is unknown'],
  [[{ ...good, timeoutSeconds: 3600 }], 'timeoutSeconds of COUNT must be <= 300'],
  [[{ ...good, title: 'A\u001b[2Jtitle' }], 'title of COUNT must match pattern'],
  [[good, good], 'it has two tools named COUNT'],
  [
    [{ ...good, example: { args: { text: 1 } } }],
    "the example of COUNT doesn't match its params: /text must be string",
  ],
  [[{ ...good, params: { type: 'string' } }], 'params of COUNT must be a JSON Schema of type object'],
  [[withMember({ pattern: '(a+)+$' })], `params of COUNT can't use "pattern"`],
  [[withMember({ format: 'email' })], `params of COUNT can't use "format"`],
  [[withMember({ $ref: 'http://example.com/schema' })], `params of COUNT can't use "$ref"`],
  [[withMember({ items: [{ uniqueItems: true }] })], 'contains something that is not a schema'],
  [[withMember({ items: { uniqueItems: true } })], `params of COUNT can't use "uniqueItems"`],
  [[withMember({ anyOf: [{ patternProperties: {} }] })], `params of COUNT can't use "patternProperties"`],
  [[withMember({ not: { $dynamicRef: '#' } })], `params of COUNT can't use "$dynamicRef"`],
  [[withMember({ type: 'nonsense' })], "params of COUNT can't be used"],
  [[{ ...good, params: nested(20) }], 'params of COUNT is nested more than 12 deep'],
  [[withMember({ description: 'x'.repeat(70_000) })], 'params of COUNT is larger than 64 KB'],
  [
    [{ ...good, params: JSON.parse('{"type":"object","properties":{"constructor":{}}}') as object }],
    "params of COUNT can't have an argument named constructor",
  ],
])('%# is refused with a reason', (value, reason) => {
  expect(() => readDeclarations(value)).toThrow(reason)
})

function withMember(member: object): object {
  return { ...good, params: { type: 'object', properties: { text: member } } }
}

function nested(depth: number): object {
  const properties = depth === 0 ? {} : { inner: nested(depth - 1) }
  return { type: 'object', properties }
}
