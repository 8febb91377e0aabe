import type { CellStyle, StyledCell } from '../../platform/spreadsheets/write/workbook.ts'

const ink = '1F2933'
const soft = '616E7C'
const line = 'B8C2CC'
const dark = '1F4E78'

/** The look of a financial model: inputs blue on yellow, formulas black, totals under a line. */
export const modelStyles = {
  title: { bold: true, size: 16, color: dark },
  subtitle: { italic: true, color: soft },
  section: { bold: true, color: 'FFFFFF', fill: dark },
  head: { bold: true, color: dark, fill: 'DDE7F1', align: 'right', border: { bottom: 'thin', color: dark } },
  headLeft: {
    bold: true,
    color: dark,
    fill: 'DDE7F1',
    align: 'left',
    border: { bottom: 'thin', color: dark },
  },
  headIndented: {
    bold: true,
    color: dark,
    fill: 'DDE7F1',
    align: 'left',
    indent: 1,
    border: { bottom: 'thin', color: dark },
  },
  label: { color: ink },
  indented: { color: ink, indent: 1 },
  total: { bold: true, color: ink, border: { top: 'thin', color: line } },
  note: { color: soft, italic: true, indent: 1 },
  check: { bold: true, color: ink, align: 'right' },
  missing: { color: soft, italic: true, align: 'right' },
} as const satisfies Record<string, CellStyle>

type ModelStyle = keyof typeof modelStyles

const roles = {
  input: {
    color: '0000FF',
    fill: 'FFF9E0',
    border: { bottom: 'hair', top: 'hair', left: 'hair', right: 'hair', color: line },
  },
  plain: { color: ink },
  strong: { bold: true, color: ink },
  total: { bold: true, color: ink, border: { top: 'thin', color: line } },
  result: {
    bold: true,
    size: 12,
    color: dark,
    fill: 'E8F1E4',
    border: { top: 'thin', bottom: 'double', color: dark },
  },
  head: { bold: true, color: dark, fill: 'DDE7F1', align: 'right' },
  middle: { bold: true, color: ink, fill: 'FFE8B3' },
} as const satisfies Record<string, CellStyle>

export type Role = keyof typeof roles
export type Format = keyof Formats

/** Number formats of one model. */
export interface Formats {
  readonly amount: string
  readonly price: string
  readonly percent: string
  readonly factor: string
  readonly whole: string
  readonly multiple: string
  readonly rate: string
}

export const usualFormats: Formats = {
  amount: '#,##0.0_);(#,##0.0);0.0_)',
  price: '#,##0.00_);(#,##0.00)',
  percent: '0.0%',
  factor: '0.0000',
  whole: '#,##0',
  multiple: '0.0"x"',
  rate: '0.0000',
}

/** Every role in every format, under the name that `number` and `formula` give to cells. */
export function numberStyles(formats: Formats): Record<string, CellStyle> {
  const styles: Record<string, CellStyle> = { ...modelStyles }
  for (const [role, style] of Object.entries(roles)) {
    for (const [format, code] of Object.entries(formats) as [Format, string][]) {
      // A word in place of a number, such as n/a, stands where the numbers do.
      styles[`${role} ${format}`] = { align: 'right', ...style, format: code }
    }
  }
  return styles
}

export function text(value: string, style: ModelStyle = 'label'): StyledCell {
  return { value, style }
}

export function number(value: number, role: Role, format: Format): StyledCell {
  return { value, style: `${role} ${format}` }
}

/** A live formula with the value that it has now. */
export function formula(
  code: string,
  value: number | string,
  look: { role?: Role; format: Format },
): StyledCell {
  return { formula: code, value, style: `${look.role ?? 'plain'} ${look.format}` }
}

/** A row that is one colour from the first to the last column. */
export function sectionRow(title: string, columns: number): StyledCell[] {
  return Array.from({ length: columns }, (_, index) => ({
    style: 'section',
    ...(index === 0 && { value: title }),
  }))
}

/** In characters: room for an amount of this size in any of its formats. */
export function amountWidth(largest: number): number {
  return Math.max(14, Math.round(largest).toLocaleString('en').length + (largest < 1_000_000 ? 3 : 0) + 5)
}

/** Amounts with as many decimals as their size leaves room for. */
export function amountFormat(largest: number): string {
  const decimals = largest < 1_000 ? '.00' : largest < 1_000_000 ? '.0' : ''
  return `#,##0${decimals}_);(#,##0${decimals})`
}
