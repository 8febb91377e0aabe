import { realpathSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, resolve } from 'node:path'
import { writeFileAtomic } from '../../platform/files/atomic-file.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, runningService } from '../running-service.ts'
import { launchd } from '../service/launchd.ts'
import { findProgram } from '../service/run-program.ts'
import type { StartPlan, Supervisor } from '../service/supervisor.ts'
import { systemd } from '../service/systemd.ts'

/** `deskhand service install`: the system starts the service with the session, and again when it has crashed. */
export async function run(call: CommandCall): Promise<number> {
  const supervisor = supervisorOf(call.environment)
  if (call.verb === 'install') return install(supervisor, call)
  if (call.verb === 'uninstall') return uninstall(supervisor, call)
  return status(supervisor, call)
}

function supervisorOf(environment: NodeJS.ProcessEnv): Supervisor {
  const systemctl = findProgram('systemctl', environment)
  if (systemctl) return systemd(systemctl, environment)
  const launchctl = findProgram('launchctl', environment)
  if (launchctl) return launchd(launchctl, environment)
  if (process.platform === 'win32')
    throw new CommandError(
      'Installing as a service works on Linux and macOS. On Windows, "deskhand start --background" runs it until you log out; Task Scheduler can run that when you log on.',
      exitCode.failed,
    )
  throw new CommandError(
    'Neither systemd nor launchd found. "deskhand start --background" runs it until you log out or stop it.',
    exitCode.failed,
  )
}

async function install(supervisor: Supervisor, call: CommandCall): Promise<number> {
  const { path } = supervisor
  const content = supervisor.contentFor(planOf(call))
  if (call.flags['print'] === true) {
    call.terminal.result({ path, content }, () => content.trimEnd())
    return exitCode.ok
  }
  const { isRunning } = await supervisor.state()
  const other = isRunning ? null : runningService(folderOf(call))
  if (other)
    throw new CommandError(
      `Deskhand is already running as process ${other.pid}. Stop it with "deskhand stop", then install it.`,
      exitCode.failed,
    )
  const hasChanged = (await installed(path)) !== content
  if (hasChanged) {
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomic(path, content)
  }
  await supervisor.takeUp({ hasChanged })
  call.terminal.result({ installed: true, changed: hasChanged, path }, () =>
    [`Deskhand is started by ${supervisor.name} from now on (${path}).`, supervisor.advice].join('\n'),
  )
  return exitCode.ok
}

async function uninstall(supervisor: Supervisor, call: CommandCall): Promise<number> {
  const { path } = supervisor
  const wasInstalled = (await installed(path)) !== null
  if (wasInstalled) await supervisor.drop(() => rm(path, { force: true }))
  call.terminal.result({ installed: false, changed: wasInstalled, path }, () =>
    wasInstalled
      ? `Stopped Deskhand; ${supervisor.name} no longer starts it. Its data is kept.`
      : "Deskhand isn't installed as a service.",
  )
  return exitCode.ok
}

async function status(supervisor: Supervisor, call: CommandCall): Promise<number> {
  const { name, path } = supervisor
  const isInstalled = (await installed(path)) !== null
  const { isRunning, isEnabled } = isInstalled
    ? await supervisor.state()
    : { isRunning: false, isEnabled: false }
  const state = { supervisor: name, installed: isInstalled, enabled: isEnabled, running: isRunning, path }
  call.terminal.result(state, () => {
    if (!isInstalled)
      return `Deskhand isn't installed as a service. Install it with "deskhand service install".`
    const starts = isEnabled ? 'starts with your session' : "doesn't start automatically"
    return `Installed in ${path}: it ${starts} and ${isRunning ? 'is running' : "isn't running"} now.`
  })
  return exitCode.ok
}

async function installed(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function planOf(call: CommandCall): StartPlan {
  const { environment } = call
  const folder = folderOf(call)
  const isElsewhere = call.flags['home'] !== undefined || Boolean(environment['DESKHAND_HOME'])
  const words = [
    ...flagOf(call, { flag: 'port', variable: 'DESKHAND_PORT' }),
    ...flagOf(call, { flag: 'host', variable: 'DESKHAND_HOST' }),
    ...flagOf(call, { flag: 'socket', variable: 'DESKHAND_SOCKET', read: (path) => resolve(path) }),
    ...(isElsewhere ? ['--home', folder.root] : []),
  ]
  // The program itself and not a link to it, which may belong to a project.
  const program = realpathSync(process.argv[1]!)
  const command = [process.execPath, '--max-semi-space-size=4', program, 'start', '--json', ...words] as const
  if (command.some((word) => /\p{Cc}/u.test(word)))
    throw new CommandError('A path or value contains a line break or control character.', exitCode.usage)
  return { command, folder, environment: { PATH: searchPath(environment) } }
}

interface FlagSource {
  readonly flag: string
  readonly variable: string
  readonly read?: (text: string) => string
}

function flagOf({ flags, environment }: CommandCall, { flag, variable, read }: FlagSource): string[] {
  const value = flags[flag] ?? environment[variable]
  if (typeof value !== 'string' || value === '') return []
  return [`--${flag}`, read ? read(value) : value]
}

/** Tools find the programs that they find in this terminal; folders that npx adds for the moment are not meant. */
function searchPath(environment: NodeJS.ProcessEnv): string {
  const folders = (environment['PATH'] ?? '').split(delimiter)
  const lasting = folders.filter(
    (folder) => isAbsolute(folder) && !/\/node_modules\/|\/_npx\/|\p{Cc}/u.test(folder),
  )
  return [...new Set(lasting)].join(delimiter)
}
