import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readPlace } from '../../../../platform/language/values/places.ts'
import { present, type SlotReader } from './reader.ts'

/** "moon phase", "when is the next full moon" */
export const readMoon: SlotReader = ({ text, lower }, { today }) => {
  const next = /\b(?:next|when)\b.*\b(full|new) moon\b/.exec(lower)?.[1]
  const date = next === undefined ? readDate(text, today) : undefined
  return present({
    next,
    asks: /^(?:is|will)\b.*\bfull moon\b/.test(lower) ? 'full' : undefined,
    date: date && isoDay(date.day),
  })
}

/** "sunrise in Sydney tomorrow", "when does the sun set today in Rome" */
export const readSun: SlotReader = ({ text, lower }, { today }) => {
  const rises =
    /\bsun ?ris(?:es?|ing)\b|\bsun (?:\w+ )?(?:rises?|come up|go up)\b|\bdawn\b|\bget light\b/.test(lower)
  const sets = /\bsun ?sets?\b|\bsun (?:\w+ )?(?:sets?|go(?:es)? down)\b|\bdusk\b|\bget dark\b/.test(lower)
  if (!rises && !sets) return undefined
  const date = readDate(text, today)
  const day = date && new RegExp(String.raw`\b(?:on )?${date.text.replaceAll(/[^\p{L}\d ]/gu, '.')}`, 'i')
  const where = text
    .replace(/\b(?:time|hour)\b/gi, ' ')
    .replace(day ?? '\u0000', ' ')
    .trim()
  return present({
    city: readPlace(where) ?? bareCity(where),
    date: date && isoDay(date.day),
    event: rises && sets ? 'both' : rises ? 'sunrise' : 'sunset',
  })
}

/** "sunset Oslo", "Oslo sunset" */
function bareCity(text: string): string | undefined {
  const rest = text
    .replaceAll(
      /\b(?:sun ?rise|sun ?set|when|what|is|does|the|time|today|tomorrow|at|and|show|me|tell)\b|[?.,!]/gi,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
  return rest === '' || /\d/.test(rest) ? undefined : readPlace(`weather in ${rest}`)
}
