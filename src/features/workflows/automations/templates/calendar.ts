import { folderInput, step, template } from './template.ts'

export const calendarTemplates = [
  template({
    id: 'time-to-leave',
    title: 'Tell me when it is time to leave',
    description: 'An hour before an appointment that has a place, shows a notification with the place.',
    category: 'calendar',
    triggers: [
      {
        id: 'soon',
        type: 'calendar',
        before_s: 3_600,
        when: 'not $event.all_day and not empty($event.location)',
      },
    ],
    steps: [
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Time to leave', message: '$event.title begins in an hour: $event.location' },
      }),
    ],
  }),

  template({
    id: 'agenda',
    title: 'Tell me the day’s appointments',
    description: 'Every weekday at 8, shows what is on your calendar today, or that there is nothing.',
    category: 'calendar',
    triggers: [{ id: 'morning', type: 'schedule', cron: '0 8 * * 1-5', catch_up: 'skip' }],
    steps: [
      step('CALENDAR_LIST', { id: 'list', args: { from: '$today', to: '$today', limit: 20 } }),
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'Today', message: 'On your calendar today:\n$list.events[*].title' },
        depends_on: ['list'],
        when: 'not empty($list.events)',
      }),
      step('NOTIFY_USER', {
        id: 'free',
        args: { title: 'Today', message: 'There is nothing on your calendar.' },
        depends_on: ['list'],
        when: 'empty($list.events)',
      }),
    ],
  }),

  template({
    id: 'week-ahead',
    title: 'Write down the week ahead',
    description: 'Every Sunday evening, writes the appointments of the coming week into a Word document.',
    category: 'calendar',
    inputs: { folder: folderInput('Documents go to', '~/Documents/Weeks') },
    triggers: [{ id: 'sunday', type: 'schedule', cron: '0 18 * * 0', catch_up: 'skip' }],
    steps: [
      step('CALENDAR_LIST', { id: 'week', args: {} }),
      step('SET_VALUES', {
        id: 'lines',
        args: { compute: { line: '$entry.start + " – " + $entry.title' } },
        depends_on: ['week'],
        for_each: { in: '$week.events', as: 'entry' },
        outputs: ['line'],
      }),
      step('CREATE_DOCX', {
        id: 'write',
        args: {
          path: '$inputs.folder/Week from $today.docx',
          title: 'The week from $today',
          blocks: [{ type: 'bullet_list', items: '$line' }],
        },
        depends_on: ['lines'],
        when: 'not empty($week.events)',
      }),
    ],
  }),
]
