import type { Row, Sheet, StyledCell } from '../../platform/spreadsheets/write/workbook.ts'
import { exchangeRate } from './comps-values.ts'
import type { Fundamentals } from './fundamentals.ts'
import { number, text, type Format } from './model-styles.ts'

/** The first row with a company on both sheets, counted from 1. */
export const firstRow = 5

/** How amounts show on both sheets. */
export interface Look {
  readonly inMillions: boolean
  readonly width: number
}

export function dataSheet(companies: readonly Fundamentals[], { inMillions, width }: Look): Sheet {
  const heads = [
    'Price',
    'Market cap',
    'Reports in',
    'Exchange rate',
    'Debt',
    'Cash',
    'Revenue',
    'EBITDA',
    'Net income',
    'As of',
    'Source',
  ]
  const widths = [12, width, 12, 15, width, width, width, width, width, 12, 30]
  return {
    name: 'Data',
    columns: [{ width: 32 }, { width: 10 }, { width: 12 }, ...widths.map((one) => ({ width: one }))],
    rows: [
      { cells: [text('Figures as found', 'title')], height: 26 },
      [
        text(
          `Blue on yellow is an input: correct it or fill in missing values.${inMillions ? ' Amounts show in millions but are stored in full.' : ''}`,
          'subtitle',
        ),
      ],
      [],
      [
        text('Company', 'headLeft'),
        text('Ticker', 'headLeft'),
        text('Price in', 'headLeft'),
        ...heads.map((head) =>
          text(head, head === 'Reports in' || head === 'Source' ? 'headIndented' : 'head'),
        ),
      ],
      ...companies.map(dataRow),
      [],
      [text('Exchange rate: units of the reporting currency per unit of the price currency.', 'note')],
    ],
    freeze: { rows: firstRow - 1, columns: 1 },
    gridLines: false,
    tab: '0000FF',
  }
}

function dataRow(company: Fundamentals): Row {
  const amount = (value: number | null, format: Format = 'amount'): StyledCell =>
    value === null ? { value: 'n/a', style: `input ${format}` } : number(value, 'input', format)
  return [
    text(nameOf(company)),
    text(company.ticker),
    text(company.marketCurrency ?? 'n/a'),
    amount(company.price, 'price'),
    amount(company.marketCap),
    text(company.reportingCurrency ?? 'n/a', 'indented'),
    amount(exchangeRate(company), 'rate'),
    amount(company.totalDebt),
    amount(company.cash),
    amount(company.revenue),
    amount(company.ebitda),
    amount(company.netIncome),
    { value: company.asOf ?? 'n/a', style: 'missing' },
    text(company.source, 'note'),
  ]
}

export function nameOf({ name, ticker }: Fundamentals): string {
  return name ?? ticker
}
