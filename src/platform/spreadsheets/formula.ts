import { AppError } from '../../contract/errors.ts'

/** A cell that is to be calculated: `{"formula": "SUM(E2:E4)"}`. A text never is one, whatever it begins with. */
export interface FormulaCell {
  readonly formula: string
}

/** As long as Excel takes them. */
const MAX_LENGTH = 8_192

export function isFormulaCell(value: unknown): value is FormulaCell {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { formula } = value as { formula?: unknown }
  return typeof formula === 'string' && Object.keys(value).length === 1
}

/** The formula as a file has it: without the sign before it, newer functions with the prefix that they have there. */
export function formulaText({ formula }: FormulaCell): string {
  const text = formula.trim().replace(/^=/, '')
  if (text === '' || text.length > MAX_LENGTH)
    throw new AppError(
      'invalid_request',
      `A formula must have 1 to ${MAX_LENGTH.toLocaleString('en')} characters.`,
    )
  return outsideTexts(text, (code) =>
    code.replaceAll(functionCall, (called: string, name: string) =>
      newer.has(name.toUpperCase()) ? `_xlfn.${called}` : called,
    ),
  )
}

/** What about these formulas could do more than calculate; undefined when nothing could. */
export function reasonToDistrustFormulas(rows: Iterable<unknown>): string | undefined {
  for (const row of rows)
    for (const value of Object.values(row ?? {})) {
      const reach = isFormulaCell(value) ? reachOf(value.formula) : undefined
      if (reach !== undefined) return `A formula ${reach}: it could send the file's data elsewhere.`
    }
  return undefined
}

/** How many texts look like formulas that somebody may have meant. */
export function countFormulaTexts(rows: Iterable<unknown>): number {
  let count = 0
  for (const row of rows)
    for (const value of Object.values(row ?? {}))
      if (typeof value === 'string' && /^=\s*[\p{L}(+\-"\d$@']/u.test(value)) count += 1
  return count
}

/** So that whoever meant them learns how. */
export function formulaNote(count: number): string[] {
  if (count === 0) return []
  const cells = count === 1 ? '1 cell starting' : `${count.toLocaleString('en')} cells starting`
  const were = count === 1 ? 'was' : 'were'
  return [
    `${cells} with = ${were} kept as text. To make a formula, use {"formula": "SUM(B2:B4)"} as the value.`,
  ]
}

/** `SUM(`, `_xlfn.XLOOKUP(`, `com.sun.star.sheet.addin.X(`. */
const functionCall = /([\p{L}_][\p{L}\p{N}_.]*)\s*\(/gu

/** `[Book.xlsx]Sheet!A1`, `'file:///…'#A1`, `Book.xlsx!Name`; but `Table1[Price]` is a column, and has no sheet. */
const otherFile = /\[[^\]]*\][^[\](),;+*/&<>=]*!|'[^']*(?:\[|:\/\/|\\)[^']*'|\w:\/\/|\.\w{2,5}'?!/

function reachOf(formula: string): string | undefined {
  let code = ''
  outsideTexts(formula, (part) => (code += part))
  if (code.includes('|')) return 'starts another program'
  if (otherFile.test(code)) return 'reads another file'
  for (const [, name] of code.matchAll(functionCall)) {
    const plain = name!.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '')
    if (!calculating.has(plain) && !newer.has(plain)) return `uses ${plain.slice(0, 40)}`
  }
  return undefined
}

/** The parts of a formula that are no texts are changed, the others stay. Names of sheets in quotes count as code. */
function outsideTexts(formula: string, change: (code: string) => string): string {
  return formula
    .split(/("(?:[^"]|"")*")/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}

/** Functions that only calculate from what the workbook holds. What is not here may do anything. */
const calculating: ReadonlySet<string> = new Set(
  `ABS ACCRINT ACCRINTM ACOS ACOSH ADDRESS AND AREAS ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS
   BIN2DEC BIN2HEX BIN2OCT CEILING CHAR CHOOSE CLEAN CODE COLUMN COLUMNS COMBIN CONCATENATE CONFIDENCE CONVERT CORREL COS COSH
   COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COVAR CUMIPMT CUMPRINC DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS360 DB DCOUNT
   DCOUNTA DDB DEC2BIN DEC2HEX DEC2OCT DEGREES DELTA DEVSQ DGET DISC DMAX DMIN DOLLAR DOLLARDE DOLLARFR DPRODUCT DSUM DURATION
   EDATE EFFECT EOMONTH ERROR.TYPE EVEN EXACT EXP FACT FALSE FIND FISHER FIXED FLOOR FORECAST FREQUENCY FV FVSCHEDULE GCD
   GEOMEAN GETPIVOTDATA GROWTH HARMEAN HEX2BIN HEX2DEC HEX2OCT HLOOKUP HOUR IF IFERROR INDEX INT INTERCEPT INTRATE IPMT IRR
   ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISPMT ISREF ISTEXT KURT LARGE LCM LEFT LEN LINEST LN
   LOG LOG10 LOGEST LOOKUP LOWER MATCH MAX MAXA MDETERM MDURATION MEDIAN MID MIN MINA MINUTE MINVERSE MIRR MMULT MOD MODE MONTH
   MROUND MULTINOMIAL N NA NETWORKDAYS NOMINAL NORMDIST NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV OCT2DEC ODD OFFSET OR PEARSON
   PERCENTILE PERCENTRANK PERMUT PI PMT POISSON POWER PPMT PRICE PROB PRODUCT PROPER PV QUARTILE QUOTIENT RADIANS RAND
   RANDBETWEEN RANK RATE REPLACE REPT RIGHT ROMAN ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SECOND SIGN SIN SINH SKEW SLN
   SLOPE SMALL SQRT STANDARDIZE STDEV STDEVA STDEVP STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SUMX2MY2
   SUMX2PY2 SUMXMY2 SYD T TAN TANH TEXT TIME TIMEVALUE TODAY TRANSPOSE TREND TRIM TRIMMEAN TRUE TRUNC TYPE UPPER VALUE VAR VARA
   VARP VDB VLOOKUP WEEKDAY WEEKNUM WORKDAY XIRR XNPV YEAR YEARFRAC YIELD ZTEST`.split(/\s+/),
)

/** The same of those that came after 2007: in a file their names have a prefix, or Excel does not know them. */
const newer: ReadonlySet<string> = new Set(
  `AGGREGATE ARABIC BASE CEILING.MATH CEILING.PRECISE CONCAT CONFIDENCE.NORM CONFIDENCE.T COVARIANCE.P COVARIANCE.S DAYS DECIMAL
   FLOOR.MATH FLOOR.PRECISE FORECAST.LINEAR IFNA IFS ISFORMULA ISOWEEKNUM MAXIFS MINIFS MODE.MULT MODE.SNGL NETWORKDAYS.INTL
   NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC
   PERCENTRANK.INC QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ RRI STDEV.P STDEV.S SWITCH TEXTJOIN UNICHAR UNICODE VAR.P VAR.S
   WORKDAY.INTL XLOOKUP XMATCH XOR`.split(/\s+/),
)
