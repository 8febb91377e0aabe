import type { Command, CommandOptions } from '../command.ts'
import { place } from '../place-options.ts'

const listening: CommandOptions = {
  port: { type: 'string', value: 'N', about: 'The port to listen on' },
  host: { type: 'string', value: 'ADDRESS', about: 'The address to listen on' },
  socket: { type: 'string', value: 'PATH', about: 'A Unix socket to listen on as well' },
}

export const serviceCommand: Command = {
  name: 'service',
  usage: 'deskhand service status | install | uninstall',
  summary: 'Let systemd or launchd start it with your session, and again after a crash',
  options: place,
  verbs: [
    {
      name: 'status',
      usage: 'deskhand service status',
      summary: 'Say whether it is installed and runs',
    },
    {
      name: 'install',
      usage: 'deskhand service install [--print] [--port N] [--host ADDRESS] [--socket PATH] [--home FOLDER]',
      summary: 'Install it, or bring what is installed up to date, and start it',
      options: { print: { type: 'boolean', about: 'Only show the file' }, ...listening },
    },
    {
      name: 'uninstall',
      usage: 'deskhand service uninstall',
      summary: 'Stop it and take it out again; the data stays',
    },
  ],
  load: () => import('../commands/service.ts'),
}
