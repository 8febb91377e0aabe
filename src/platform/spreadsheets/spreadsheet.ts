/** A value as a sheet shows it. Dates are in UTC; times of day and spans of time are `hh:mm:ss`. */
export type SheetValue = string | number | boolean | Date | null

export interface SheetRow {
  /** Counts from 0; rows without anything in them may be left out. */
  readonly row: number
  readonly values: readonly SheetValue[]
}

export interface SheetSummary {
  readonly name: string
  readonly hidden: boolean
}

/** A spreadsheet file of any format that is open for reading. */
export interface Spreadsheet extends AsyncDisposable {
  readonly format: 'xlsx' | 'xls' | 'ods'
  /** Sheets with cells; sheets that are one large chart are left out. */
  readonly sheets: readonly SheetSummary[]
  rows(sheet: string, options?: { readonly signal?: AbortSignal }): AsyncIterable<SheetRow>
}
