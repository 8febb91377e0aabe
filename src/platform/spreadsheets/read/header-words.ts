/** What the name of a column says about its numbers. */
export interface HeaderHint {
  /** Names made of digits, which nobody adds up: customer ids, postcodes, phone numbers. */
  readonly isName: boolean
  readonly isYear: boolean
  readonly isPercent: boolean
  readonly isMoney: boolean
  readonly isCoordinate: boolean
  /** Symbol or code of a currency that the name mentions. */
  readonly currency: string | undefined
}

export function readHeader(header: string): HeaderHint {
  const words = wordsOf(header)
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word))
  return {
    isName: has(nameWords) || (words.length > 1 && numberWords.has(words.at(-1)!)),
    isYear: has(yearWords),
    isPercent: header.includes('%') || has(percentWords) || (has(rateKinds) && has(rateWords)),
    isMoney: has(moneyWords),
    isCoordinate: has(coordinateWords),
    currency: currencyOf(header, words),
  }
}

/** `unitPrice_EUR` is unit, price, eur. */
function wordsOf(header: string): string[] {
  return header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .filter((word) => word !== '')
}

function currencyOf(header: string, words: readonly string[]): string | undefined {
  const symbol = /[$€£¥₹₩₽₺₪₫₴₦฿]/.exec(header)?.[0]
  if (symbol !== undefined) return symbol
  const code = words.find((word) => currencyCodes.has(word))
  return code === undefined ? undefined : (currencyCodes.get(code) ?? code.toUpperCase())
}

const nameWords = new Set(
  'id ids uid uuid guid code codes zip zipcode postcode postal plz phone telephone tel mobile fax account acct iban sku isbn ean upc gtin ssn vin imei barcode serial pin npi cusip isin fips extension'.split(
    ' ',
  ),
)
const numberWords = new Set(['number', 'no', 'nr', 'num', '#'])
const yearWords = new Set(['year', 'years', 'yr', 'fy', 'jahr'])
const percentWords = new Set(['percent', 'percentage', 'pct', '%', 'margin', 'growth', 'cagr'])
const rateKinds = new Set(
  'interest tax growth conversion churn retention discount vacancy unemployment inflation success error win bounce response'.split(
    ' ',
  ),
)
const rateWords = new Set(['rate', 'rates', 'ratio'])
const moneyWords = new Set(
  'price prices cost costs revenue sales amount salary income profit budget spend spending expense expenses fee fees balance payment wage earnings ebitda cash debt capex opex turnover subtotal'.split(
    ' ',
  ),
)
const coordinateWords = new Set(['lat', 'lng', 'lon', 'long', 'latitude', 'longitude'])
const currencyCodes: ReadonlyMap<string, string> = new Map([
  ['usd', '$'],
  ['eur', '€'],
  ['gbp', '£'],
  ['jpy', '¥'],
  ['inr', '₹'],
  ['krw', '₩'],
  ...[
    'chf',
    'cad',
    'aud',
    'nzd',
    'cny',
    'sek',
    'nok',
    'dkk',
    'pln',
    'czk',
    'huf',
    'brl',
    'mxn',
    'zar',
    'sgd',
    'hkd',
  ].map((code) => [code, code.toUpperCase()] as const),
])
