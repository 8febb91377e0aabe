import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { choice, day, dayOrMoment, line, passage, timeZone, title, Tone } from '../members.ts'

export const calendarView = defineComponent({
  type: 'calendar_view',
  tier: 0,
  summary: 'Appointments on their days: choose it for what is on today, this week or this month.',
  props: closed({
    title,
    view: choice(['month', 'week', 'day', 'agenda'], 'How much to show; agenda is a list'),
    date: Type.Optional(day('A day in the period to show; default: today')),
    events: Type.Optional(
      Type.Array(
        closed({
          id: Type.Optional(line('Its ID in the source calendar', 300)),
          title: line('What it is', 300),
          start: dayOrMoment('When it starts; a date alone means all day'),
          end: Type.Optional(dayOrMoment('When it ends')),
          location: Type.Optional(line('Where it is', 300)),
          text: Type.Optional(passage('More about it', 4_000)),
          tone: Type.Optional(Tone),
          action,
        }),
        { maxItems: 500, description: "The appointments; default: the user's own calendar, always current" },
      ),
    ),
    time_zone: Type.Optional(timeZone("Time zone to show times in; default: the reader's")),
    week_starts_on: choice(['monday', 'sunday', 'saturday'], 'First day of the week'),
  }),
  example: {
    view: 'week',
    date: '2026-03-02',
    events: [
      {
        title: 'Dentist',
        start: '2026-03-04T08:00:00Z',
        end: '2026-03-04T08:30:00Z',
        location: 'Storgata 1',
      },
    ],
  },
  gallery: {
    group: 'Time and calendar',
    title: 'Calendar',
    about: 'Your next events, or a week or month of them',
    icon: 'calendar-days',
    settings: ['title', 'view', 'week_starts_on'],
    start: { view: 'agenda', title: 'Next events' },
  },
})
