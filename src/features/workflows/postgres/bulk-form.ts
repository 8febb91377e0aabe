import type { Statement } from '../engine/statement.ts'

/** One statement that does for many rows what another does for one. Its parameters are lists. */
export interface BulkForm {
  readonly name: string
  readonly text: string
  readonly table: string
  /** Whether the same row may be in it twice. */
  readonly inserts: boolean
}

/** Which of the many a row of the answer belongs to, counted from one. */
export const POSITION = 'bulk_position'

const forms = new Map<string, BulkForm>()

/** Every statement is written once in the code: their number is small, and so is this. */
export function bulkFormOf(statement: Statement): BulkForm {
  const known = forms.get(statement.sql)
  if (known) return known
  const made = { name: `deskhand_bulk_${forms.size}`, ...formOf(statement) }
  forms.set(statement.sql, made)
  return made
}

function formOf({ sql, bulk = '', locks, unanswered }: Statement): Omit<BulkForm, 'name'> {
  const types = bulk.split(' ')
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const names = [...types.map((_, index) => `p${index + 1}`), POSITION].join(', ')
  const given = `unnest(${lists}) WITH ORDINALITY AS given (${names})`
  const text = sql.replaceAll(/\?(\d+)/g, 'given.p$1')
  if (text.startsWith('SELECT')) return { ...reading(text, { given, locks }), inserts: false }
  if (text.startsWith('UPDATE'))
    return { ...updating(text, { given, answers: unanswered !== true }), inserts: false }
  return { ...inserting(text, given), inserts: true }
}

function reading(text: string, { given, locks }: { given: string; locks: true | undefined }) {
  const found = `LATERAL (${text}${locks ? ' FOR UPDATE' : ''}) AS found`
  return { table: tableIn(text, 'FROM'), text: `SELECT given.${POSITION}, found.* FROM ${given}, ${found}` }
}

function updating(text: string, { given, answers }: { given: string; answers: boolean }) {
  const where = text.indexOf('WHERE ')
  const end = answers ? ` RETURNING given.${POSITION}` : ''
  return {
    table: tableIn(text, 'UPDATE'),
    text: `${text.slice(0, where)}FROM ${given} ${text.slice(where)}${end}`,
  }
}

function inserting(text: string, given: string) {
  const values = text.indexOf('VALUES (')
  const selected = text.slice(values + 'VALUES ('.length, text.lastIndexOf(')'))
  return {
    table: tableIn(text, 'INTO'),
    text: `${text.slice(0, values)}SELECT ${selected} FROM ${given} ORDER BY given.${POSITION}`,
  }
}

function tableIn(text: string, before: string): string {
  return new RegExp(String.raw`\b${before}\s+(\w+)`).exec(text)![1]!
}
