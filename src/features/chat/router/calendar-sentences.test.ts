import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'

/** A Sunday afternoon. */
const when = whenOf({ now: new Date('2026-11-15T16:00:00Z'), timeZone: 'Europe/Oslo' })

function meant(said: string) {
  const shaped = matchGrammar(normalize(said), when)
  return shaped && { intent: shaped.intent, ...shaped.slots }
}

const at = (hour: number, minute = 0) => ({ hour, minute })

test.each([
  ['lunch with Tom tomorrow at noon', { title: 'Lunch with Tom', date: '2026-11-16', time: at(12) }],
  ['dentist thursday 3:30pm', { title: 'Dentist', date: '2026-11-19', time: at(15, 30) }],
  ['add Review to my calendar tomorrow at 10', { title: 'Review', date: '2026-11-16', time: at(10) }],
  ['schedule Review for tomorrow at 10am', { title: 'Review', date: '2026-11-16', time: at(10) }],
  [
    'please book a meeting with Sue on monday at 3pm',
    { title: 'Meeting with Sue', date: '2026-11-16', time: at(15) },
  ],
  [
    'new event: board meeting 25 Nov 14:00-16:00',
    { title: 'Board meeting', date: '2026-11-25', time: at(14), minutes: 120 },
  ],
  [
    'add "Team lunch" to my calendar on 2026-11-20 at 12:00',
    { title: 'Team lunch', date: '2026-11-20', time: at(12) },
  ],
  [
    'team standup every weekday at 9:15',
    {
      title: 'Team standup',
      date: '2026-11-16',
      time: at(9, 15),
      recurrence: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
  ],
  [
    'put the dentist in my calendar for friday at half past two',
    { title: 'Dentist', date: '2026-11-20', time: at(14, 30) },
  ],
  ['coffee at 10 with Ana on Friday', { title: 'Coffee with Ana', date: '2026-11-20', time: at(10) }],
  [
    'can you schedule a call with Bob tomorrow at three',
    { title: 'Call with Bob', date: '2026-11-16', time: at(15) },
  ],
  [
    'set up a meeting with the team next tuesday from 2 to 3pm',
    { title: 'Meeting with the team', date: '2026-11-17', time: at(14), minutes: 60 },
  ],
  ['dinner with Sam at 7 tomorrow', { title: 'Dinner with Sam', date: '2026-11-16', time: at(19) }],
  [
    'yoga class every other tuesday at 6pm',
    { title: 'Yoga class', date: '2026-11-17', time: at(18), recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' },
  ],
  [
    'schedule an interview on december 3rd at 11 for 45 minutes',
    { title: 'Interview', date: '2026-12-03', time: at(11), minutes: 45 },
  ],
  ['put haircut in my diary for saturday 11am', { title: 'Haircut', date: '2026-11-21', time: at(11) }],
  [
    "add mum's birthday to my calendar on 5 March",
    { title: "Mum's birthday", date: '2027-03-05', all_day: true },
  ],
  ['schedule a meeting with anna on tuesday', { title: 'Meeting with anna', date: '2026-11-17' }],
  ['add lunch with Tom to my calendar', { title: 'Lunch with Tom' }],
  ['meeting with Sue sunday at 10am', { title: 'Meeting with Sue', date: '2026-11-22', time: at(10) }],
  ['add dentist to my calendar tomorrow at 25:00', { title: 'Dentist', impossible: '25:00' }],
])('%s is put into the calendar', (said, slots) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar.add', ...slots })
})

test.each([
  ['delete the dentist appointment', { title: 'dentist appointment' }],
  ['cancel lunch with tom', { title: 'lunch with tom' }],
  ['cancel my meeting with Anna tomorrow', { title: 'meeting with Anna', date: '2026-11-16' }],
  ['remove Team lunch from my calendar', { title: 'Team lunch' }],
  ['clear my calendar for friday', { all: true, date: '2026-11-20' }],
])('%s takes an event out', (said, slots) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar.remove', ...slots })
})

