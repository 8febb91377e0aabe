import type { Component } from '../../../../src/contract/component-schema.ts'

type Row = Readonly<Record<string, unknown>>
type Cell = string | number | boolean | null

const MAX_ROWS = 1_000
const MAX_COLUMNS = 20
const MAX_FACTS = 100
/** What is longer is read as a text, not beside other facts. */
const MAX_FACT = 200

/** The result of a tool for a person: rows as tables, single values as facts, long texts as they are. */
export function resultParts(data: unknown): readonly Component[] {
  if (isRows(data)) return [tableOf(data, undefined)]
  if (!isRow(data)) return []
  if (isRow(data['app'])) return [...appOf(data, data['app']), ...resultParts({ ...data, app: undefined })]
  const members = Object.entries(data)
  const facts = members.flatMap(([name, value]) => factOf(name, value)).slice(0, MAX_FACTS)
  return [
    ...members.flatMap(([name, value]) => partOf(name, value)),
    ...(facts.length > 0 ? [{ type: 'key_value', items: facts }] : []),
  ]
}

/** A page of the server whose tool it was shows the answer. */
function appOf({ text }: Row, { server, title, resource_uri, call_id }: Row): Component[] {
  const words = typeof text === 'string' && text !== '' ? { text: text.slice(0, 4_000) } : {}
  return [{ type: 'mcp_app', title, server, resource_uri, call_id, ...words }]
}

/** `looked_at` as a person reads it: Looked at. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function partOf(name: string, value: unknown): Component[] {
  if (isRows(value)) return [tableOf(value, wordsOf(name))]
  if (isLongText(value)) return [{ type: 'code', code: value, filename: wordsOf(name), wrap: true }]
  return []
}

function factOf(name: string, value: unknown): { label: string; value: Cell; copyable?: boolean }[] {
  const label = wordsOf(name)
  if (isTexts(value) && value.length > 0) return [{ label, value: value.join(', ').slice(0, MAX_FACT) }]
  if (!isCell(value) || isLongText(value)) return []
  return [{ label, value: plainNumber(name, value), ...(isPath(value) && { copyable: true }) }]
}

function tableOf(rows: readonly Row[], caption: string | undefined): Component {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS)
  const shown = rows.slice(0, MAX_ROWS)
  return {
    type: 'table',
    ...(caption !== undefined && { caption }),
    columns: keys.map((key) => ({ key, label: wordsOf(key), ...typeOf(key, shown) })),
    rows: shown.map((row) => Object.fromEntries(keys.map((key) => [key, cellOf(key, row[key])]))),
    ...(rows.length > MAX_ROWS && { total_rows: rows.length }),
  }
}

function typeOf(key: string, rows: readonly Row[]): { type?: string } {
  const values = rows.map((row) => row[key]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0) return {}
  if (/(?:^|_)bytes$/.test(key) && values.every((value) => typeof value === 'number'))
    return { type: 'bytes' }
  if (values.every(isMoment)) return { type: 'datetime' }
  if (values.every((value) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value)))
    return { type: 'link' }
  return {}
}

function cellOf(key: string, value: unknown): Cell {
  if (value === undefined) return null
  if (isCell(value)) return typeof value === 'string' ? value.slice(0, 4_000) : plainNumber(key, value)
  const text = isTexts(value) ? value.join(', ') : JSON.stringify(value)
  return text.slice(0, 4_000)
}

/** A number that is a name is not written with separators. */
function plainNumber(name: string, value: Cell): Cell {
  return typeof value === 'number' && /(?:^|_)(?:id|pid|port|year|code)$/.test(name) ? String(value) : value
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRows(value: unknown): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isRow(one) && Object.keys(one).length > 0)
  )
}

function isTexts(value: unknown): value is readonly Cell[] {
  return Array.isArray(value) && value.every(isCell)
}

function isCell(value: unknown): value is Cell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isLongText(value: unknown): value is string {
  return typeof value === 'string' && (value.length > MAX_FACT || value.trim().includes('\n'))
}

function isPath(value: Cell): boolean {
  return typeof value === 'string' && /^[~/]/.test(value)
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(value)
}
