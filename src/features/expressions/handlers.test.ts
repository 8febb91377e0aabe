import { expect, test } from 'vitest'
import { expressionsHandlers } from './handlers.ts'

const { check } = expressionsHandlers(() => new Date('2026-11-15T08:00:00Z'))
const checked = (expression: string, values?: Record<string, unknown>) =>
  check({ body: { expression, ...(values && { values }) } } as never, undefined as never)

test('an expression is read, and its names are told', async () => {
  expect(await checked('$a.b > 1 and any($c[*] == $a.d)')).toEqual({
    valid: true,
    problem: null,
    names: ['a', 'c'],
  })
})

test('with values it is tried', async () => {
  expect(await checked('age_s($at) + 1', { at: '2026-11-15T07:59:00Z' })).toMatchObject({
    valid: true,
    value: 61,
  })
  expect(await checked('$step-1.ok', { 'step-1': { ok: true } })).toMatchObject({
    names: ['step-1'],
    value: true,
  })
})

test('what is wrong is told with its column', async () => {
  expect(await checked('$a >')).toEqual({
    valid: false,
    problem: {
      message: 'The expression ends too early: expected $name, a number, a text in quotes, a function or (.',
      column: 5,
      expected: ['$name', 'a number', 'a text in quotes', 'a function', '('],
    },
    names: [],
  })
  expect(await checked('$a > 1', { a: 'text' })).toMatchObject({
    valid: false,
    problem: { column: 4 },
    names: ['a'],
  })
})
