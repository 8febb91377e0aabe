import type { PoolClient } from 'pg'
import type { Foresight } from '../engine/foresight.ts'
import type { Row, Statement, Value, Work } from '../engine/statement.ts'
import { bulkFormOf, POSITION, type BulkForm } from './bulk-form.ts'
import { execute, storable } from './statements.ts'

interface Waiting {
  readonly work: Work<void>
  readonly statement: Statement
}

interface Written {
  readonly form: BulkForm
  readonly lists: Value[][]
}

/** How a hopeful statement fails. */
const DIVISION_BY_ZERO = '22012'

const DONE: readonly Row[] = [{ changes: 1 }]

/**
 * One transaction in which several pieces of work go on side by side, in rounds: what all of them ask at the same time is
 * one trip to the database, and what several of them ask is one statement. What nobody needs an answer to is kept until
 * the next round, and written then.
 */
export class Rounds {
  readonly #client: PoolClient
  readonly #written = new Map<string, Written>()
  /** For each row, the last of the statements that change it. */
  readonly #rows = new Map<string, number>()
  readonly #sent: Promise<unknown>[] = []
  /** What was read before anybody asked: for each row, the statements and their answers. */
  readonly #known = new Map<string, Map<string, readonly Row[]>>()
  readonly #isHopeful: boolean
  #hasBegun = false

  /** A hopeful one goes on as if every row was there that it changes, and fails in the end where one was not. */
  constructor(client: PoolClient, { isHopeful = true }: { isHopeful?: boolean } = {}) {
    this.#client = client
    this.#isHopeful = isHopeful
  }

  /** Reads at once what is going to be asked. */
  async foresee(foresights: readonly Foresight[]): Promise<void> {
    if (foresights.length === 0) return
    const statements = foresights.map(({ read, key, locks }) => ({
      ...read,
      values: [key],
      ...(locks && { locks }),
    }))
    const answers = await this.#ask(statements)
    for (const [index, foresight] of foresights.entries()) this.#remember(foresight, answers[index]!)
  }

  async run(works: readonly Work<void>[]): Promise<void> {
    let waiting = works.flatMap((work) => this.#advance(work))
    while (waiting.length > 0) {
      const answers = await this.#ask(waiting.map(({ statement }) => statement))
      waiting = waiting.flatMap(({ work }, index) => this.#advance(work, answers[index]))
    }
  }

  /** What else belongs to the transaction. */
  async also(use: (client: PoolClient) => Promise<unknown>): Promise<void> {
    this.#flush()
    await use(this.#client)
  }

  async commit(): Promise<void> {
    const committed = inOneWrite(this.#client, () => {
      this.#flush()
      return this.#client.query('COMMIT')
    })
    this.#send(committed)
    // The first to fail says why: those after it only say that something has failed before.
    for (const sent of this.#sent) await sent
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
  }

  /** Goes on until an answer is needed. */
  #advance(work: Work<void>, answer?: readonly Row[]): Waiting[] {
    let step = answer ? work.next(answer) : work.next()
    while (!step.done) {
      const ready = this.#answerAtOnce(step.value)
      if (!ready) return [{ work, statement: step.value }]
      step = work.next(ready)
    }
    return []
  }

  #answerAtOnce(statement: Statement): readonly Row[] | undefined {
    const { bulk, counts, unanswered, sql } = statement
    if (bulk === undefined) {
      // It may change anything.
      if (!sql.trimStart().startsWith('SELECT')) this.#known.clear()
      return undefined
    }
    if (!counts) return this.#recall(statement)
    if (!unanswered && !this.#isHopeful) {
      this.#known.delete(rowOf(statement))
      return undefined
    }
    this.#write(statement)
    return DONE
  }

  #recall(statement: Statement): readonly Row[] | undefined {
    const known = this.#known.get(rowOf(statement))
    const answer = known?.get(statement.sql)
    // Whoever locks a row goes on to change what was read.
    if (statement.locks) known?.delete(statement.sql)
    return answer
  }

