import { dayIn, dayText, partsIn } from '../../../../platform/language/values/calendar.ts'
import { readRule, repetitionWords } from '../../../../platform/language/values/repetition.ts'
import { clockText } from '../../../../platform/language/values/times.ts'

/** "Friday, 20 November 2026 at 17:00": in words, so that a day that was misread can be seen. */
export function dueWords(due: string, timeZone: string): string {
  if (!due.includes('T')) {
    const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
    return dayText({ year, month, day })
  }
  const moment = new Date(due)
  return `${dayText(dayIn(timeZone, moment))} at ${clockText(partsIn(timeZone, moment))}`
}

/** "every weekday at 07:00" */
export function repeatWords(rule: string, due: string, timeZone: string): string {
  const repetition = readRule(rule)
  if (!repetition) return 'repeatedly'
  const words = repetitionWords(repetition)
  if (repetition.freq === 'MINUTELY' || repetition.freq === 'HOURLY') return words
  return `${words} at ${clockText(partsIn(timeZone, new Date(due)))}`
}
