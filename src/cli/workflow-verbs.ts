import type { Verb } from './command.ts'

const follow = { type: 'boolean', short: 'f', about: 'Follow it until it ends' } as const
const step = { type: 'string', value: 'ID', about: 'The step, if several are waiting' } as const
const args = {
  type: 'string',
  value: 'JSON',
  about: 'New arguments for the step, replacing all of them',
} as const
const comment = { type: 'string', value: 'TEXT', about: 'Reason, kept in the record' } as const
/** A verb that moves one workflow on. */
function moving(name: string, summary: string, options: Verb['options'] = {}): Verb {
  const flags = Object.keys(options).map((option) => ` [--${option}]`)
  return {
    name,
    usage: `deskhand workflows ${name} ID${flags.join('')}`,
    summary,
    options,
    maxWords: 1,
    completes: 'workflow',
  }
}

export const workflowVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'list',
    usage: 'deskhand workflows list [--status STATUS] [--limit N]',
    summary: 'List workflows, newest first',
    options: {
      status: {
        type: 'string',
        value: 'STATUS',
        choices: ['pending', 'running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'],
        about: 'Only running, waiting, paused, completed, failed …',
      },
      limit: { type: 'string', value: 'N', about: 'How many (50)' },
    },
  },
  moving('show', 'Show one with its steps', { follow }),
  {
    name: 'create',
    usage: 'deskhand workflows create FILE [--name NAME] [--no-start] [--follow]',
    summary: 'Start one from a JSON file of steps, or - for stdin',
    options: {
      name: { type: 'string', value: 'NAME', about: 'Its name' },
      'no-start': { type: 'boolean', about: 'Create it without starting it' },
      follow,
    },
    maxWords: 1,
  },
  {
    name: 'generate',
    usage: 'deskhand workflows generate SENTENCE [--start] [--follow]',
    summary: 'Plan one from a sentence',
    options: { start: { type: 'boolean', about: 'Also start it' }, follow },
    maxWords: 200,
  },
  moving('pause', 'Pause it: start no further steps'),
  moving('resume', 'Resume a paused one', { follow }),
  moving('approve', 'Approve the step that is waiting', { step, args, comment, follow }),
  moving('reject', 'Reject the step that is waiting', { step, comment }),
  moving('retry', 'Retry from the failed step', { step, follow }),
  moving('rerun', 'Run it again as a new one', { follow }),
  moving('delete', 'Cancel and remove it', {
    yes: { type: 'boolean', short: 'y', about: "Don't ask first" },
  }),
  {
    name: 'schedules',
    usage: 'deskhand workflows schedules [list | pause ID | resume ID | delete ID]',
    summary: 'List and manage schedules',
    maxWords: 2,
    completes: 'schedule',
  },
]