  #remember({ read, key, answers }: Foresight, rows: readonly Row[]): void {
    if (!answers) this.#know(read.sql, rowOf({ ...read, values: [key] }), rows)
    else
      for (const row of rows)
        this.#know(answers.read.sql, rowOf({ ...answers.read, values: [row[answers.column]!] }), [row])
  }

  #know(sql: string, row: string, rows: readonly Row[]): void {
    const known = this.#known.get(row)
    if (known) known.set(sql, rows)
    else this.#known.set(row, new Map([[sql, rows]]))
  }

  async #ask(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    const answers: (readonly Row[])[] = []
    inOneWrite(this.#client, () => {
      this.#flush()
      this.#sendAll(statements, answers)
    })
    // In order, so that the first to fail says why.
    for (const one of this.#sent) await one
    this.#sent.length = 0
    return answers
  }

  #sendAll(statements: readonly Statement[], answers: (readonly Row[])[]): void {
    const groups = Map.groupBy(statements.keys(), (index) => {
      const { sql, bulk } = statements[index]!
      return bulk === undefined ? index : sql
    })
    const asked = [...groups.values()].map(async (indexes) => {
      const found = await this.#askTogether(indexes.map((index) => statements[index]!))
      for (const [place, index] of indexes.entries()) answers[index] = found[place]!
    })
    for (const one of asked) this.#send(one)
  }

  async #askTogether(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    const [first] = statements as [Statement]
    if (statements.length === 1) return [await execute(this.#client, first)]
    const lists = first.values.map((_, column) => statements.map(({ values }) => values[column]!))
    const rows = await this.#executeBulk(bulkFormOf(first), lists)
    const found = statements.map((): Row[] => [])
    for (const { [POSITION]: position, ...row } of rows) found[Number(position) - 1]!.push(row)
    return first.counts ? found.map((own) => [{ changes: own.length }]) : found
  }

  /** Changes of one row stay in their order; everything else may change places. */
  #write(statement: Statement): void {
    const form = bulkFormOf(statement, statement.unanswered ? 'unanswered' : 'hopeful')
    const row = rowOf(statement)
    this.#known.delete(row)
    const known = [...this.#written.keys()].indexOf(statement.sql)
    const before = this.#rows.get(row)
    const isAfter =
      before === undefined || known === -1 || before < known || (form.inserts && before === known)
    if (!isAfter) this.#flush()
    const { lists } = this.#collected(statement, form)
    for (const [column, value] of statement.values.entries()) lists[column]!.push(value)
    this.#rows.set(row, isAfter && known !== -1 ? known : this.#written.size - 1)
  }

  #collected({ sql, values }: Statement, form: BulkForm): Written {
    const known = this.#written.get(sql)
    if (known) return known
    const made = { form, lists: values.map((): Value[] => []) }
    this.#written.set(sql, made)
    return made
  }

  #flush(): void {
    if (!this.#hasBegun) this.#send(this.#client.query('BEGIN'))
    this.#hasBegun = true
    for (const { form, lists } of this.#written.values()) this.#send(this.#writeBulk(form, lists))
    this.#written.clear()
    this.#rows.clear()
  }

  async #writeBulk(form: BulkForm, lists: readonly (readonly Value[])[]): Promise<void> {
    try {
      await this.#executeBulk(form, lists)
    } catch (error) {
      throw (error as { code?: unknown }).code === DIVISION_BY_ZERO ? new HopeLost() : error
    }
  }

  async #executeBulk(
    { name, text }: BulkForm,
    lists: readonly (readonly Value[])[],
  ): Promise<readonly Row[]> {
    const values = lists.map((list) => list.map(storable))
    return (await this.#client.query<Row>({ name, text, values })).rows
  }

  /** Whoever waits for it hears of its failure; until then it is nobody's. */
  #send(sent: Promise<unknown>): void {
    sent.catch(() => {})
    this.#sent.push(sent)
  }
}

/** A row was not as it was hoped to be: the same again, without hope, succeeds. */
export class HopeLost extends Error {}

function rowOf(statement: Statement): string {
  return `${bulkFormOf(statement).table}/${statement.values[0]}`
}

/** Everything that is sent meanwhile leaves in one piece: each piece costs more than what is in it. */
function inOneWrite<Result>(client: PoolClient, send: () => Result): Result {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}
