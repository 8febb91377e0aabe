import type { Fundamentals } from './fundamentals.ts'

/** A number, or why there is none: not available, or not meaningful. */
export type Figure = number | 'n/a' | 'n/m'

export interface CompanyFigures {
  /** In the reporting currency, as everything here. */
  readonly marketCap: Figure
  readonly debt: Figure
  readonly cash: Figure
  readonly enterpriseValue: Figure
  readonly revenue: Figure
  readonly ebitda: Figure
  readonly netIncome: Figure
  readonly evToRevenue: Figure
  readonly evToEbitda: Figure
  readonly priceToEarnings: Figure
}

export const multiples = ['evToRevenue', 'evToEbitda', 'priceToEarnings'] as const
export type Multiple = (typeof multiples)[number]

export function companyFigures(company: Fundamentals): CompanyFigures {
  const rate = exchangeRate(company)
  const marketCap = company.marketCap === null || rate === null ? 'n/a' : company.marketCap * rate
  const [debt, cash] = [figure(company.totalDebt), figure(company.cash)]
  const enterpriseValue =
    typeof marketCap === 'number' && typeof debt === 'number' && typeof cash === 'number'
      ? marketCap + debt - cash
      : 'n/a'
  const [revenue, ebitda, netIncome] = [
    figure(company.revenue),
    figure(company.ebitda),
    figure(company.netIncome),
  ]
  return {
    marketCap,
    debt,
    cash,
    enterpriseValue,
    revenue,
    ebitda,
    netIncome,
    evToRevenue: multiple(enterpriseValue, revenue),
    evToEbitda: multiple(enterpriseValue, ebitda),
    priceToEarnings: multiple(marketCap, netIncome),
  }
}

/** 1 within a currency; null where two currencies meet and nobody knows the rate. */
export function exchangeRate({
  marketCurrency,
  reportingCurrency,
  exchangeRate: rate,
}: Fundamentals): number | null {
  if (marketCurrency === null || reportingCurrency === null) return null
  return marketCurrency === reportingCurrency ? 1 : rate
}

export const statisticNames = [
  'maximum',
  'upper_quartile',
  'mean',
  'median',
  'lower_quartile',
  'minimum',
] as const
export type Statistic = (typeof statisticNames)[number]

/** Over the numbers only; what is missing counts neither as zero nor at all. */
export function statistics(figures: readonly Figure[]): Record<Statistic, Figure> {
  const sorted = figures.filter((one) => typeof one === 'number').toSorted((a, b) => a - b)
  const { length } = sorted
  if (length === 0) {
    return {
      maximum: 'n/a',
      upper_quartile: 'n/a',
      mean: 'n/a',
      median: 'n/a',
      lower_quartile: 'n/a',
      minimum: 'n/a',
    }
  }
  return {
    maximum: sorted.at(-1)!,
    upper_quartile: quantile(sorted, 0.75),
    mean: sorted.reduce((sum, value) => sum + value, 0) / length,
    median: quantile(sorted, 0.5),
    lower_quartile: quantile(sorted, 0.25),
    minimum: sorted[0]!,
  }
}

/** As spreadsheets do it: in a straight line between the two neighbours. */
function quantile(sorted: readonly number[], fraction: number): number {
  const place = (sorted.length - 1) * fraction
  const below = Math.floor(place)
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!]
  return low + (high - low) * (place - below)
}

function figure(value: number | null): Figure {
  return value ?? 'n/a'
}

/** Of losses, and of a company that is worth less than its cash, a multiple says nothing. */
function multiple(value: Figure, base: Figure): Figure {
  if (typeof value !== 'number' || typeof base !== 'number') return 'n/a'
  return value > 0 && base > 0 ? value / base : 'n/m'
}
