/** A number with so many digits that count, for results that may be of any size. It follows the reader's language. */
export function formatSignificant(value: number, digits = 7): string {
  const size = Math.abs(value)
  const far = size !== 0 && (size >= 1e12 || size < 1e-6)
  return new Intl.NumberFormat(undefined, {
    maximumSignificantDigits: digits,
    ...(far && { notation: 'scientific' as const }),
  }).format(value)
}
