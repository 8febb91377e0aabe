import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'

const DAY_MS = 86_400_000

interface Fact {
  /** Null for what is measured at one moment. */
  readonly start: number | null
  readonly end: number
  readonly value: number
  readonly filed: string
}

const concepts = {
  revenue: [
    'RevenueFromContractWithCustomerExcludingAssessedTax',
    'Revenues',
    'RevenueFromContractWithCustomerIncludingAssessedTax',
    'SalesRevenueNet',
  ],
  netIncome: ['NetIncomeLoss', 'ProfitLoss'],
  depreciation: [
    'DepreciationDepletionAndAmortization',
    'DepreciationAmortizationAndAccretionNet',
    'DepreciationAndAmortization',
  ],
} as const

/** The currency of the newest numbers: some companies repeat the last year in dollars beside their own. */
export function reportingCurrencyOf(books: Fields): string | null {
  const units = fieldsOf(fieldsOf(books['Assets'])['units'])
  const byCurrency = Object.keys(units)
    .filter((unit) => /^[A-Z]{3}$/.test(unit))
    .map((unit) => ({ unit, facts: factsOf(books, { concept: 'Assets', unit }) }))
  return byCurrency.toSorted((a, b) => b.facts.length - a.facts.length)[0]?.unit ?? null
}

export function latestShares(dei: Fields): number | null {
  const facts = factsOf(dei, { concept: 'EntityCommonStockSharesOutstanding', unit: 'shares' })
  return newest(facts)?.value ?? null
}

export function lastTwelveMonths(books: Fields, unit: string) {
  const facts = (names: readonly string[]) =>
    mostRecent(names.map((concept) => factsOf(books, { concept, unit })))
  return {
    revenue: twelveMonths(facts(concepts.revenue))?.value ?? null,
    netIncome: twelveMonths(facts(concepts.netIncome))?.value ?? null,
    ebitda: ebitdaOf(books, unit),
  }
}

/** Debt and cash of the last balance sheet; what stands only in an older one has gone or is told otherwise now. */
export function latestBalance(
  books: Fields,
  unit: string,
): { totalDebt: number | null; cash: number | null } {
  const date = newest(factsOf(books, { concept: 'Assets', unit }))?.end
  const at = (concept: string) =>
    factsOf(books, { concept, unit }).findLast(({ end }) => end === date)?.value ?? null
  const shortTerm = at('CommercialPaper') ?? at('ShortTermBorrowings') ?? 0
  const parts = [at('LongTermDebtNoncurrent'), at('LongTermDebtCurrent') ?? at('DebtCurrent')]
  const longTerm = at('LongTermDebt') ?? totalOf(parts)
  const inHand = at('CashAndCashEquivalentsAtCarryingValue')
  const securities = [
    'MarketableSecuritiesCurrent',
    'ShortTermInvestments',
    'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
  ]
    .map(at)
    .find((value) => value !== null)
  return {
    totalDebt: longTerm === null ? null : longTerm + shortTerm,
    cash:
      at('CashCashEquivalentsAndShortTermInvestments') ??
      (inHand === null ? null : inHand + (securities ?? 0)),
  }
}

/** Nobody reports it: operating income, with what was written off in the same months put back. */
function ebitdaOf(books: Fields, unit: string): number | null {
  const facts = (concept: string) => factsOf(books, { concept, unit })
  const together = concepts.depreciation.map(facts)
  const apart = ['Depreciation', 'AmortizationOfIntangibleAssets'].map(facts)
  for (const months of [twelveMonths, lastYear]) {
    const earned = months(facts('OperatingIncomeLoss'))
    if (!earned) continue
    const isOfThem = (sum: Sum | null): sum is Sum => sum !== null && isNear(sum.end, earned.end)
    const whole = together.map(months).find(isOfThem)
    const parts = apart.map(months).filter(isOfThem)
    if (whole) return earned.value + whole.value
    if (parts.length === apart.length) return parts.reduce((sum, { value }) => sum + value, earned.value)
  }
  return null
}

interface Sum {
  readonly value: number
  readonly end: number
}

/** The last fiscal year, with this year so far put on and the same part of the last one taken off. */
function twelveMonths(facts: readonly Fact[]): Sum | null {
  const year = newest(facts.filter(isYear))
  if (!year) return null
  const soFar = newest(facts.filter((fact) => isNear(fact.start, year.end + DAY_MS) && fact.end > year.end))
  if (!soFar) return year
  const before = facts.findLast(
    (fact) => isNear(fact.start, year.start!) && isNear(fact.end, soFar.end - 365 * DAY_MS),
  )
  return before ? { value: year.value + soFar.value - before.value, end: soFar.end } : null
}

function lastYear(facts: readonly Fact[]): Sum | null {
  return newest(facts.filter(isYear)) ?? null
}

/** Companies change the name under which they report something: the one with the newest number counts. */
function mostRecent(candidates: readonly Fact[][]): readonly Fact[] {
  return candidates.toSorted((a, b) => (newest(b)?.end ?? 0) - (newest(a)?.end ?? 0))[0] ?? []
}

/** One fact for each period: later filings repeat it, and sometimes correct it. Ordered by the end. */
function factsOf(books: Fields, { concept, unit }: { concept: string; unit: string }): Fact[] {
  const byPeriod = new Map<string, Fact>()
  for (const entry of listOf(fieldsOf(fieldsOf(books[concept])['units'])[unit])) {
    const fact = factOf(fieldsOf(entry))
    if (!fact) continue
    const period = `${fact.start} ${fact.end}`
    const known = byPeriod.get(period)
    if (!known || known.filed <= fact.filed) byPeriod.set(period, fact)
  }
  return [...byPeriod.values()].toSorted((a, b) => a.end - b.end)
}

function factOf(entry: Fields): Fact | undefined {
  const value = numberOf(entry['val'])
  const end = Date.parse(textOf(entry['end']) ?? '')
  if (value === null || Number.isNaN(end)) return undefined
  const start = textOf(entry['start'])
  return { start: start === null ? null : Date.parse(start), end, value, filed: textOf(entry['filed']) ?? '' }
}

function newest(facts: readonly Fact[]): Fact | undefined {
  return facts.reduce<Fact | undefined>((last, fact) => {
    if (!last || fact.end > last.end) return fact
    // Of two that end together, the longer one says more.
    return fact.end === last.end && (fact.start ?? 0) < (last.start ?? 0) ? fact : last
  }, undefined)
}

function isYear({ start, end }: Fact): boolean {
  const days = start === null ? 0 : (end - start) / DAY_MS
  return days > 345 && days < 380
}

/** Fiscal years of 52 or 53 weeks move their ends by a few days. */
function isNear(one: number | null, other: number): boolean {
  return one !== null && Math.abs(one - other) <= 10 * DAY_MS
}

function totalOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}
