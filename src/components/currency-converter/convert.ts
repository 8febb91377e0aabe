/** What an amount is worth in another currency, by rates against a third. Undefined when one of them has no rate. */
export function converted(
  amount: number,
  { from, to }: { from: string; to: string },
  { base, rates }: { base: string; rates: Readonly<Record<string, number>> },
): number | undefined {
  const rate = (code: string) => (code === base ? 1 : rates[code])
  const [ofFrom, ofTo] = [rate(from), rate(to)]
  return ofFrom === undefined || ofTo === undefined ? undefined : (amount / ofFrom) * ofTo
}

/** Every currency with a rate, by its code. */
export function currenciesOf({
  base,
  rates,
}: {
  base: string
  rates: Readonly<Record<string, number>>
}): string[] {
  return [...new Set([base, ...Object.keys(rates)])].sort()
}
