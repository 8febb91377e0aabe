import { expect, test } from 'vitest'
import { bulkFormOf } from './bulk-form.ts'

const given = (lists: string, names: string) =>
  `unnest(${lists}) WITH ORDINALITY AS given (${names}, bulk_position)`

test('many reads become one, whose rows say whom they are for', () => {
  const form = bulkFormOf({
    sql: 'SELECT id FROM workflows WHERE number = ?1',
    values: [1],
    bulk: 'bigint',
    locks: true,
  })
  expect(form).toMatchObject({
    table: 'workflows',
    text: `SELECT given.bulk_position, found.* FROM ${given('$1::bigint[]', 'p1')}, LATERAL (SELECT id FROM workflows WHERE number = given.p1 FOR UPDATE) AS found`,
  })
})

test('many changes become one, which says whose row was there only where somebody asks', () => {
  const change = { sql: 'UPDATE steps SET a = ?2 WHERE key = ?1', values: [1, 'x'], bulk: 'bigint text' }
  const text = `UPDATE steps SET a = given.p2 FROM ${given('$1::bigint[], $2::text[]', 'p1, p2')} WHERE key = given.p1`
  expect(bulkFormOf(change).text).toBe(`${text} RETURNING given.bulk_position`)
  expect(bulkFormOf({ ...change, unanswered: true }).text).toBe(text)
  expect(bulkFormOf(change, 'hopeful').text).toContain('1 / (count(*) = cardinality($1::bigint[]))::integer')
})

test('many new rows become one statement, in their order', () => {
  const form = bulkFormOf({
    sql: "INSERT INTO events (workflow, type) VALUES (?1, 'made')",
    values: [1],
    bulk: 'bigint',
    unanswered: true,
  })
  expect(form).toMatchObject({
    table: 'events',
    inserts: true,
    text: `INSERT INTO events (workflow, type) SELECT given.p1, 'made' FROM ${given('$1::bigint[]', 'p1')} ORDER BY given.bulk_position`,
  })
})
