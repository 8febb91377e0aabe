import { expect, test } from 'vitest'
import { timingOf } from '../schedules/schedule-times.ts'
import { readSchedule } from './schedule-words.ts'

test.each([
  ['every weekday at 9', { cron: '0 9 * * 1-5' }],
  ['Every day at 7:30 pm.', { cron: '30 19 * * *' }],
  ['daily at noon', { cron: '0 12 * * *' }],
  ['every morning', { cron: '0 9 * * *' }],
  ['every evening at 6', { cron: '0 18 * * *' }],
  ['every night at 11', { cron: '0 23 * * *' }],
  ['every day at 5', { cron: '0 5 * * *' }],
  ['every day at half past seven', { cron: '30 7 * * *' }],
  ['every day at 19h30', { cron: '30 19 * * *' }],
  ['from monday to friday at 7', { cron: '0 7 * * 1-5' }],
  ['every monday at 9 in Tokyo', { cron: '0 9 * * 1', timezone: 'Asia/Tokyo' }],
  ['on the second tuesday of every month at 10', { cron: '0 10 * * 2#2' }],
  ['on the last friday of every month at 5pm', { cron: '0 17 * * 5#L' }],
  ['at the end of every month at noon', { cron: '0 12 L * *' }],
  ['every 3 months at 9', { cron: '0 9 1 */3 *' }],
  ['every year on 24 december at 8', { cron: '0 8 24 12 *' }],
  ['every hour and a half', { every: '90m' }],
  ['every 30 seconds', { every: '30s' }],
  ['every 2 weeks', { every: '2w' }],
  ['weekly', { every: '1w' }],
  ['every morning at 6', { cron: '0 6 * * *' }],
  ['on Mondays and Thursdays at 12am', { cron: '0 0 * * 1,4' }],
  ['weekends at 10:05 in Europe/Berlin', { cron: '5 10 * * 0,6', timezone: 'Europe/Berlin' }],
  ['every sunday at midnight UTC', { cron: '0 0 * * 0', timezone: 'UTC' }],
  ['on the 15th of every month at 8', { cron: '0 8 15 * *' }],
  ['every month at 9', { cron: '0 9 1 * *' }],
  ['every 2 hours', { every: '2h' }],
  ['every other day', { every: '2d' }],
  ['every ten minutes', { every: '10m' }],
  ['hourly', { every: '1h' }],
  ['30 m', { every: '30m' }],
  ['0 9 * * 1-5', { cron: '0 9 * * 1-5' }],
  ['no', null],
  ['No, thanks', null],
  ['just once', null],
])('"%s"', (words, wish) => {
  expect(readSchedule(words)).toEqual({ wish })
  if (wish)
    expect(timingOf({ ...wish, anchor: new Date('2026-03-01T00:00:00Z') }).cron).toBe(
      ('cron' in wish && wish.cron) || null,
    )
})

test.each([
  ['every weekday', 'At what time?'],
  ['when the moon is full', 'I don\'t understand "'],
  ['every day at 25', 'Not a valid time'],
  ['every day at 13 am', 'Not a valid time'],
  ['every day at 9:75', 'Not a valid time'],
  ['every other monday at 9', "can't skip weeks"],
  ['every week at 9', 'On which day of the week?'],
  ['on the 45th of every month at 9', "That day of the month doesn't exist."],
  ['', 'I don\'t understand "'],
])('"%s" is asked about', (words, problem) => {
  expect(readSchedule(words)).toEqual({ problem: expect.stringContaining(problem) })
})
