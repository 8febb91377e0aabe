import { constants } from 'node:fs'
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder } from '../platform/data-folder.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { callServiceForJson, folderOf, openSecrets, runningService } from './running-service.ts'
import { bytesInWords } from './terminal.ts'

interface Finding {
  readonly check: string
  readonly state: 'ok' | 'note' | 'warning' | 'problem'
  readonly detail: string
}

type Check = (call: CommandCall, folder: DataFolder) => Promise<Finding[]>

/** Everything that could surprise someone who trusts the service with a machine, in one table. */
export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  const checks: readonly Check[] = [
    checkNode,
    checkService,
    checkBinding,
    checkUsers,
    checkFiles,
    checkDisk,
    checkSecrets,
    checkSettings,
    checkSandbox,
  ]
  using progress = call.terminal.progress('Looking')
  const findings = (await Promise.all(checks.map((check) => check(call, folder)))).flat()
  progress[Symbol.dispose]()
  const colour = { ok: 'green', note: 'gray', warning: 'yellow', problem: 'red' } as const
  const { terminal } = call
  terminal.result({ findings }, () =>
    terminal.table(
      ['check', 'state', ''],
      findings.map(({ check, state, detail }) => [check, terminal.style(colour[state], state), detail]),
    ),
  )
  return findings.some(({ state }) => state === 'problem') ? exitCode.failed : exitCode.ok
}

async function checkNode(): Promise<Finding[]> {
  return [{ check: 'node', state: 'ok', detail: `${process.version} on ${process.platform} ${process.arch}` }]
}

async function checkService(_call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  const service = runningService(folder)
  if (!service) return [{ check: 'service', state: 'note', detail: 'not running' }]
  return [{ check: 'service', state: 'ok', detail: `process ${service.pid} at ${service.address}` }]
}

async function checkBinding(_call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  const address = runningService(folder)?.address
  if (!address) return []
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
  return [
    isLocal
      ? { check: 'bind', state: 'ok', detail: 'this machine only' }
      : {
          check: 'bind',
          state: 'warning',
          detail: `${address} can be reached from other machines; every caller needs the token`,
        },
  ]
}

/** Every user of a machine can reach its loopback ports. */
async function checkUsers(call: CommandCall): Promise<Finding[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const people = passwd.split('\n').filter((line) => {
    const [, , id, , , , shell = ''] = line.split(':')
    return Number(id) >= 1000 && Number(id) < 60_000 && !/nologin|false/.test(shell)
  })
  if (people.length < 2) return []
  const token = call.environment['DESKHAND_TOKEN'] ?? (await openSecrets(call)).get('TOKEN')
  if (token)
    return [
      {
        check: 'users',
        state: 'ok',
        detail: `${people.length} people have accounts here, and a token is set`,
      },
    ]
  return [
    {
      check: 'users',
      state: 'warning',
      detail: `${people.length} people have accounts here and can all reach the port: run "deskhand token new"`,
    },
  ]
}

async function checkFiles(_call: CommandCall, { root }: DataFolder): Promise<Finding[]> {
  const open: string[] = []
  const look = async (path: string): Promise<void> => {
    const found = await stat(path).catch(() => undefined)
    if (!found) return
    if ((found.mode & 0o077) !== 0) open.push(path)
    if (path === root) for (const name of await readdir(root)) await look(join(root, name))
  }
  await look(root)
  if (open.length === 0) return [{ check: 'files', state: 'ok', detail: `${root} is yours alone` }]
  // Inside a folder that nobody else can enter, an open file is still closed to others.
  const state = open.includes(root) ? 'problem' : 'note'
  return [{ check: 'files', state, detail: `others could read ${open.join(', ')}: chmod go-rwx` }]
}

async function checkDisk(_call: CommandCall, { root }: DataFolder): Promise<Finding[]> {
  const disk = await statfs(root).catch(() => undefined)
  if (!disk) return [{ check: 'disk', state: 'note', detail: `${root} does not exist yet` }]
  const free = disk.bavail * disk.bsize
  return [
    {
      check: 'disk',
      state: free < 500 * 1024 * 1024 ? 'warning' : 'ok',
      detail: `${bytesInWords(free)} free`,
    },
  ]
}

async function checkSecrets(call: CommandCall): Promise<Finding[]> {
  const { backend, problem } = await openSecrets(call)
  const place = backend === 'keyring' ? 'the system keyring' : 'a file that only you can read'
  return [{ check: 'secrets', state: problem ? 'note' : 'ok', detail: problem ?? `kept in ${place}` }]
}

const UNSAFE: Readonly<Record<string, { when: (value: unknown) => boolean; detail: string }>> = {
  APPROVAL_MODE: {
    when: (value) => value === 'never',
    detail: 'nothing asks before it sends, deletes or runs',
  },
  ALLOWED_ORIGINS: {
    when: (value) => Array.isArray(value) && value.length > 0,
    detail: 'web pages may call the service',
  },
  ALLOWED_HOSTS: {
    when: (value) => Array.isArray(value) && value.length > 0,
    detail: 'the service answers under other names',
  },
  ALLOWED_PRIVATE_TARGETS: {
    when: (value) => Array.isArray(value) && value.length > 0,
    detail: 'private addresses may be fetched',
  },
}

async function checkSettings(call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  if (!runningService(folder)) return []
  const settings = await callServiceForJson<Record<string, unknown>>(call, {
    method: 'GET',
    path: '/api/settings',
  })
  const unsafe = Object.entries(UNSAFE).filter(([name, { when }]) => when(settings[name]))
  if (unsafe.length === 0)
    return [{ check: 'settings', state: 'ok', detail: 'no setting opens more than the default' }]
  return unsafe.map(([name, { detail }]) => ({
    check: 'settings',
    state: 'warning',
    detail: `${name}: ${detail}`,
  }))
}

async function checkSandbox(call: CommandCall): Promise<Finding[]> {
  if (process.platform !== 'linux') return []
  const found = await onPath('bwrap', call.environment)
  if (found) return [{ check: 'sandbox', state: 'ok', detail: `bubblewrap at ${found}` }]
  return [
    {
      check: 'sandbox',
      state: 'note',
      detail: 'bubblewrap is not installed: plugins run with less isolation, and each call asks',
    },
  ]
}

async function onPath(program: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (environment['PATH'] ?? '').split(':')) {
    const path = join(folder, program)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}
