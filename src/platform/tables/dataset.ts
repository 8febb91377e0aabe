/** A table as columns of one kind each. Missing numbers and dates are NaN; a missing text has the number 0. */
export interface Dataset {
  readonly columns: readonly DatasetColumn[]
  readonly rows: number
  /** What a reader should know about how the file was understood. */
  readonly notes: readonly string[]
}

export type DatasetColumn = NumberColumn | DateColumn | TextColumn | EmptyColumn

interface NamedColumn {
  readonly name: string
  /** Cells with a value of the column's kind in them. */
  readonly present: number
}

export interface NumberColumn extends NamedColumn {
  readonly kind: 'number'
  readonly values: Float64Array
  /** `%` when the numbers were written as percentages (12% is 0.12), else the symbol of a currency, else nothing. */
  readonly unit: string
}

export interface DateColumn extends NamedColumn {
  readonly kind: 'date'
  /** Milliseconds since 1970, in UTC. */
  readonly values: Float64Array
}

/** Each cell is a place in `texts`, which holds every text once, in the order of first use. */
export interface TextColumn extends NamedColumn {
  readonly kind: 'text'
  readonly ids: Uint32Array
  /** Begins with an empty text, which stands for a missing one. */
  readonly texts: readonly string[]
}

export interface EmptyColumn extends NamedColumn {
  readonly kind: 'empty'
}
