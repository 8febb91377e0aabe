import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'

const when = whenOf({ now: new Date('2026-11-15T16:00:00Z'), timeZone: 'Europe/Oslo' })

function meant(said: string) {
  const shaped = matchGrammar(normalize(said), when)
  return shaped && { intent: shaped.intent, sure: shaped.isWhole, ...shaped.slots }
}

test.each([
  ['every monday at 9 back up Documents', { times: 'every monday at 09:00', folder: '~/Documents' }],
  ['back up my Documents folder every night at 11', { times: 'every night at 23:00', folder: '~/Documents' }],
  ['zip my Documents every friday at 5pm', { times: 'every friday at 17:00', folder: '~/Documents' }],
  [
    'back up ~/Photos/2026 every sunday at 3',
    { times: 'every sunday at 03:00', folder: '~/Photos/2026', doubtful_hour: 3 },
  ],
  [
    'every weekday at 7:30 show me the news',
    { times: 'every weekday at 07:30', command: 'show me the news' },
  ],
  [
    'every day at 8 tell me the weather in Berlin',
    { times: 'every day at 08:00', command: 'tell me the weather in Berlin' },
  ],
  ['every hour check disk space', { times: 'every hour', command: 'check disk space' }],
  ['every 2 hours copy ~/a.txt to ~/b.txt', { times: 'every 2 hours', command: 'copy ~/a.txt to ~/b.txt' }],
  ['every night at 2 back up my pictures', { times: 'every night at 02:00', folder: '~/Pictures' }],
  ['please back up my desktop daily at noon', { times: 'daily at 12:00', folder: '~/Desktop' }],
  ['every monday back up Documents', { times: 'every monday', folder: '~/Documents' }],
  [
    'tell me the weather every morning at 7',
    { times: 'every morning at 07:00', command: 'tell me the weather' },
  ],
  ['weekdays at 8:15 weather in Oslo', { times: 'weekdays at 08:15', command: 'weather in Oslo' }],
  ['every weekday at 9 show my todo list', { times: 'every weekday at 09:00', command: 'show my todo list' }],
  ['at 6pm every weekday zip ~/work', { times: 'every weekday at 18:00', folder: '~/work' }],
])('%s makes a schedule', (said, slots) => {
  expect(meant(said)).toMatchObject({ intent: 'schedule.add', sure: true, ...slots })
})

test.each([
  ['pause the backup', 'workflow.pause', { name: 'backup' }],
  ['stop the backup', 'workflow.pause', { name: 'backup' }],
  ['pause the weekly report', 'workflow.pause', { name: 'weekly report' }],
  ['disable the weekly report', 'workflow.pause', { name: 'weekly report' }],
  ['cancel the workflow', 'workflow.pause', {}],
  ['resume the backup', 'workflow.resume', { name: 'backup' }],
  ['run the backup now', 'workflow.rerun', { name: 'backup' }],
  ['start the backup', 'workflow.rerun', { name: 'backup' }],
  ['pause the backup schedule', 'schedule.pause', { name: 'backup', enabled: false, of: 'schedule' }],
  ['delete the weekly report schedule', 'workflow.remove', { name: 'weekly report', of: 'schedule' }],
  ['Yes, delete the schedule "Weekly report"', 'workflow.remove', { name: 'Weekly report', confirmed: true }],
  ['list schedules', 'schedule.show', {}],
  ['did the backup work', 'workflow.show', { name: 'backup' }],
  ['which jobs failed', 'workflow.show', { status: 'failed' }],
  [
    'run the backup every day at 10 instead',
    'schedule.change',
    { name: 'backup', times: 'every day at 10:00' },
  ],
])('%s', (said, intent, slots) => {
  const found = meant(said)
  expect(found).toMatchObject({ intent, sure: true, ...slots })
  if (!('name' in slots)) expect(found).not.toHaveProperty('name')
})

test.each([
  'remind me every day at 8 to take my pills',
  'set an alarm for 7am every weekday',
  'team standup every weekday at 9:15',
  'pause the music',
  'stop the video',
  'run the bath',
  'start the car',
  'report my card stolen',
  'delete the report from my documents',
  'pause the backup schedule then resume the weekly report schedule',
  'how often should I back up my documents every month',
  'turn on the lights every day at 7',
  'how much do I spend on coffee every week',
  'hourly forecast for Oslo',
  'every morning run 5 km',
  'every monday tell me to take out the bins',
])('%s is no matter of workflows', (said) => {
  const found = meant(said)
  expect(found?.sure === true && /^(?:workflow|schedule)\./.test(found.intent)).toBe(false)
})
