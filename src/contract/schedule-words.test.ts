import { expect, test } from 'vitest'
import { scheduleInWords } from './schedule-words.ts'

test.each([
  ['0 8 * * 1-5', 'Monday to Friday at 08:00'],
  ['5 17 * * *', 'every day at 17:05'],
  ['30 9 * * 0,3', 'Sundays, Wednesdays at 09:30'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['7 * * * *', 'every hour at minute 7'],
  ['* * * * *', 'every minute'],
  ['0 8 1 * *', '0 8 1 * *'],
  ['0 0 8 * * 1', '0 0 8 * * 1'],
])('the cron expression %s reads "%s"', (cron, words) => {
  expect(scheduleInWords({ cron, every: null })).toBe(words)
})

test.each([
  ['1d', 'every day'],
  ['2h', 'every 2 hours'],
  ['90s', 'every 90 seconds'],
])('a pause of %s reads "%s"', (every, words) => {
  expect(scheduleInWords({ cron: null, every })).toBe(words)
})
