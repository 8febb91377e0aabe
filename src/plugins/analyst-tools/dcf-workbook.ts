import type { Workbook, Chart, Row, Sheet, StyledCell } from '../../platform/spreadsheets/write/workbook.ts'
import { sensitivitySteps, type DcfInputs, type DcfValues, percent } from './dcf-values.ts'
import { inputNames, inputsSheet, largestOf, flowCell } from './inputs-sheet.ts'
import {
  amountFormat,
  numberStyles,
  usualFormats,
  amountWidth,
  formula,
  sectionRow,
  text,
  type Format,
  type Role,
} from './model-styles.ts'
import { sensitivitySheet, middlePrice } from './sensitivity-sheet.ts'
import { columnName } from '../../platform/spreadsheets/cell-reference.ts'

/** Rows of the sheet, counted from 1 as formulas do. */
const rowOf = {
  head: 4,
  period: 5,
  flow: 6,
  growth: 7,
  factor: 8,
  present: 9,
  sum: 12,
  terminal: 13,
  presentTerminal: 14,
  enterprise: 15,
  debt: 16,
  cash: 17,
  equity: 18,
  shares: 19,
  price: 20,
} as const

/** A workbook in which only the inputs are numbers: everything else is a formula that follows them. */
export function dcfWorkbook(inputs: DcfInputs, values: DcfValues): Workbook {
  return {
    sheets: [inputsSheet(inputs, values), dcfSheet(inputs, values), sensitivitySheet(inputs)],
    styles: numberStyles({
      ...usualFormats,
      amount: amountFormat(largestOf(inputs)),
      whole: Number.isInteger(inputs.shares) ? '#,##0' : '#,##0.00',
      price: Math.abs(values.sharePrice) < 0.1 ? '#,##0.0000_);(#,##0.0000)' : usualFormats.price,
      percent: sensitivitySteps(inputs).growth < 0.001 ? '0.000%' : '0.00%',
    }),
    names: inputNames,
  }
}

function dcfSheet(inputs: DcfInputs, values: DcfValues): Sheet {
  const years = inputs.flows.length
  const subtitle = `At a WACC of ${percent(inputs.wacc)} and a terminal growth rate of ${percent(inputs.growth)} when this was created.`
  return {
    name: 'DCF',
    columns: [
      { width: 38 },
      { width: amountWidth(Math.max(largestOf(inputs), Math.abs(values.terminalValue))) },
      ...Array.from({ length: Math.max(years, 8) - 1 }, () => ({ width: amountWidth(largestOf(inputs)) })),
    ],
    rows: [
      { cells: [text(`${inputs.company} – valuation`, 'title')], height: 26 },
      [text(subtitle, 'subtitle')],
      [],
      [
        text('Year by year', 'headLeft'),
        ...inputs.flows.map((_, index) => text(`Year ${index + 1}`, 'head')),
      ],
      ...yearRows(inputs, values),
      [],
      ...valuationRows(inputs, values),
      [],
      ...foundationRows(inputs, values),
      [],
      ...checkRows(inputs, values),
    ],
    charts: [flowChart(inputs)],
    freeze: { rows: rowOf.head, columns: 1 },
    gridLines: false,
    tab: '1F4E78',
  }
}

function yearRows({ flows }: DcfInputs, { factors, presentValues }: DcfValues): Row[] {
  const cells = (make: (column: string, index: number) => StyledCell) =>
    flows.map((_, index) => make(columnName(index + 1), index))
  return [
    [
      text('Period'),
      ...cells((_, index) =>
        formula(index === 0 ? '1' : `${columnName(index)}${rowOf.period}+1`, index + 1, { format: 'whole' }),
      ),
    ],
    [
      text('Free cash flow'),
      ...cells((_, index) => formula(flowCell(index), flows[index]!, { format: 'amount' })),
    ],
    [text('Growth'), ...cells((_, index) => growthCell(flows, index))],
    [
      text('Discount factor'),
      ...cells((column, index) =>
        formula(`1/(1+WACC)^${column}${rowOf.period}`, factors[index]!, { format: 'factor' }),
      ),
    ],
    [
      text('Present value', 'total'),
      ...cells((column, index) =>
        formula(`${column}${rowOf.flow}*${column}${rowOf.factor}`, presentValues[index]!, {
          role: 'total',
          format: 'amount',
        }),
      ),
    ],
  ]
}

function growthCell(flows: readonly number[], index: number): StyledCell {
  if (index === 0) return text('')
  const [before, now] = [`${columnName(index)}${rowOf.flow}`, `${columnName(index + 1)}${rowOf.flow}`]
  const value = share(flows[index]! - flows[index - 1]!, flows[index - 1]!)
  return formula(`IF(${before}>0,(${now}-${before})/${before},"n/a")`, value, { format: 'percent' })
}

