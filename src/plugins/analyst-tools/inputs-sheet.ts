import type { DefinedName, Row, Sheet } from '../../platform/spreadsheets/write/workbook.ts'
import type { DcfInputs, DcfValues } from './dcf-values.ts'
import { amountWidth, formula, number, sectionRow, text } from './model-styles.ts'

/** Where the inputs stand on their sheet; rows count from 1, as formulas do. */
const rowOf = { wacc: 5, growth: 6, cash: 10, debt: 11, shares: 13, firstFlow: 17 } as const

/** The names under which formulas know the inputs. */
export const inputNames: readonly DefinedName[] = (
  [
    ['WACC', rowOf.wacc],
    ['Terminal_growth', rowOf.growth],
    ['Cash', rowOf.cash],
    ['Total_debt', rowOf.debt],
    ['Shares', rowOf.shares],
  ] as const
).map(([name, row]) => ({
  name,
  sheet: 'Inputs',
  range: { firstRow: row - 1, lastRow: row - 1, firstColumn: 1, lastColumn: 1 },
}))

/** The cells of the cash flows, for formulas on other sheets: one of them, or all. */
export function flowCell(index: number): string {
  return `Inputs!$B$${rowOf.firstFlow + index}`
}

export function flowCells(count: number): string {
  return `Inputs!$B$${rowOf.firstFlow}:$B$${rowOf.firstFlow + count - 1}`
}

export function inputsSheet(inputs: DcfInputs, values: DcfValues): Sheet {
  const { wacc, growth, cash, debt, shares } = inputs
  const rows: Row[] = [
    { cells: [text(`${inputs.company} – discounted cash flow`, 'title')], height: 26 },
    [text('Blue on yellow is an input. Change it and everything else updates.', 'subtitle')],
    [],
    sectionRow('Discount rate', 3),
    [text('WACC'), number(wacc, 'input', 'percent'), text('Weighted average cost of capital', 'note')],
    [
      text('Terminal growth rate'),
      number(growth, 'input', 'percent'),
      text('Perpetual growth after the last year (Gordon)', 'note'),
    ],
    [
      text('WACC minus growth', 'total'),
      formula('WACC-Terminal_growth', wacc - growth, { role: 'total', format: 'percent' }),
      text('The smaller, the more the value depends on the terminal value', 'note'),
    ],
    [],
    sectionRow('Balance sheet and shares', 3),
    [text('Cash and equivalents'), number(cash, 'input', 'amount')],
    [text('Total debt'), number(debt, 'input', 'amount')],
    [
      text('Net debt', 'total'),
      formula('Total_debt-Cash', values.netDebt, { role: 'total', format: 'amount' }),
    ],
    [
      text('Shares outstanding'),
      number(shares, 'input', 'whole'),
      text('In the same unit as the amounts, e.g. millions', 'note'),
    ],
    [],
    sectionRow('Projected free cash flow', 3),
    [text('Year', 'headLeft'), text('Free cash flow', 'head')],
    ...inputs.flows.map((flow, index) => [text(`Year ${index + 1}`), number(flow, 'input', 'amount')]),
  ]
  return {
    name: 'Inputs',
    columns: [{ width: 34 }, { width: amountWidth(largestOf(inputs)) }, { width: 60 }],
    rows,
    gridLines: false,
    tab: '0000FF',
  }
}

export function largestOf({ flows, cash, debt }: DcfInputs): number {
  return Math.max(...flows.map(Math.abs), cash, debt)
}
