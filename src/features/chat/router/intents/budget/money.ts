/** A sum as it is read; a bare number where nobody said what it is in. */
export function money(amount: number, currency?: string): string {
  // Any client may have stored what is no code of a currency.
  if (currency === undefined || !/^[A-Z]{3}$/i.test(currency))
    return new Intl.NumberFormat('en', {
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      maximumFractionDigits: 2,
    }).format(amount)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
}

/** In whole cents, so that a hundred small sums do not leave a crumb. */
export function sumOf(payments: readonly { readonly amount: number }[]): number {
  return payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}
