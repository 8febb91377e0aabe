import { isDayAlone, readMoment } from './moments.ts'
import { formatSignificant, valueText, type NumberFormat } from './numbers.ts'

/** How values are written as plain text for one reader. What is no moment stays as it is written. */
export interface TextFormats {
  readonly figure: (value: unknown, format?: NumberFormat) => string
  /** With every digit that counts, for results of any size. */
  readonly significant: (value: number) => string
  readonly money: (value: number, currency: string) => string
  readonly day: (text: string) => string
  readonly moment: (text: string) => string
  /** A day alone has no hour. */
  readonly dayOrMoment: (text: string) => string
  readonly time: (moment: Date, timeZone?: string) => string
  /** Undefined for what is no moment, or a zone that this machine does not know. */
  readonly date: (moment: Date, format: Intl.DateTimeFormatOptions) => string | undefined
}

/** In the language of the machine unless another one is given. */
export function textFormats(locale?: string): TextFormats {
  const figure = (value: unknown, format: NumberFormat = {}) =>
    valueText(value, locale === undefined ? format : { ...format, locale })
  const date = (moment: Date, format: Intl.DateTimeFormatOptions) => {
    try {
      return new Intl.DateTimeFormat(locale, format).format(moment)
    } catch {
      return undefined
    }
  }
  const day = (text: string) => date(readMoment(text), { dateStyle: 'medium' }) ?? text
  const moment = (text: string) => date(new Date(text), { dateStyle: 'medium', timeStyle: 'short' }) ?? text
  return {
    figure,
    significant: (value) => formatSignificant(value, locale),
    money: (value, currency) => figure(value, { format: 'currency', currency }),
    day,
    moment,
    dayOrMoment: (text) => (isDayAlone(text) ? day(text) : moment(text)),
    time: (at, timeZone) =>
      date(at, { timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) }) ?? '',
    date,
  }
}
