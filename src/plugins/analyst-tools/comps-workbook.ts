import { columnName } from '../../platform/spreadsheets/cell-reference.ts'
import type { Row, Sheet, StyledCell, Workbook } from '../../platform/spreadsheets/write/workbook.ts'
import { dataSheet, firstRow, nameOf, type Look } from './comps-data-sheet.ts'
import {
  companyFigures,
  multiples,
  statisticNames,
  statistics,
  type CompanyFigures,
  type Figure,
  type Statistic,
} from './comps-values.ts'
import type { Fundamentals } from './fundamentals.ts'
import {
  amountFormat,
  amountWidth,
  formula,
  numberStyles,
  text,
  usualFormats,
  type Format,
  type Role,
} from './model-styles.ts'

/** Numbers as they came on one sheet, and what is calculated from them on the other. */
export function compsWorkbook(companies: readonly Fundamentals[], day: string): Workbook {
  const amounts = companies.flatMap((company) =>
    [company.marketCap, company.totalDebt, company.revenue].filter((amount) => amount !== null).map(Math.abs),
  )
  const largest = Math.max(1, ...amounts)
  const inMillions = largest >= 100_000_000
  const look = { inMillions, width: amountWidth(inMillions ? largest / 1_000_000 : largest) }
  return {
    sheets: [comparablesSheet(companies, { day, ...look }), dataSheet(companies, look)],
    styles: numberStyles({
      ...usualFormats,
      amount: inMillions ? '#,##0.0,,_);(#,##0.0,,);0.0_)' : amountFormat(largest),
    }),
  }
}

const heads = [
  'Market cap',
  'Debt',
  'Cash',
  'Enterprise value',
  'Revenue',
  'EBITDA',
  'Net income',
  'EV / Revenue',
  'EV / EBITDA',
  'P / E',
]

const notes = [
  'n/a: a number is missing, so anything calculated from it is too. Missing values are left out of the statistics.',
  'n/m: not meaningful, because the company makes a loss or has more cash than it is worth.',
  'Enterprise value is market cap plus debt minus cash. Market cap is converted if the price is in another currency.',
]

function comparablesSheet(
  companies: readonly Fundamentals[],
  { day, inMillions, width }: Look & { day: string },
): Sheet {
  const unit = inMillions ? 'millions' : 'units'
  return {
    name: 'Comparables',
    columns: [
      { width: 32 },
      { width: 10 },
      { width: 10 },
      ...heads.map((_, index) => ({ width: index < 7 ? Math.max(width, index === 3 ? 17 : 0) : 13 })),
    ],
    rows: [
      { cells: [text('Comparable companies', 'title')], height: 26 },
      [
        text(
          `Amounts in ${unit} of each company's reporting currency; profits over the last twelve months. Created on ${day}.`,
          'subtitle',
        ),
      ],
      [],
      [
        text('Company', 'headLeft'),
        text('Ticker', 'headLeft'),
        text('Currency', 'headLeft'),
        ...heads.map((head) => text(head, 'head')),
      ],
      ...companies.map((company, index) => companyRow(company, firstRow + index)),
      [],
      ...statisticRows(companies.map(companyFigures)),
      [],
      ...notes.map((note) => [text(note, 'note')]),
    ],
    freeze: { rows: firstRow - 1, columns: 1 },
    gridLines: false,
    tab: '1F4E78',
  }
}

function companyRow(company: Fundamentals, row: number): Row {
  const figures = companyFigures(company)
  const copied = (column: string, value: Figure) =>
    cell(`IF(COUNT(Data!${column}${row})=1,Data!${column}${row},"n/a")`, value, { format: 'amount' })
  const ratio = (above: string, below: string) =>
    `IF(COUNT(${above}${row},${below}${row})<2,"n/a",IF(AND(${above}${row}>0,${below}${row}>0),${above}${row}/${below}${row},"n/m"))`
  return [
    { formula: `Data!A${row}`, value: nameOf(company), style: 'label' },
    { formula: `Data!B${row}`, value: company.ticker, style: 'label' },
    { formula: `Data!F${row}`, value: company.reportingCurrency ?? 'n/a', style: 'label' },
    cell(`IF(COUNT(Data!E${row},Data!G${row})=2,Data!E${row}*Data!G${row},"n/a")`, figures.marketCap, {
      format: 'amount',
    }),
    copied('H', figures.debt),
    copied('I', figures.cash),
    cell(`IF(COUNT(D${row}:F${row})=3,D${row}+E${row}-F${row},"n/a")`, figures.enterpriseValue, {
      role: 'strong',
      format: 'amount',
    }),
    copied('J', figures.revenue),
    copied('K', figures.ebitda),
    copied('L', figures.netIncome),
    cell(ratio('G', 'H'), figures.evToRevenue, { format: 'multiple' }),
    cell(ratio('G', 'I'), figures.evToEbitda, { format: 'multiple' }),
    cell(ratio('D', 'J'), figures.priceToEarnings, { format: 'multiple' }),
  ]
}

const statisticLooks: Readonly<Record<Statistic, { label: string; code: (range: string) => string }>> = {
  maximum: { label: 'Maximum', code: (range) => `MAX(${range})` },
  upper_quartile: { label: 'Upper quartile', code: (range) => `QUARTILE(${range},3)` },
  mean: { label: 'Mean', code: (range) => `AVERAGE(${range})` },
  median: { label: 'Median', code: (range) => `MEDIAN(${range})` },
  lower_quartile: { label: 'Lower quartile', code: (range) => `QUARTILE(${range},1)` },
  minimum: { label: 'Minimum', code: (range) => `MIN(${range})` },
}

function statisticRows(figures: readonly CompanyFigures[]): Row[] {
  const lastRow = firstRow + figures.length - 1
  const columns = multiples.map((name, index) => ({
    range: `${columnName(10 + index)}${firstRow}:${columnName(10 + index)}${lastRow}`,
    own: figures.map((one) => one[name]),
  }))
  const label = (value: string, style: 'headLeft' | 'total' | 'label'): StyledCell[] => [
    text(value, style),
    ...Array.from({ length: 9 }, () => text('', style)),
  ]
  return [
    label('Statistics', 'headLeft').concat(multiples.map(() => text('', 'headLeft'))),
    ...statisticNames.map((name) => {
      const { label: words, code } = statisticLooks[name]
      const role = name === 'median' ? 'result' : 'plain'
      const cells = columns.map(({ range, own }) =>
        cell(`IF(COUNT(${range})=0,"n/a",${code(range)})`, statistics(own)[name], {
          role,
          format: 'multiple',
        }),
      )
      return [...label(words, name === 'median' ? 'total' : 'label'), ...cells]
    }),
    [
      ...label('Companies counted', 'label'),
      ...columns.map(({ range, own }) =>
        cell(`COUNT(${range})`, own.filter((one) => typeof one === 'number').length, { format: 'whole' }),
      ),
    ],
  ]
}

function cell(code: string, value: Figure, look: { role?: Role; format: Format }): StyledCell {
  return formula(code, value, look)
}
