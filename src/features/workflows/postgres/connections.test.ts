import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { clearly, isContention, isGone, placeOf } from './connections.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

test('the place of a database is told without who may use it', () => {
  expect(placeOf('postgres://ada:secret@db.example:5433/work?sslmode=require')).toBe('db.example:5433/work')
  expect(placeOf('postgres://ada@/work?host=%2Fvar%2Frun')).toBe('/var/run/work')
  expect(() => placeOf('db.example')).toThrow('postgres://user:password@host')
})

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', true],
  ['write EPIPE', 'EPIPE', true],
  ['Connection terminated unexpectedly', undefined, true],
  ['timeout exceeded when trying to connect', undefined, true],
  ['terminating connection due to administrator command', '57P01', true],
  ['the database system is starting up', '57P03', true],
  ['password authentication failed', '28P01', true],
  ['too many clients already', '53300', true],
  ['cannot execute UPDATE in a read-only transaction', '25006', true],
  ['duplicate key value', '23505', false],
  ['syntax error', '42601', false],
  ['deadlock detected', '40P01', false],
  ['x is not a function', undefined, false],
])('whether the database is away: %s', (message, code, away) => {
  expect(isGone(failure(message, code))).toBe(away)
})

test('a caller is told that the database is away in a sentence, and everything else is passed on', () => {
  const told = clearly(failure('connect ECONNREFUSED', 'ECONNREFUSED'), 'db/work')
  expect(told).toMatchObject({ code: 'unavailable', message: expect.stringContaining('db/work') as string })
  const denied = clearly(failure('permission denied for database work', '42501'), 'db/work')
  expect(denied).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('OWNER TO') as string,
  })
  const conflict = new AppError('conflict', 'Somebody was faster; connect to them.')
  expect(clearly(conflict, 'db/work')).toBe(conflict)
  expect(isContention(failure('deadlock detected', '40P01'))).toBe(true)
})
