import { day, moment, nextWeekday } from '../days.ts'
import { asksBack, demand, inCalendar, notInCalendar, says, saysOneOf } from '../judging.ts'
import { appointments } from '../made-tables.ts'
import { defineDomain, defineWish, type Round, type Seen } from '../wish.ts'
import { addEvent, events, read, readPdf } from './calls.ts'

const { dentist, lunch, review } = appointments

const idOf = ({ find }: Seen, title: string): string =>
  find(new RegExp(`"event_id":"([^"]+)","title":"${title}"`))

const cancel =
  (title: string): Round =>
  (seen) => [['CALENDAR_DELETE', { event_id: idOf(seen, title) }]]

export const calendar = defineDomain('calendar', [
  defineWish({
    id: 'vet-appointment',
    language: 'en',
    kind: 'do',
    say: `The cat has to see the vet on ${day(3)} at 16:15, for half an hour. Please note that in my calendar as "Vet".`,
    script: [[addEvent('Vet', `${day(3)}T16:15`, { duration_minutes: 30 })], 'It is in your calendar.'],
    may: { calendar: true },
    judge: async (outcome) => {
      await inCalendar(outcome, { title: 'Vet', at: moment(day(3), '16:15'), minutes: 30 })
    },
  }),
  defineWish({
    id: 'deadlines-to-calendar',
    language: 'en',
    kind: 'do',
    say: 'Put each deadline from meeting-notes.md into my calendar as an event that lasts the whole day.',
    script: [
      [read('~/Documents/meeting-notes.md')],
      [
        addEvent('Anna: draft of the brochure', day(4)),
        addEvent('Tomás: book the stand', day(6)),
        addEvent('Call the printer', day(8)),
      ],
      'The three deadlines are in your calendar.',
    ],
    may: { calendar: true },
    async judge(outcome) {
      await inCalendar(outcome, { title: /brochure|draft/i, at: day(4) })
      await inCalendar(outcome, { title: /stand/i, at: day(6) })
      await inCalendar(outcome, { title: /printer/i, at: day(8) })
    },
  }),
  defineWish({
    id: 'next-meeting-de',
    language: 'de',
    kind: 'do',
    say: 'Trag das nächste Treffen, das in meeting-notes.md steht, als „Projekttreffen“ in meinen Kalender ein.',
    script: [
      [read('~/Documents/meeting-notes.md')],
      [addEvent('Projekttreffen', `${day(14)}T10:00`)],
      'Das Projekttreffen steht im Kalender.',
    ],
    may: { calendar: true },
    judge: async (outcome) => {
      await inCalendar(outcome, { title: 'Projekttreffen', at: moment(day(14), '10:00') })
    },
  }),
  defineWish({
    id: 'train-from-ticket-fr',
    language: 'fr',
    kind: 'do',
    say: 'Mon billet de train est dans les téléchargements (ticket.pdf). Note le départ dans mon agenda, avec « Train » dans le titre.',
    script: [
      [readPdf('~/Downloads/ticket.pdf')],
      [addEvent('Train 417 pour Lisbonne', `${day(15)}T07:52`)],
      'Le départ est noté.',
    ],
    may: { calendar: true },
    judge: async (outcome) => {
      await inCalendar(outcome, { title: 'Train', at: moment(day(15), '07:52') })
    },
  }),
  defineWish({
    id: 'cancel-dentist-es',
    language: 'es',
    kind: 'do',
    say: 'Borra de mi calendario la cita con el dentista (Dentist). No voy a ir.',
    script: [[events(day(0), day(14))], cancel('Dentist'), 'La cita ya no está en el calendario.'],
    may: { calendar: true },
    async judge(outcome) {
      await notInCalendar(outcome, 'Dentist')
      await inCalendar(outcome, { title: 'Lunch', at: moment(lunch.date, lunch.time) })
    },
  }),
  defineWish({
    id: 'move-review',
    language: 'en',
    kind: 'do',
    say: 'The budget review takes place one hour later than my calendar says, on the same day. Correct that.',
    script: [
      [events(day(0), day(14))],
      (seen) => [
        addEvent('Budget review', `${review.date}T15:00`, { duration_minutes: 60 }),
        ['CALENDAR_DELETE', { event_id: idOf(seen, 'Budget review') }],
      ],
      'The budget review is at 15:00 now.',
    ],
    may: { calendar: true },
    async judge(outcome) {
      await inCalendar(outcome, { title: 'Budget review', at: moment(review.date, '15:00') })
      const all = (await outcome.events()).filter(({ title }) => /budget review/i.test(title))
      demand(all.length === 1, 'The old one is still there.')
    },
  }),
  defineWish({
    id: 'when-is-lunch',
    language: 'en',
    kind: 'question',
    say: 'At what time do Tomás and I meet for lunch this week?',
    script: [[events(day(0), day(7))], 'At 12:30.'],
    judge: (outcome) => saysOneOf(outcome, '12:30', '12.30', 'half past twelve'),
  }),
  defineWish({
    id: 'yoga-weekly-it',
    language: 'it',
    kind: 'do',
    say: 'Da lunedì prossimo faccio yoga ogni lunedì dalle 18 alle 19. Mettilo nel calendario come «Yoga».',
    script: [
      [
        addEvent('Yoga', `${nextWeekday(1)}T18:00`, {
          duration_minutes: 60,
          recurrence: 'FREQ=WEEKLY;BYDAY=MO',
        }),
      ],
      'Lo yoga è nel calendario, ogni lunedì.',
    ],
    may: { calendar: true },
    async judge(outcome) {
      const event = await inCalendar(outcome, {
        title: 'Yoga',
        at: moment(nextWeekday(1), '18:00'),
        minutes: 60,
      })
      demand(event.repeats, 'It does not come again.')
    },
  }),
  defineWish({
    id: 'clash-ask-first',
    language: 'en',
    kind: 'ask',
    say: `Plan a call with Anna on ${dentist.date} from 9:00 to 9:30. If I have something at that time already, do not add anything but tell me what it is and ask.`,
    script: [
      [events(dentist.date, dentist.date)],
      'You have the dentist at 9:00 on that day. Shall I look for another time?',
    ],
    wrong: [
      [addEvent('Call with Anna', `${dentist.date}T09:00`, { duration_minutes: 30 })],
      'The call with Anna is planned. Dentist is at the same time. All right?',
    ],
    judge(outcome) {
      says(outcome, 'dentist')
      asksBack(outcome)
    },
  }),
  defineWish({
    id: 'dinner-without-date-fr',
    language: 'fr',
    kind: 'ask',
    say: 'Mets le dîner avec Marie dans mon agenda.',
    script: ['Quel jour et à quelle heure est le dîner avec Marie ?'],
    wrong: [[addEvent('Dîner avec Marie', `${day(1)}T20:00`)], 'C’est noté. Autre chose ?'],
    judge: asksBack,
  }),
  defineWish({
    id: 'second-of-the-day',
    language: 'en',
    kind: 'do',
    turns: [
      {
        say: `Which appointments are in my calendar on ${lunch.date}?`,
        script: [[events(lunch.date, lunch.date)], 'Dentist at 9:00 and lunch with Tomás at 12:30.'],
      },
      {
        say: 'The second one is at 13:30 instead, please change it.',
        script: [
          [events(lunch.date, lunch.date)],
          (seen) => [
            addEvent('Lunch with Tomás', `${lunch.date}T13:30`, { duration_minutes: 60 }),
            ['CALENDAR_DELETE', { event_id: idOf(seen, 'Lunch with Tomás') }],
          ],
          'Lunch with Tomás is at 13:30 now.',
        ],
      },
    ],
    may: { calendar: true },
    async judge(outcome) {
      await inCalendar(outcome, { title: 'Lunch', at: moment(lunch.date, '13:30') })
      await inCalendar(outcome, { title: 'Dentist', at: moment(dentist.date, dentist.time) })
      const all = (await outcome.events()).filter(({ title }) => /lunch/i.test(title))
      demand(all.length === 1, 'The old one is still there.')
    },
  }),
])
