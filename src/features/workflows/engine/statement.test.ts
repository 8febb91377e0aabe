import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { change, first, type Row, type Statement, type Work } from './statement.ts'

// The example of ../README.md begins here.
interface Account {
  readonly balance: number
}

/** Moves money, or says why not. Nothing here knows which database it is. */
function* transfer(from: string, to: string, amount: number): Work<string> {
  const account = yield* first<Account>('SELECT balance FROM accounts WHERE name = ?1', from)
  if (!account || account.balance < amount) return `${from} has too little.`
  yield* change('UPDATE accounts SET balance = balance - ?2 WHERE name = ?1', from, amount)
  yield* change('UPDATE accounts SET balance = balance + ?2 WHERE name = ?1', to, amount)
  return `${to} has ${amount} more.`
}
// It ends here.

test('work over a database that answers at once', () => {
  using database = new DatabaseSync(':memory:')
  database.exec("CREATE TABLE accounts (name, balance); INSERT INTO accounts VALUES ('ann', 10), ('bob', 0)")
  const answer = ({ sql, values, counts }: Statement): readonly Row[] => {
    const statement = database.prepare(sql)
    if (counts) return [{ changes: Number(statement.run(...values).changes) }]
    return statement.all(...values) as Row[]
  }
  const run = (work: Work<string>) => {
    let step = work.next()
    while (!step.done) step = work.next(answer(step.value))
    return step.value
  }
  expect(run(transfer('ann', 'bob', 7))).toBe('bob has 7 more.')
  expect(run(transfer('ann', 'bob', 7))).toBe('ann has too little.')
  expect(database.prepare('SELECT balance FROM accounts').all()).toEqual([{ balance: 3 }, { balance: 7 }])
})

test('each step of the work can be checked without a database', () => {
  const work = transfer('ann', 'bob', 7)
  expect(work.next().value).toMatchObject({ values: ['ann'] })
  expect(work.next([{ balance: 10 }]).value).toMatchObject({ values: ['ann', 7], counts: true })
  expect(work.next([{ changes: 1 }]).value).toMatchObject({ values: ['bob', 7], counts: true })
  expect(work.next([{ changes: 1 }])).toEqual({ done: true, value: 'bob has 7 more.' })
})

test('the README shows this example', async () => {
  const [here, readme] = await Promise.all(
    ['statement.test.ts', '../README.md'].map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  )
  const example = /begins here\.\n(.*?)\/\/ It ends here/s.exec(here!)![1]!
  expect(readme).toContain(example.trim())
})
