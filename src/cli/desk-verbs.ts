import type { Verb } from './command.ts'

export const deskVerbs: readonly [Verb, ...Verb[]] = [
  { name: 'list', usage: 'deskhand desk', summary: 'List the latest tasks', maxWords: 0 },
  {
    name: 'run',
    usage: 'deskhand desk run TASK [--ask WHEN] [--max-steps N]',
    summary: 'Start a task and follow it; Ctrl-C stops it',
    options: {
      ask: {
        type: 'string',
        value: 'WHEN',
        choices: ['risky', 'every', 'none'],
        about: 'Ask before risky actions, every one, or none but passwords and money (risky)',
      },
      'max-steps': { type: 'string', value: 'N', about: 'Maximum number of actions (40)' },
    },
    maxWords: 1000,
  },
  {
    name: 'show',
    usage: 'deskhand desk show [ID]',
    summary: 'Show a task with its plan, steps and changes; the latest without an ID',
    maxWords: 1,
  },
  { name: 'stop', usage: 'deskhand desk stop', summary: 'Stop the running task', maxWords: 0 },
]
