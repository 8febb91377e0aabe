import type { Day } from '../../../../../platform/language/values/calendar.ts'

/** 2026-03-01 as a day. */
export function dayOf(text: string): Day {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}
