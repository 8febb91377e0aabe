const minor: Readonly<Record<string, string>> = { GBp: 'GBP', GBX: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

export interface WholeCurrency {
  readonly currency: string | null
  readonly whole: (price: number) => number
}

/** Some exchanges quote in pence, cents or agorot: the whole currency, and how to get a price in it. */
export function wholeCurrency(code: string | null): WholeCurrency {
  const major = code === null ? undefined : minor[code]
  if (major === undefined) return { currency: code, whole: (price) => price }
  return { currency: major, whole: (price) => Number((price / 100).toPrecision(12)) }
}
