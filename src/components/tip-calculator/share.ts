export interface Bill {
  readonly bill: number
  readonly percent: number
  readonly people: number
}

export interface Shares {
  readonly tip: number
  readonly total: number
  /** Rounded up to the smallest coin, so that the bill is paid. */
  readonly each: number
}

/** `digits` is how many the currency has after the point: 2 for euro, 0 for yen. */
export function sharesOf({ bill, percent, people }: Bill, digits: number): Shares {
  const coin = 10 ** digits
  // In whole coins: fractions would leave cents that nobody pays.
  const billCoins = Math.round(bill * coin)
  const tipCoins = Math.round((billCoins * percent) / 100)
  const total = billCoins + tipCoins
  return { tip: tipCoins / coin, total: total / coin, each: Math.ceil(total / people) / coin }
}

export function digitsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}
