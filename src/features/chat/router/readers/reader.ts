import { dayIn, type Day } from '../../../../platform/language/values/calendar.ts'
import type { StoredNames, RouterContext } from '../understanding.ts'

export type Slots = Readonly<Record<string, unknown>>

/** When and where somebody asks. */
export interface When {
  readonly now: Date
  readonly timeZone: string
  readonly today: Day
  readonly kept?: StoredNames
  /** Whether 3/4 is the third of April. */
  readonly dayFirst?: boolean
  /** The language of whoever asks: `de`. */
  readonly language?: string
}

type Moment = Pick<RouterContext, 'now' | 'timeZone' | 'kept' | 'dayFirst' | 'language'>

/** Made once for each message: what day it is somewhere takes a while to find out. */
const made = new WeakMap<Moment, When>()

export function whenOf(moment: Moment): When {
  const known = made.get(moment)
  if (known) return known
  const { now, timeZone, kept, dayFirst, language } = moment
  const when: When = {
    now,
    timeZone,
    today: dayIn(timeZone, now),
    ...(kept && { kept }),
    ...(dayFirst !== undefined && { dayFirst }),
    ...(language !== undefined && { language }),
  }
  made.set(moment, when)
  return when
}

type Present<Given> = {
  readonly [Name in keyof Given as undefined extends Given[Name] ? never : Name]: Given[Name]
} & {
  readonly [Name in keyof Given as undefined extends Given[Name] ? Name : never]?: Exclude<
    Given[Name],
    undefined
  >
}

/** Members that have a value. */
export function present<Given extends Slots>(slots: Given): Present<Given> {
  const found = Object.entries(slots).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(found) as Present<Given>
}

/** The first group of the first pattern that matches, trimmed of quotes and signs at its end. */
export function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined && group.trim() !== '')
    if (found !== undefined) return trimmed(found)
  }
  return undefined
}

/** Without signs around it. Quotes around a part of it stay: "fix header" first. */
export function trimmed(text: string): string {
  const bare = text
    .trim()
    .replace(/^[,:\s]+/, '')
    .replace(/[,:;.?!\s]+$/, '')
  const isParted = /^["“”].*["“”].*[^"“”'’]$|^[^"“”'‘].*["“”].*["“”]$/s.test(bare)
  return isParted ? bare : bare.replace(/^["'“”‘’,:\s]+/, '').replace(/["'“”‘’,:;.?!\s]+$/, '')
}
