/**
 * A number as people write it: `1234.5`, `1,234.56`, `1.234,56`, `1 234,56`. Of two kinds of marks the last is the one
 * before the fraction. One mark alone parts the thousands only where the reader's language writes them so and three
 * digits follow. Undefined for what is no number.
 */
export function readNumber(text: string, locale?: string): number | undefined {
  const plain = text.replaceAll(/[\s'’]/g, '').replace('−', '-')
  if (!/^[+-]?(?=[\d.,]*\d)[\d.,]*$/.test(plain)) return undefined
  const mark = decimalMarkOf(plain, locale)
  const [whole = '', fraction, ...more] = mark === undefined ? [plain] : plain.split(mark)
  if (more.length > 0 || /[.,]/.test(fraction ?? '') || !isGrouped(whole)) return undefined
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction || '0'}`)
}

function decimalMarkOf(text: string, locale: string | undefined): string | undefined {
  const marks = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined || new Set(marks).size === 2) return last
  if (marks.length > 1) return undefined
  const isGroup = groupMarkOf(locale) === last && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  return isGroup ? undefined : last
}

function groupMarkOf(locale: string | undefined): string | undefined {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567)
  return parts.find(({ type }) => type === 'group')?.value
}

/** Marks before the fraction are one kind and stand before every three digits. */
function isGrouped(whole: string): boolean {
  return /^[+-]?(?:\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole)
}