test.each([
  ['move the dentist to 4pm', { title: 'dentist', time: at(16) }],
  ['reschedule lunch with Tom to friday at 1', { title: 'lunch with Tom', date: '2026-11-20', time: at(13) }],
  [
    'move my meeting with Sue from monday to wednesday',
    { title: 'meeting with Sue', from: '2026-11-16', date: '2026-11-18' },
  ],
  ['postpone the board meeting until next friday', { title: 'board meeting', date: '2026-11-20' }],
])('%s moves an event', (said, slots) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar.move', ...slots })
})

test.each([
  ["what's on today", { view: 'day', from: '2026-11-15', to: '2026-11-16', asks: 'list' }],
  ['whats on tomorrow', { view: 'day', from: '2026-11-16' }],
  ['agenda', { view: 'agenda', from: '2026-11-15' }],
  ['what have I got on monday', { view: 'day', from: '2026-11-16' }],
  ['what am i doing tomorrow', { view: 'day', from: '2026-11-16' }],
  ['when is the dentist', { asks: 'when', title: 'dentist' }],
  ['when am I having lunch with Tom', { asks: 'when', title: 'lunch with Tom' }],
  ['when is my next meeting', { asks: 'next' }],
  ['am I free on Friday', { asks: 'free', view: 'day', from: '2026-11-20' }],
  ['am I free tomorrow at noon', { asks: 'free', from: '2026-11-16', time: at(12) }],
  ['am I busy tomorrow afternoon', { asks: 'free', is_busy: true, part: 'afternoon' }],
  [
    'how many meetings do I have this week',
    { asks: 'count', view: 'week', from: '2026-11-09', to: '2026-11-16' },
  ],
  ["next week's calendar", { view: 'week', from: '2026-11-16', to: '2026-11-23' }],
  ["what's my schedule this week", { view: 'week', from: '2026-11-09', to: '2026-11-16' }],
  ['what was on my calendar last week', { view: 'week', from: '2026-11-02', to: '2026-11-09' }],
  ['what did I have on wednesday', { view: 'day', from: '2026-11-11' }],
  ['what is on my calendar this weekend', { view: 'week', from: '2026-11-14', to: '2026-11-16' }],
  ["what's on my calendar in December", { view: 'month', from: '2026-12-01', to: '2027-01-01' }],
  ['what is on my calendar next month', { view: 'month', from: '2026-12-01', to: '2027-01-01' }],
])('%s is asked of the calendar', (said, slots) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar_view', ...slots })
})

test.each([
  "don't add lunch to my calendar tomorrow at noon",
  'lunch tomorrow at noon?',
  'lunch recipe ideas for tomorrow at noon',
  'dentist thursday',
  'weather tomorrow at 3pm',
  'wake me tomorrow at 7',
  'book a table for two tomorrow at 8pm',
  'book a flight to London friday 3pm',
  'book a meeting room for tomorrow at 10',
  'schedule maintenance for my car tomorrow at 9am',
  'schedule a backup every friday at 5pm',
  'was the meeting with Sue on monday at 3pm',
  'remind me of the dentist thursday 3:30pm',
  'cancel my dinner reservation',
  'cancel my alarm for tomorrow at 7',
  'move the meeting notes to the archive folder',
  'breakfast places open tomorrow at 9am',
  'lunch with Tom tomorrow at noon and remind me to call Joe',
  'schedule tweets every day at 9',
  'about how many meetings am i attending between 12 and 3 today',
  'tell Tom lunch is tomorrow at noon',
])('%s changes nothing in the calendar', (said) => {
  expect(meant(said)?.intent ?? 'nothing').not.toMatch(/^calendar\./)
})

test.each([
  'I have a meeting with Bob tomorrow at 3',
  'schedule the dishwasher for tomorrow at 9pm',
  "we've got dinner with the Smiths on saturday at 8",
])('%s is only offered to be written down', (said) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar.add', told: true })
})

test.each(['am I free to leave', 'am I available for a loan', 'what is on tv tonight', "what's happening"])(
  '%s is no question to the calendar',
  (said) => {
    const shaped = matchGrammar(normalize(said), when)
    expect(shaped?.intent === 'calendar_view' && shaped.isWhole).toBe(false)
  },
)

