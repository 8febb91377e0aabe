import type { Verb } from './command.ts'

export const recordingVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'list',
    usage: 'deskhand recordings',
    summary: 'List recorded computer tasks, the newest first',
    maxWords: 0,
  },
  {
    name: 'show',
    usage: 'deskhand recordings show TASK',
    summary: 'Print what a task did, step by step',
    maxWords: 1,
    completes: 'recording',
  },
  {
    name: 'delete',
    usage: 'deskhand recordings delete TASK | --all',
    summary: 'Delete a recording for good, or all of them',
    options: { all: { type: 'boolean', about: 'All recordings' } },
    maxWords: 1,
    completes: 'recording',
  },
]