function valuationRows({ flows, cash, debt, shares }: DcfInputs, values: DcfValues): Row[] {
  const last = columnName(flows.length)
  return [
    sectionRow('Valuation', 2),
    line('Sum of present values', {
      code: `SUM(B${rowOf.present}:${last}${rowOf.present})`,
      value: values.sumOfPresentValues,
    }),
    line('Terminal value (Gordon growth)', {
      code: `${last}${rowOf.flow}*(1+Terminal_growth)/(WACC-Terminal_growth)`,
      value: values.terminalValue,
    }),
    line('Present value of terminal value', {
      code: `B${rowOf.terminal}*${last}${rowOf.factor}`,
      value: values.presentTerminalValue,
    }),
    line('Enterprise value', {
      code: `B${rowOf.sum}+B${rowOf.presentTerminal}`,
      value: values.enterpriseValue,
      role: 'total',
    }),
    line('Less: total debt', { code: '-Total_debt', value: 0 - debt }),
    line('Plus: cash and equivalents', { code: 'Cash', value: cash }),
    line('Equity value', {
      code: `SUM(B${rowOf.enterprise}:B${rowOf.cash})`,
      value: values.equityValue,
      role: 'total',
    }),
    line('Shares outstanding', { code: 'Shares', value: shares, format: 'whole' }),
    line('Implied share price', {
      code: `B${rowOf.equity}/B${rowOf.shares}`,
      value: values.sharePrice,
      role: 'result',
      format: 'price',
    }),
  ]
}

/** What the value rests on: a reader who doubts the price looks here first. */
function foundationRows({ flows, wacc, growth, debt }: DcfInputs, values: DcfValues): Row[] {
  const { enterpriseValue, presentTerminalValue, equityValue, terminalValue } = values
  const capital = `(B${rowOf.equity}+Total_debt)`
  const last = `${columnName(flows.length)}${rowOf.flow}`
  return [
    sectionRow('WACC and what drives the value', 2),
    line('WACC', { code: 'WACC', value: wacc, format: 'percent' }),
    line('Terminal growth rate', { code: 'Terminal_growth', value: growth, format: 'percent' }),
    line('Equity share of capital, at this value', {
      code: `IF(${capital}>0,B${rowOf.equity}/${capital},"n/a")`,
      value: share(equityValue, equityValue + debt),
      format: 'percent',
    }),
    line('Debt share of capital, at this value', {
      code: `IF(${capital}>0,Total_debt/${capital},"n/a")`,
      value: share(debt, equityValue + debt),
      format: 'percent',
    }),
    line('Net debt', { code: 'Total_debt-Cash', value: values.netDebt }),
    line('Terminal value share of enterprise value', {
      code: `IF(B${rowOf.enterprise}>0,B${rowOf.presentTerminal}/B${rowOf.enterprise},"n/a")`,
      value: share(presentTerminalValue, enterpriseValue),
      format: 'percent',
    }),
    line('Terminal value to last cash flow', {
      code: `IF(${last}>0,B${rowOf.terminal}/${last},"n/a")`,
      value: share(terminalValue, flows.at(-1)!),
      format: 'multiple',
    }),
  ]
}

/** Each line says OK, or what is wrong, also after somebody has changed the inputs. */
function checkRows({ flows }: DcfInputs, values: DcfValues): Row[] {
  const last = columnName(flows.length)
  const near = (a: string, b: string) => `ABS(${a}-${b})<=0.000001*MAX(1,ABS(${b}))`
  const check = (
    label: string,
    { test, isFine, complaint }: { test: string; isFine: boolean; complaint: string },
  ): Row => [
    text(label),
    { formula: `IF(${test},"OK","${complaint}")`, value: isFine ? 'OK' : complaint, style: 'check' },
  ]
  return [
    sectionRow('Checks', 2),
    check('Growth is below WACC', {
      test: 'Terminal_growth<WACC',
      isFine: true,
      complaint: 'Growth too high',
    }),
    check('NPV function agrees', {
      test: near(`NPV(WACC,B${rowOf.flow}:${last}${rowOf.flow})`, `B${rowOf.sum}`),
      isFine: true,
      complaint: 'Differs',
    }),
    check('Middle of the sensitivity table', {
      test: near(middlePrice, `B${rowOf.price}`),
      isFine: true,
      complaint: 'Differs',
    }),
    check('Last cash flow is positive', {
      test: `${last}${rowOf.flow}>0`,
      isFine: flows.at(-1)! > 0,
      complaint: 'Not positive',
    }),
    check('Equity has value', {
      test: `B${rowOf.equity}>0`,
      isFine: values.equityValue > 0,
      complaint: 'Debt exceeds value',
    }),
  ]
}

interface Line {
  readonly code: string
  readonly value: number | string
  readonly role?: Role
  readonly format?: Format
}

function line(label: string, { code, value, role, format = 'amount' }: Line): Row {
  const isTotal = role === 'total' || role === 'result'
  return [text(label, isTotal ? 'total' : 'label'), formula(code, value, { ...(role && { role }), format })]
}

function share(part: number, whole: number): number | string {
  return whole > 0 ? part / whole : 'n/a'
}

function flowChart(inputs: DcfInputs): Chart {
  const years = inputs.flows.length
  const valueFormat = largestOf(inputs) >= 10_000_000 ? '#,##0,,"M"' : '#,##0'
  const across = (row: number) => ({ firstColumn: 1, lastColumn: years, firstRow: row - 1, lastRow: row - 1 })
  return {
    type: 'column',
    title: 'Free cash flow and present value',
    series: [
      { name: 'Free cash flow', categories: across(rowOf.head), values: across(rowOf.flow) },
      { name: 'Present value', categories: across(rowOf.head), values: across(rowOf.present) },
    ],
    valueFormat,
    place: { column: 3, row: rowOf.sum - 2, width: 600, height: 340 },
  }
}
