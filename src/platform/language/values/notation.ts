export interface Noted {
  /** The text with every number as English writes it, without signs between thousands. */
  readonly text: string
  /** How an ambiguous number was read, for whoever writes them otherwise. */
  readonly note?: string
}

const grouped = /(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]|\.\d)/g
const groupedByDots =
  /(?<![\w.,])\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])|(?<![\w.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.]|,\d)/g
const groupedBySpaces = /(?<![\w.,])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?(?![\d.,]\d|\d)(?! ?\d)/g
const decimalComma = /(?<![\w.,])\d+,(?:\d{1,2}|\d{4,})(?![\d]|,\d|\.\d)/g
const hasGroupsByDots = new RegExp(groupedByDots.source)
const hasDecimalComma = new RegExp(decimalComma.source)
const eitherDot = /(?<![\w.,/:-])[1-9]\d{0,2}\.\d{3}(?![\d.]|,\d)(?! ?(?:%|percent))/
const eitherComma = /(?<![\w.,/:-])[1-9]\d{0,2},\d{3}(?![\d,]|\.\d)/g

/** Numbers of both notations, 1.234,56 and 1,234.56, in one. Lists such as "3,4,5" stay as they are. */
export function plainNumbers(text: string): Noted {
  if (!/\d/.test(text)) return { text }
  const isContinental = hasGroupsByDots.test(text) || hasDecimalComma.test(text)
  const spaced = text.replaceAll(groupedBySpaces, (number) =>
    number.replaceAll(/[ '’]/g, '').replace(',', '.'),
  )
  const plain = spaced
    .replaceAll(groupedByDots, (number) => number.replaceAll('.', '').replace(',', '.'))
    .replaceAll(decimalComma, (number) => number.replace(',', '.'))
  if (isContinental && !/\d\.\d{1,2}(?!\d)/.test(text)) return continental(plain, text)
  const either = eitherDot.exec(plain)?.[0]
  return {
    text: plain.replaceAll(grouped, (number) => number.replaceAll(',', '')),
    ...(either !== undefined &&
      !isContinental && {
        note: `I read ${either} with a decimal point, as ${decimalText(either)}; for thousands write ${either.replace('.', '')}.`,
      }),
  }
}

/** Beside 1,5 also 1.500 has dots between its thousands, and 1,234 a comma before its decimals. */
function continental(plain: string, text: string): Noted {
  const either = new RegExp(eitherDot.source).exec(text)?.[0]
  return {
    text: plain
      .replaceAll(new RegExp(eitherDot.source, 'g'), (number) =>
        text.includes(number) ? number.replace('.', '') : number,
      )
      .replaceAll(eitherComma, (number) => number.replace(',', '.')),
    ...(either !== undefined && {
      note: `I read ${either} as ${either.replace('.', '')}, because of the comma in the other number.`,
    }),
  }
}

function decimalText(number: string): string {
  const [whole = '', decimals = ''] = number.split('.')
  return `${whole} and ${Number(decimals)} thousandths`
}
