import type { Verb } from './command.ts'

/** A verb for one timer. */
function timing(name: string, summary: string, more: Partial<Verb> = {}): Verb {
  return { name, usage: `deskhand timers ${name} ID`, summary, maxWords: 1, completes: 'timer', ...more }
}

export const timerVerbs: readonly [Verb, ...Verb[]] = [
  { name: 'list', usage: 'deskhand timers', summary: 'List timers, the next to ring first', maxWords: 0 },
  {
    name: 'start',
    usage: 'deskhand timers start DURATION [--label TEXT] | --at TIME | --pomodoro | --stopwatch',
    summary: 'Start one: 10m, 1h30m, or an alarm with --at 6:15',
    options: {
      label: { type: 'string', value: 'TEXT', about: 'What it is for' },
      at: { type: 'string', value: 'TIME', about: 'Ring at this time, e.g. 6:15 or 2036-03-02T06:15' },
      pomodoro: { type: 'boolean', about: 'Rounds of work and breaks' },
      stopwatch: { type: 'boolean', about: 'Count up' },
    },
    maxWords: 20,
  },
  timing('pause', 'Pause it'),
  timing('resume', 'Resume it'),
  timing('add', 'Give it more time', { usage: 'deskhand timers add ID DURATION', maxWords: 20 }),
  timing('next', 'Start the next phase of a pomodoro'),
  timing('done', 'Stop the ringing'),
  timing('cancel', 'Cancel it'),
]
