import type { Command } from './command.ts'
import { mcpVerbs } from './mcp-verbs.ts'
import { place } from './place-options.ts'
import { skillVerbs } from './skill-verbs.ts'

const lines = { type: 'string', short: 'n', value: 'N' } as const

/** What both names of the service's start take. */
const starting = {
  background: { type: 'boolean', short: 'b', about: 'Run in the background; return once it is ready' },
  port: { type: 'string', value: 'N', about: 'The port, instead of DESKHAND_PORT or 8000' },
  host: {
    type: 'string',
    value: 'ADDRESS',
    about: 'The address to listen on, instead of DESKHAND_HOST or 127.0.0.1; others need a token',
  },
  socket: { type: 'string', value: 'PATH', about: 'Also answer HTTP on this Unix socket' },
  home: place.home,
  json: { type: 'boolean', about: 'Write the log as JSON, one object per line' },
} as const

/** Commands about the service itself, and about what belongs to it on this machine. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'start',
    usage: 'deskhand start [--background] [--port N] [--host ADDRESS] [--socket PATH] [--home FOLDER]',
    summary: 'Start the service here (or in the background)',
    options: starting,
    outlivesReader: true,
  },
  {
    name: 'serve',
    usage: 'deskhand serve [--background] [--port N] [--host ADDRESS] [--socket PATH] [--home FOLDER]',
    summary: 'The same as start: service, worker and scheduler in one',
    options: starting,
    outlivesReader: true,
  },
  {
    name: 'worker',
    usage: 'deskhand worker [--home FOLDER]',
    summary: 'Only run steps of workflows shared in PostgreSQL',
    options: { home: place.home, json: starting.json },
    outlivesReader: true,
  },
  {
    name: 'migrate-to-postgres',
    usage: 'deskhand migrate-to-postgres [--home FOLDER]',
    summary: 'Move workflows and schedules to PostgreSQL (the service must be stopped)',
    options: place,
  },
  {
    name: 'stop',
    usage: 'deskhand stop',
    summary: 'Stop the running service',
    options: place,
    load: () => import('./commands/stop.ts'),
  },
  {
    name: 'status',
    usage: 'deskhand status',
    summary: 'Show whether the service runs and how it is doing',
    options: place,
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'open',
    usage: 'deskhand open [--print]',
    summary: 'Open the service in the browser',
    options: { print: { type: 'boolean', about: 'Only print the address' }, ...place },
    load: () => import('./commands/open.ts'),
  },
  {
    name: 'doctor',
    usage: 'deskhand doctor',
    summary: 'Check the machine, the data folder and the settings for problems',
    options: place,
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'token',
    usage: 'deskhand token new | show | off',
    choices: ['new', 'show', 'off'],
    summary: 'Create, show or remove the token callers must send',
    options: place,
    maxWords: 1,
    load: () => import('./commands/token.ts'),
  },
  {
    name: 'logs',
    usage: 'deskhand logs [--follow] [--lines N]',
    summary: 'Show what the service logged',
    options: {
      follow: { type: 'boolean', short: 'f', about: 'Keep showing new lines' },
      lines: { ...lines, about: 'How many lines from the end (50)' },
      ...place,
    },
    load: () => import('./commands/logs.ts'),
  },
  {
    name: 'audit',
    usage: 'deskhand audit [show | verify] [--lines N]',
    choices: ['show', 'verify'],
    summary: "Show who did what, or verify that the log wasn't altered",
    options: { lines: { ...lines, about: 'How many entries from the end (20)' }, ...place },
    maxWords: 1,
    load: () => import('./commands/audit.ts'),
  },
  {
    name: 'backup',
    usage: 'deskhand backup [--list]',
    summary: 'Copy the database to the backup folder',
    options: { list: { type: 'boolean', about: 'Only list the backups, newest first' }, ...place },
  },
  {
    name: 'restore',
    usage: 'deskhand restore [BACKUP] [--yes] [--trust]',
    summary: 'Replace the database with a backup (the service must be stopped)',
    options: {
      yes: { type: 'boolean', short: 'y', about: "Don't ask first" },
      trust: {
        type: 'boolean',
        about: 'The backup is yours, from another machine: keep its settings and continue its work',
      },
      ...place,
    },
    maxWords: 1,
  },
  {
    name: 'plugin',
    usage: 'deskhand plugin new | list | enable | disable | test [NAME]',
    choices: ['new', 'list', 'enable', 'disable', 'test'],
    completes: 'plugin',
    summary: 'Create, list, enable and test your own plugins',
    options: {
      yes: { type: 'boolean', short: 'y', about: "Don't ask before enabling" },
      grant: { type: 'boolean', about: 'Test with the permissions the manifest asks for' },
      ...place,
    },
    maxWords: 2,
    load: () => import('./commands/plugin.ts'),
  },
  {
    name: 'skills',
    usage: 'deskhand skills [VERB] [NAME]',
    summary: 'Agent Skills: list, review, enable, add and remove instructions for models',
    options: place,
    verbs: skillVerbs,
    load: () => import('./commands/skills.ts'),
  },
  {
    name: 'mcp',
    usage: 'deskhand mcp [VERB] [SERVER]',
    summary:
      'Offer the tools of the running service over MCP on the standard streams; sign in to MCP servers',
    options: { home: place.home },
    verbs: mcpVerbs,
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'acp',
    usage: 'deskhand acp [--start]',
    summary: 'Chat in an editor that knows the Agent Client Protocol, on the standard streams',
    options: {
      start: { type: 'boolean', about: "Start the service in the background if it isn't running" },
      home: place.home,
    },
    load: () => import('./commands/acp.ts'),
  },
  {
    name: 'api',
    usage: 'deskhand api [OPERATION] [--name value …] [--body JSON]',
    summary: 'Call any API operation; without one, list them',
    options: {
      name: { type: 'string', value: 'VALUE', about: 'A parameter or a field of the body' },
      body: { type: 'string', value: 'JSON', about: 'The whole body, or - to read it from stdin' },
      help: { type: 'boolean', short: 'h', about: 'After an operation: what it takes, with an example' },
      ...place,
    },
    ownFlags: true,
    completes: 'operation',
    load: () => import('./commands/api.ts'),
  },
  {
    name: 'completion',
    usage: 'deskhand completion bash | zsh | fish',
    summary: 'Print the script that completes commands, tools and flags in your shell',
    options: place,
    choices: ['bash', 'zsh', 'fish'],
    maxWords: 1,
    load: () => import('./completion/completion.ts'),
  },
  {
    name: 'complete',
    usage: 'deskhand complete -- [WORDS …]',
    summary: 'Suggest how to complete a command line; used by the completion scripts',
    options: place,
    ownFlags: true,
    load: () => import('./completion/complete.ts'),
  },
]
