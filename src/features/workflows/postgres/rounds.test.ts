import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { bulk, change, first, write, type Work } from '../engine/statement.ts'
import { Rounds } from './rounds.ts'

const READ = bulk('SELECT a FROM t WHERE key = ?1', 'bigint')
const SET = bulk('UPDATE t SET a = ?2 WHERE key = ?1', 'bigint text')
const COUNT = bulk('UPDATE t SET count = count + 1 WHERE key = ?1', 'bigint')

/** A connection that only notes what it is sent: the first word, and the parameters. */
function fakeClient(fails?: string) {
  const sent: [string, unknown][] = []
  const client = {
    connection: { stream: { cork() {}, uncork() {} } },
    async query(query: string | { text: string; values: unknown[] }) {
      const { text, values } = typeof query === 'string' ? { text: query, values: [] } : query
      const [command] = text.split(' ') as [string]
      sent.push([command, values])
      if (command === fails) throw new Error(`${command} failed`)
      const [keys] = values as [number[] | number | undefined]
      const rows = Array.isArray(keys)
        ? keys.map((key, index) => ({ bulk_position: index + 1, a: `of ${key}` }))
        : [{ a: `of ${keys}` }]
      return { rows, rowCount: 1, command }
    },
  }
  return { client: client as unknown as PoolClient, sent }
}

test('what several ask at the same time is one statement, and each hears its own answer', async () => {
  const { client, sent } = fakeClient()
  const heard: string[] = []
  function* work(key: number): Work<void> {
    const found = yield* first<{ a: string }>(READ, key)
    heard.push(found!.a)
    yield* write(SET, key, 'x')
  }
  const rounds = new Rounds(client)
  await rounds.run([work(1), work(2)])
  await rounds.commit()
  expect(heard).toEqual(['of 1', 'of 2'])
  expect(sent).toEqual([
    ['BEGIN', []],
    ['SELECT', [[1, 2]]],
    [
      'UPDATE',
      [
        [1, 2],
        ['x', 'x'],
      ],
    ],
    ['COMMIT', []],
  ])
})

test('changes of one row stay in their order, also of the same kind', async () => {
  const { client, sent } = fakeClient()
  function* work(): Work<void> {
    yield* write(COUNT, 1)
    yield* write(SET, 1, 'x')
    yield* write(SET, 2, 'y')
    yield* write(COUNT, 1)
    yield* write(COUNT, 1)
  }
  const rounds = new Rounds(client)
  await rounds.run([work()])
  await rounds.commit()
  expect(sent.slice(1, -1)).toEqual([
    ['UPDATE', [[1]]],
    [
      'UPDATE',
      [
        [1, 2],
        ['x', 'y'],
      ],
    ],
    ['UPDATE', [[1]]],
    ['UPDATE', [[1]]],
  ])
})

test('a statement that is answered comes after everything that was written before it', async () => {
  const { client, sent } = fakeClient()
  function* work(): Work<void> {
    yield* write(SET, 1, 'x')
    expect(yield* change('DELETE FROM t')).toBe(1)
  }
  const rounds = new Rounds(client)
  await rounds.run([work()])
  expect(sent.map(([command]) => command)).toEqual(['BEGIN', 'UPDATE', 'DELETE'])
})

test('a change that fails unheard keeps the transaction from being taken for committed', async () => {
  const { client } = fakeClient('UPDATE')
  const rounds = new Rounds(client)
  await rounds.run([write(SET, 1, 'x')])
  await expect(rounds.commit()).rejects.toThrow('UPDATE failed')
})

test('what was foreseen is not asked, until somebody has changed it', async () => {
  const { client, sent } = fakeClient()
  const heard: string[] = []
  function* work(): Work<void> {
    heard.push((yield* first<{ a: string }>(READ, 1))!.a)
    yield* write(COUNT, 1)
    heard.push((yield* first<{ a: string }>(READ, 1))!.a)
  }
  const rounds = new Rounds(client)
  await rounds.foresee([
    { read: READ, key: 1 },
    { read: READ, key: 2 },
  ])
  await rounds.run([work()])
  expect(heard).toEqual(['of 1', 'of 1'])
  expect(sent.map(([command]) => command)).toEqual(['BEGIN', 'SELECT', 'UPDATE', 'SELECT'])
})

test('hope goes on before the answer; without hope the answer is waited for', async () => {
  const hopeful = fakeClient()
  await new Rounds(hopeful.client).run([change(COUNT, 1) as Work<unknown> as Work<void>])
  expect(hopeful.sent).toEqual([])
  const careful = fakeClient()
  await new Rounds(careful.client, { isHopeful: false }).run([
    change(COUNT, 1) as Work<unknown> as Work<void>,
  ])
  expect(careful.sent.map(([command]) => command)).toEqual(['BEGIN', 'UPDATE'])
})
