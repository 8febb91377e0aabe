import type { Verb } from './command.ts'

/** A verb for one skill. */
function about(name: string, summary: string, more: Partial<Verb> = {}): Verb {
  return {
    name,
    usage: `deskhand skills ${name} NAME`,
    summary,
    maxWords: 1,
    completes: 'skill',
    ...more,
  }
}

export const skillVerbs: readonly [Verb, ...Verb[]] = [
  { name: 'list', usage: 'deskhand skills', summary: 'List the skills and their state', maxWords: 0 },
  about('show', 'Show all there is to look at: text, files, warnings, changes', {
    usage: 'deskhand skills show NAME [--file PATH]',
    options: { file: { type: 'string', value: 'PATH', about: 'Show this file of it' } },
  }),
  about('enable', 'Let models use exactly the files that you are shown', {
    usage: 'deskhand skills enable NAME [--yes]',
    options: { yes: { type: 'boolean', short: 'y', about: "Don't ask first" } },
  }),
  about('disable', 'Let no model use it'),
  {
    name: 'add',
    usage: 'deskhand skills add SOURCE [--commit ID] [--folder PATH] [--replace]',
    summary: 'Copy one in: a folder, a .zip or .skill file, its https address, or a git repository',
    options: {
      commit: { type: 'string', value: 'ID', about: 'The full id of a commit, for a git repository' },
      folder: { type: 'string', value: 'PATH', about: 'Where the skill is, if there are several' },
      replace: { type: 'boolean', about: 'Replace the skill of that name' },
    },
    maxWords: 1,
  },
  about('remove', "Delete one from Deskhand's own folder", {
    usage: 'deskhand skills remove NAME [--yes]',
    options: { yes: { type: 'boolean', short: 'y', about: "Don't ask first" } },
  }),
  {
    name: 'validate',
    usage: 'deskhand skills validate FOLDER',
    summary: 'Check a folder by the Agent Skills specification',
    maxWords: 1,
  },
]
