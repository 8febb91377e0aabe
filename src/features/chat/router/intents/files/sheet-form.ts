import type { Component } from '../../../../../contract/component-schema.ts'
import { capital } from '../../../../../platform/language/capital.ts'

/** More do not fit beside each other: then a row is a line. */
const MAX_WIDTH = 6
const ROWS = 5

/** A form with the cells of a new spreadsheet, where its columns are known and nothing else. */
export function sheetForm(columns: readonly string[]): Component {
  const title = capital(columns.join(' and ')).slice(0, 80)
  const { fields, rows } = columns.length > MAX_WIDTH ? lines(columns) : cells(columns)
  const names = columns.map((column) => column.replaceAll('$', '$$$$').replaceAll('"', ''))
  return {
    type: 'form',
    title: 'New spreadsheet',
    children: [{ type: 'input', name: 'title', label: 'Name', value: title, required: true }, ...fields],
    submit_label: 'Make',
    action: {
      kind: 'chat',
      message: `Create a spreadsheet called "$title" with columns ${names.join(', ')}: ${rows}`,
    },
  }
}

interface Fields {
  readonly fields: Component[]
  /** What was entered, as a sentence has it. */
  readonly rows: string
}

function cells(columns: readonly string[]): Fields {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    columns.map((label, column) => ({
      type: 'input',
      name: `row_${row + 1}_${column + 1}`,
      label: row === 0 ? label : `${label} ${row + 1}`,
    })),
  )
  return {
    fields: rows.map((children) => ({ type: 'grid', columns: columns.length, gap: 'small', children })),
    rows: rows.map((row) => row.map(({ name }) => `"$${name}"`).join(', ')).join('; '),
  }
}

function lines(columns: readonly string[]): Fields {
  const field = { type: 'input', name: 'rows', label: 'Rows, one per line', input_type: 'multiline' }
  return { fields: [{ ...field, placeholder: columns.join(', ').slice(0, 200) }], rows: '$rows' }
}
