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

/** How many of a statement are run as one. */
export type BulkKind =
  /** Its answer is needed. */
  | 'answered'
  /** The rows that it reads are kept. */
  | 'locking'
  /** Nobody needs to hear of it. */
  | 'unanswered'
  /** It fails unless it changes every row. */
  | 'hopeful'

const forms = new Map<string, BulkForm>()

/** Every statement is written once in the code: their number is small, and so is this. */
export function bulkFormOf(statement: Statement, kind: BulkKind = kindOf(statement)): BulkForm {
  const known = forms.get(`${kind} ${statement.sql}`)
  if (known) return known
  const made = { name: `deskhand_bulk_${forms.size}`, ...formOf(statement, kind) }
  forms.set(`${kind} ${statement.sql}`, made)
  return made
}

function kindOf({ locks, unanswered }: Statement): BulkKind {
  if (locks) return 'locking'
  return unanswered ? 'unanswered' : 'answered'
}

function formOf({ sql, bulk = '' }: Statement, kind: BulkKind): Omit<BulkForm, 'name'> {
  const types = bulk.split(' ')
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const names = [...types.map((_, index) => `p${index + 1}`), POSITION].join(', ')
  const given = `unnest(${lists}) WITH ORDINALITY AS given (${names})`
  const text = sql.replaceAll(/\?(\d+)/g, 'given.p$1')
  if (text.startsWith('SELECT')) return { ...reading(text, { given, kind }), inserts: false }
  if (text.startsWith('UPDATE')) return { ...updating(text, { given, kind }), inserts: false }
  return { ...inserting(text, given), inserts: true }
}

interface Making {
  readonly given: string
  readonly kind: BulkKind
}

function reading(text: string, { given, kind }: Making) {
  const found = `LATERAL (${text}${kind === 'locking' ? ' FOR UPDATE' : ''}) AS found`
  return { table: tableIn(text, 'FROM'), text: `SELECT given.${POSITION}, found.* FROM ${given}, ${found}` }
}

function updating(text: string, { given, kind }: Making) {
  const where = text.indexOf('WHERE ')
  const update = `${text.slice(0, where)}FROM ${given} ${text.slice(where)}`
  const returning = `${update} RETURNING given.${POSITION}`
  // What comes after it is sent before it is answered: the database itself must stop there.
  const hopeful = `WITH changed AS (${returning})
    SELECT 1 / (count(*) = cardinality($1::bigint[]))::integer AS hoped FROM changed`
  const texts = { answered: returning, locking: returning, unanswered: update, hopeful }
  return { table: tableIn(text, 'UPDATE'), text: texts[kind] }
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
