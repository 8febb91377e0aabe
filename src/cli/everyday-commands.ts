import type { Command, Verb } from './command.ts'
import { place } from './place-options.ts'
import { channelVerbs } from './channel-verbs.ts'
import { deskVerbs } from './desk-verbs.ts'
import { recordingVerbs } from './recording-verbs.ts'
import { timerVerbs } from './timer-verbs.ts'
import { workflowVerbs } from './workflow-verbs.ts'
import { textActions } from './text-actions.ts'

const session = {
  type: 'string',
  short: 's',
  value: 'ID',
  about: 'Continue this conversation instead of starting a new one',
} as const

const text = {
  type: 'string',
  value: 'TEXT',
  about: 'The text, @file, or - for stdin (stdin)',
} as const

const mailVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'sign-in',
    usage: 'deskhand mail sign-in [--device]',
    summary: 'Sign in with a browser on this computer, or by a code on any device',
    options: { device: { type: 'boolean', about: 'By a code that you type in on any device' } },
    maxWords: 0,
  },
]

const approvalVerbs: readonly [Verb, ...Verb[]] = [
  { name: 'list', usage: 'deskhand approvals', summary: 'List pending approvals', maxWords: 0 },
  {
    name: 'approve',
    usage: 'deskhand approvals approve [ID] [--args JSON]',
    summary: 'Approve it; without an ID, go through all of them',
    options: {
      args: {
        type: 'string',
        value: 'JSON',
        about: 'What to enter, or to run it with instead; @file or - for stdin (stdin)',
      },
    },
    maxWords: 1,
    completes: 'approval',
  },
  {
    name: 'reject',
    usage: 'deskhand approvals reject ID',
    summary: 'Reject it',
    maxWords: 1,
    completes: 'approval',
  },
  {
    name: 'allowed',
    usage: 'deskhand approvals allowed',
    summary: 'List what is always allowed',
    maxWords: 0,
  },
  {
    name: 'revoke',
    usage: 'deskhand approvals revoke ID',
    summary: 'Stop allowing something; ask again',
    maxWords: 1,
  },
]

const storeVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'list',
    usage: 'deskhand store list [PREFIX]',
    summary: 'List the keys',
    maxWords: 1,
    completes: 'store key',
  },
  {
    name: 'get',
    usage: 'deskhand store get KEY',
    summary: 'Print the value as JSON',
    maxWords: 1,
    completes: 'store key',
  },
  {
    name: 'set',
    usage: 'deskhand store set KEY VALUE [--text]',
    summary: 'Write a value: JSON, text, @file, or - for stdin',
    options: { text: { type: 'boolean', about: 'Store it as text even if it is JSON' } },
    maxWords: 2,
    completes: 'store key',
  },
  {
    name: 'delete',
    usage: 'deskhand store delete KEY',
    summary: 'Remove a value',
    maxWords: 1,
    completes: 'store key',
  },
]

const settingVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'list',
    usage: 'deskhand settings list [WORD]',
    summary: 'List the settings with their values',
    maxWords: 1,
    completes: 'setting',
  },
  {
    name: 'get',
    usage: 'deskhand settings get NAME',
    summary: 'Print the value',
    maxWords: 1,
    completes: 'setting',
  },
  {
    name: 'set',
    usage: 'deskhand settings set NAME [VALUE] [--untried]',
    summary: 'Change one; without a value, type it in hidden',
    options: { untried: { type: 'boolean', about: 'Save LLM_API_KEY without trying it first' } },
    maxWords: 2,
    completes: 'setting',
  },
  {
    name: 'unset',
    usage: 'deskhand settings unset NAME',
    summary: 'Restore the default',
    maxWords: 1,
    completes: 'setting',
  },
]

