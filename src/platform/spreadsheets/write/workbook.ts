import type { CellRange } from '../cell-reference.ts'
import type { ThemeName } from './themes.ts'

export type CellValue = string | number | boolean | Date | null | undefined

/** A formula has its value beside it, for readers that do not calculate. Plain text is never a formula. */
export interface StyledCell {
  readonly value?: CellValue
  /** Without the leading `=`. */
  readonly formula?: string
  /** A name from the workbook's `styles`. */
  readonly style?: string
}

export type Cell = CellValue | StyledCell

export type Row = readonly Cell[] | TallRow

export interface TallRow {
  readonly cells: readonly Cell[]
  /** In points; 15 is usual. */
  readonly height: number
  /** Whether the row may take another height when somebody edits it. */
  readonly adapts?: boolean
}

export interface CellStyle {
  readonly bold?: boolean
  readonly italic?: boolean
  /** In points; 11 when left out. */
  readonly size?: number
  /** Colours are six hexadecimal digits. */
  readonly color?: string
  readonly fill?: string
  /** A number format as Excel writes it: `#,##0.00`, `yyyy-mm-dd`. */
  readonly format?: string
  readonly align?: 'left' | 'center' | 'right'
  readonly vertical?: 'top' | 'center' | 'bottom'
  readonly wrap?: boolean
  readonly indent?: number
  readonly border?: CellBorder
}

export interface CellBorder {
  readonly top?: BorderLine
  readonly bottom?: BorderLine
  readonly left?: BorderLine
  readonly right?: BorderLine
  readonly color?: string
}

export type BorderLine = 'hair' | 'thin' | 'medium' | 'thick' | 'double'

export interface Column {
  /** With a header on any column, the sheet begins with a header row. */
  readonly header?: string
  /** In characters. */
  readonly width?: number
  readonly format?: string
  readonly style?: CellStyle
  /** Numbers kept as text on purpose: Excel is told not to warn about them. */
  readonly textNumbers?: boolean
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
  /** Taken one at a time. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>
  /** How many rows come, where that is known: readers that prepare for the size are told. */
  readonly rowCount?: number
  /** Rows and columns that stay in view; the header row when left out. */
  readonly freeze?: { readonly rows?: number; readonly columns?: number }
  /** Filter buttons on the header; only a sheet with a header can have them. */
  readonly filter?: boolean
  /** Every second row in the theme's tint. */
  readonly banding?: boolean
  readonly merges?: readonly CellRange[]
  readonly charts?: readonly Chart[]
  readonly gridLines?: boolean
  /** Colour of the sheet's tab. */
  readonly tab?: string
}

export interface DefinedName {
  readonly name: string
  readonly sheet: string
  readonly range: CellRange
}

export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly theme?: ThemeName
  /** Styles that cells name. A style without a `format` keeps the column's. */
  readonly styles?: Readonly<Record<string, CellStyle>>
  readonly names?: readonly DefinedName[]
}

export type ChartType = 'column' | 'bar' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter'

/** Cells of one sheet that a chart shows. `lastRow: 'end'` is the last row that gets written. */
export interface ChartRange {
  /** The chart's own sheet when left out. */
  readonly sheet?: string
  readonly firstRow: number
  readonly lastRow: number | 'end'
  readonly firstColumn: number
  readonly lastColumn: number
}

export interface ChartSeries {
  readonly name: string
  /** The cell that holds the name, so that the legend follows it. */
  readonly nameCell?: ChartRange
  /** What stands under the points; for a scatter chart the numbers across. */
  readonly categories?: ChartRange
  readonly values: ChartRange
}

export interface Chart {
  readonly type: ChartType
  readonly title?: string
  readonly series: readonly ChartSeries[]
  readonly stacked?: boolean
  /** Dates in order and without repetition get an axis on which time passes evenly. */
  readonly categoryAxis?: 'text' | 'date'
  /** How the axes show their numbers. */
  readonly categoryFormat?: string
  readonly valueFormat?: string
  readonly categoryTitle?: string
  readonly valueTitle?: string
  /** Top left corner, and size in pixels. */
  readonly place: {
    readonly column: number
    readonly row: number
    readonly width: number
    readonly height: number
  }
}
