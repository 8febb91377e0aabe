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
  summary: 'Let systemd or launchd start it when you log in, and restart it after a crash',
  options: place,
  verbs: [
    {
      name: 'status',
      usage: 'deskhand service status',
      summary: 'Show whether it is installed and running',
    },
    {
      name: 'install',
      usage: 'deskhand service install [--print] [--port N] [--host ADDRESS] [--socket PATH] [--home FOLDER]',
      summary: 'Install or update it, and start it',
      options: { print: { type: 'boolean', about: 'Only show the file' }, ...listening },
    },
    {
      name: 'uninstall',
      usage: 'deskhand service uninstall',
      summary: 'Stop and uninstall it; the data is kept',
    },
  ],
  load: () => import('../commands/service.ts'),
}
