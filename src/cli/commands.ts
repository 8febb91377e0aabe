import type { Command } from './command.ts'

const place = {
  home: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    usage: 'deskhand start [--background] [--port N] [--host ADDRESS] [--socket PATH] [--home FOLDER]',
    summary: 'Start the service here (or in the background)',
    options: {
      ...place,
      port: { type: 'string' },
      host: { type: 'string' },
      socket: { type: 'string' },
      background: { type: 'boolean', short: 'b' },
    },
    load: () => import('./start.ts'),
  },
  {
    name: 'stop',
    usage: 'deskhand stop [--home FOLDER]',
    summary: 'Stop the running service',
    options: place,
    load: () => import('./stop.ts'),
  },
  {
    name: 'status',
    usage: 'deskhand status [--json]',
    summary: 'Say whether the service runs and how its parts are',
    options: place,
    load: () => import('./status.ts'),
  },
  {
    name: 'open',
    usage: 'deskhand open',
    summary: 'Open the service in the browser',
    options: { ...place, print: { type: 'boolean' } },
    load: () => import('./open.ts'),
  },
  {
    name: 'doctor',
    usage: 'deskhand doctor [--json]',
    summary: 'Check the machine, the data folder and the settings for trouble',
    options: place,
    load: () => import('./doctor.ts'),
  },
  {
    name: 'token',
    usage: 'deskhand token new | show | off',
    summary: 'Make, show or remove the token that callers must send',
    options: place,
    load: () => import('./token.ts'),
  },
  {
    name: 'logs',
    usage: 'deskhand logs [--follow] [--lines N]',
    summary: 'Show what the service logged',
    options: { ...place, follow: { type: 'boolean', short: 'f' }, lines: { type: 'string', short: 'n' } },
    load: () => import('./logs.ts'),
  },
  {
    name: 'audit',
    usage: 'deskhand audit verify | show [--lines N]',
    summary: 'Check that the audit log was not altered, or show its end',
    options: { ...place, lines: { type: 'string', short: 'n' } },
    load: () => import('./audit.ts'),
  },
  {
    name: 'backup',
    usage: 'deskhand backup [--list]',
    summary: 'Copy the database to the backup folder',
    options: { ...place, list: { type: 'boolean' } },
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    usage: 'deskhand restore [BACKUP] [--yes]',
    summary: 'Put a backup in place of the database (the service must be stopped)',
    options: { ...place, yes: { type: 'boolean', short: 'y' } },
    load: () => import('./restore.ts'),
  },
  {
    name: 'api',
    usage: 'deskhand api [OPERATION] [--name value …] [--body JSON]',
    summary: 'Call any operation of the interface; without one, list them',
    options: place,
    ownFlags: true,
    load: () => import('./api.ts'),
  },
]
