/** What is known of a listed company. What is not known is null, never zero. */
export interface Fundamentals {
  readonly ticker: string
  readonly name: string | null
  /** Of the price and the market value, in whole units: GBP and not pence. */
  readonly marketCurrency: string | null
  readonly price: number | null
  readonly marketCap: number | null
  /** Of everything below, which is what the company reports. */
  readonly reportingCurrency: string | null
  /** Units of the reporting currency for one of the market's; not needed where both are the same. */
  readonly exchangeRate: number | null
  readonly totalDebt: number | null
  readonly cash: number | null
  /** Of the last twelve months. */
  readonly revenue: number | null
  readonly ebitda: number | null
  readonly netIncome: number | null
  /** The day of the price, such as 2026-04-30. */
  readonly asOf: string | null
  /** Where the numbers come from, for the reader of a table. */
  readonly source: string
}

/** Throws an AppError when there is no such company, or when nobody can be asked. */
export type FundamentalsProvider = (
  ticker: string,
  options: { readonly signal: AbortSignal },
) => Promise<Fundamentals>