test('an event that is told by its hour is moved only when it begins then', () => {
  expect(meant('move my 3pm meeting to 4pm')).toMatchObject({
    intent: 'calendar.move',
    title: 'meeting',
    at: { hour: 15, minute: 0 },
    time: { hour: 16, minute: 0 },
  })
  expect(meant('move the dentist to 4pm')).not.toHaveProperty('at')
})

test.each([
  ['is there anything planned for friday evening', '2026-11-20'],
  ['is anything scheduled on monday', '2026-11-16'],
  ['list all events for tomorrow', '2026-11-16'],
  ['show my meetings for next month', '2026-12-01'],
])('"%s" looks into the calendar', (said, from) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar_view', from })
})

test.each([
  ['dentist a week on friday at 3pm', { title: 'Dentist', date: '2026-11-27', time: at(15) }],
  ['meeting with Sue two weeks on monday at 10am', { title: 'Meeting with Sue', date: '2026-11-30' }],
  ['haircut tomorrow at half 4', { title: 'Haircut', date: '2026-11-16', time: at(16, 30) }],
])('"%s" is put on its own day', (said, expected) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar.add', ...expected })
})

test('3/12 is the third of December for whoever writes the day first', () => {
  const written = (said: string, dayFirst: boolean) =>
    matchGrammar(normalize(said), { ...when, dayFirst })?.slots
  expect(written('interview on 2/12 at 10am', true)).toMatchObject({ date: '2026-12-02' })
  expect(written('interview on 2/12 at 10am', false)).toMatchObject({ date: '2027-02-12' })
  expect(written('move the dentist to 3/12', true)).toMatchObject({ date: '2026-12-03' })
  expect(written("what's on my calendar on 2/12", true)).toMatchObject({ from: '2026-12-02' })
  expect(written('what day is 2/12', true)).toMatchObject({ date: '2026-12-02' })
  expect(written('how many days until 2/12', true)).toMatchObject({ target: '2026-12-02' })
})

test.each([
  'add holiday to my calendar from 1 to 5 december',
  'add holiday to my calendar 1-5 december',
  'put the trip in my calendar from 3 dec to 8 dec',
  'add training to my calendar from monday to wednesday',
  'add conference to my calendar december 3 to 5',
])('"%s" is more than one day, which is not put down as an hour', (said) => {
  expect(meant(said)?.intent).not.toBe('calendar.add')
})

test('dinner at 7.30 is in the evening', () => {
  expect(meant('dinner with Jo friday 7.30')).toMatchObject({ time: at(19, 30) })
  expect(meant('dinner with Jo friday 07:30')).toMatchObject({ time: at(7, 30) })
  expect(meant('meeting with Jo friday 7.30')).toMatchObject({ time: at(7, 30) })
})

test.each([
  ['search my calendar for birthday party', { title: 'birthday party', asks: 'when' }],
  ['what is the date of my next dentist appointment', { title: 'dentist appointment', asks: 'when' }],
  ['when is the wedding scheduled', { title: 'wedding', asks: 'when' }],
  ['i want my schedule for march 2', { from: '2027-03-02' }],
  ['is anything happening on 4 december', { from: '2026-12-04' }],
  ['anything on saturday?', { from: '2026-11-21' }],
  ["what's happening on may 3rd", { from: '2027-05-03' }],
  ["what's on my calendar a week on friday", { from: '2026-11-27' }],
])('"%s" is answered from the calendar', (said, expected) => {
  expect(meant(said)).toMatchObject({ intent: 'calendar_view', ...expected })
})

test.each([
  [
    'schedule a meeting with Bob on march twenty second at noon',
    { title: 'Meeting with Bob', date: '2027-03-22' },
  ],
  [
    'add lunch with Sue to my calendar on the sixteenth at noon',
    { title: 'Lunch with Sue', date: '2026-11-16' },
  ],
  ['cancel my meeting on the fourteenth', { title: 'meeting', date: '2026-12-14' }],
])('"%s" says its day in words', (said, expected) => {
  expect(meant(said)).toMatchObject(expected)
})
