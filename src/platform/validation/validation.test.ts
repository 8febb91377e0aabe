import { expect, test } from 'vitest'
import { closed, exactlyOne } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { assertValid, checkFor, nearestName } from './validation.ts'

const Person = closed({
  name: Type.String({ minLength: 1 }),
  age: Type.Optional(Type.Integer({ default: 30, minimum: 0 })),
  kind: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] })),
})

test('every reason is told at once, each with its place', () => {
  const issues = checkFor(Person, 'body')({ agee: 1, age: -1, kind: 'c' })
  expect(issues).toEqual([
    { path: '/name', message: 'is required' },
    { path: '/agee', message: 'is unknown; did you mean "age"?' },
    { path: '/age', message: 'must be >= 0' },
    { path: '/kind', message: 'must be one of a, b' },
  ])
})

test('a sentence ends once, also when it ends with a question', () => {
  const complain = (value: unknown) => () => assertValid(value, { schema: Person, part: 'body' })
  expect(complain({ name: 'x', agee: 1 })).toThrow(/^In the body, agee is unknown; did you mean "age"\?$/)
  expect(complain({})).toThrow(/^In the body, name is required\.$/)
})

test('defaults are filled in, and a body is never coerced', () => {
  const body = { name: 'x' }
  expect(checkFor(Person, 'body')(body)).toEqual([])
  expect(body).toEqual({ name: 'x', age: 30 })
  expect(checkFor(Person, 'body')({ name: 'x', age: '3' })).toEqual([
    { path: '/age', message: 'must be integer' },
  ])
})

test('a query string is coerced to what the schema says', () => {
  const query = { name: 'x', age: '3' }
  expect(checkFor(Person, 'query')(query)).toEqual([])
  expect(query).toEqual({ name: 'x', age: 3 })
})

test('a choice between members is told as a choice', () => {
  const When = closed(
    { cron: Type.Optional(Type.String()), every: Type.Optional(Type.String()) },
    exactlyOne(['cron', 'every']),
  )
  const reason = [{ path: '', message: 'needs exactly one of cron, every' }]
  expect(checkFor(When, 'body')({})).toEqual(reason)
  expect(checkFor(When, 'body')({ cron: 'x', every: 'y' })).toEqual(reason)
  expect(checkFor(When, 'body')({ cron: 'x' })).toEqual([])
})

test('the error is one sentence, and its list names the part of the request', () => {
  const check = () => assertValid({ name: '' }, { schema: Person, part: 'body' })
  expect(check).toThrow('In the body, name must not be empty.')
  try {
    check()
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request', errors: [{ path: '/body/name' }] })
  }
})

test.each([
  ['sheetname', ['sheet_name', 'path'], 'sheet_name'],
  ['Path', ['path'], 'path'],
  ['LOOKS', ['LOOK', 'SEND'], 'LOOK'],
  ['banana', ['path', 'content'], undefined],
  ['cuont', ['sheet_name', 'count'], 'count'],
])('of %s and %j the nearest is %s', (name, known, expected) => {
  expect(nearestName(name, known)).toBe(expected)
})