/** Commands that talk to the running service. */
export const everydayCommands: readonly Command[] = [
  {
    name: 'chat',
    usage: 'deskhand chat [--session ID]',
    summary: 'Chat in the terminal; piped input is sent line by line',
    options: { session, ...place },
    load: () => import('./chat/chat.ts'),
  },
  {
    name: 'ask',
    usage: 'deskhand ask SENTENCE [--session ID]',
    summary: 'Ask a single question (for a sentence in quotes, "ask" is optional)',
    options: { session, ...place },
    maxWords: 1000,
    insideService: true,
    load: () => import('./chat/ask.ts'),
  },
  {
    name: 'run',
    usage: 'deskhand run TOOL [--flag value …]',
    summary: 'Run a tool; "deskhand run TOOL --help" shows what it takes',
    options: {
      args: { type: 'string', value: 'JSON', about: 'All arguments as one JSON object' },
      yes: { type: 'boolean', short: 'y', about: 'Approve it without asking' },
      ...place,
    },
    ownFlags: true,
    completes: 'tool',
    insideService: true,
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'tools',
    usage: 'deskhand tools [WORDS …] [--agent NAME] [--risk RISK]',
    summary: 'List or search tools',
    options: {
      agent: { type: 'string', value: 'NAME', about: 'Only tools of this plugin' },
      risk: {
        type: 'string',
        value: 'RISK',
        choices: ['read', 'write', 'external', 'dangerous'],
        about: 'Only read, write, external or dangerous',
      },
      ...place,
    },
    maxWords: 20,
    insideService: true,
    load: () => import('./commands/tools.ts'),
  },
  {
    name: 'workflows',
    usage: 'deskhand workflows [VERB] [ID]',
    summary: 'List, start, watch and decide about workflows',
    options: place,
    verbs: workflowVerbs,
    insideService: true,
    load: () => import('./commands/workflows.ts'),
  },
  {
    name: 'approvals',
    usage: 'deskhand approvals [VERB] [ID]',
    summary: 'List and answer approvals',
    options: place,
    verbs: approvalVerbs,
    load: () => import('./commands/approvals.ts'),
  },
  {
    name: 'timers',
    usage: 'deskhand timers [VERB] [ID]',
    summary: 'List, start and stop timers and alarms',
    options: place,
    verbs: timerVerbs,
    insideService: true,
    load: () => import('./commands/timers.ts'),
  },
  {
    name: 'recordings',
    usage: 'deskhand recordings [VERB] [TASK]',
    summary: 'Recorded computer tasks: list, show, delete',
    options: place,
    verbs: recordingVerbs,
    insideService: true,
    load: () => import('./commands/recordings.ts'),
  },
  {
    name: 'desk',
    usage: 'deskhand desk [VERB] [TASK|ID]',
    summary: 'Tasks on the desktop: run, follow, stop',
    options: place,
    verbs: deskVerbs,
    load: () => import('./commands/desk.ts'),
  },
  {
    name: 'channels',
    usage: 'deskhand channels [VERB] [CHANNEL|PAIRING]',
    summary: 'Chats from which this machine is reached: list, pair, revoke',
    options: place,
    verbs: channelVerbs,
    insideService: true,
    load: () => import('./commands/channels.ts'),
  },
  {
    name: 'mail',
    usage: 'deskhand mail sign-in [--device]',
    summary: 'Sign in to your mail account at its provider, instead of a password',
    options: place,
    verbs: mailVerbs,
    load: () => import('./commands/mail.ts'),
  },
  {
    name: 'store',
    usage: 'deskhand store [VERB] [KEY]',
    summary: 'Read and write stored values',
    options: place,
    verbs: storeVerbs,
    insideService: true,
    load: () => import('./commands/store.ts'),
  },
  {
    name: 'settings',
    usage: 'deskhand settings [VERB] [NAME]',
    summary: 'Read and change the settings',
    options: place,
    verbs: settingVerbs,
    insideService: true,
    load: () => import('./commands/settings.ts'),
  },
  {
    name: 'transform',
    usage: 'deskhand transform [--action ACTION] [--instruction TEXT] [--text TEXT]',
    summary: 'Improve, shorten, expand, correct or continue piped-in text',
    options: {
      action: {
        type: 'string',
        short: 'a',
        value: 'ACTION',
        choices: textActions,
        about: 'improve, shorten, expand, fix_grammar or continue (improve)',
      },
      instruction: { type: 'string', value: 'TEXT', about: 'Extra instructions' },
      text,
      ...place,
    },
    insideService: true,
    load: async () => ({ run: (await import('./commands/text-commands.ts')).transform }),
  },
  {
    name: 'assist',
    usage: 'deskhand assist INSTRUCTION [--text TEXT]',
    summary: 'Follow an instruction about piped-in text',
    options: { text, ...place },
    maxWords: 1000,
    insideService: true,
    load: async () => ({ run: (await import('./commands/text-commands.ts')).assist }),
  },
]
