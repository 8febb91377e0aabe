import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { bytesText } from '../../contract/text/numbers.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { CommandCall } from '../command.ts'
import { checkLog, tell } from './audit.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson, folderOf, openSecrets, runningService, tokenOf } from '../running-service.ts'
import type { ResultOf } from '../../contract/endpoint.ts'
import type { modelsContract } from '../../features/models/contract.ts'

interface Finding {
  readonly check: string
  readonly state: 'ok' | 'note' | 'warning' | 'problem'
  readonly detail: string
}

interface Health {
  readonly parts: Readonly<Record<string, { readonly status: string; readonly detail: string | null }>>
}

type Check = (call: CommandCall, folder: DataFolder) => Promise<Finding[]>

const checks: Readonly<Record<string, Check>> = {
  node: checkNode,
  service: checkService,
  bind: checkBinding,
  token: checkToken,
  files: checkFiles,
  disk: checkDisk,
  secrets: checkSecrets,
  settings: checkSettings,
  model: checkModel,
  index: checkIndex,
  sandbox: checkSandbox,
  callers: checkCallers,
  audit: checkAudit,
}

/** Everything that could surprise someone who trusts the service with a machine, in one table. */
export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  using progress = call.terminal.progress('Looking')
  const findings = (
    await Promise.all(
      Object.entries(checks).map(([name, check]) =>
        check(call, folder).catch((error: unknown): Finding[] => [
          { check: name, state: 'problem', detail: error instanceof Error ? error.message : String(error) },
        ]),
      ),
    )
  ).flat()
  progress[Symbol.dispose]()
  const colour = { ok: 'green', note: 'gray', warning: 'yellow', problem: 'red' } as const
  const { terminal } = call
  terminal.result({ findings }, () =>
    terminal.table(
      ['check', 'state', ''],
      findings.map(({ check, state, detail }) => [check, { text: state, style: colour[state] }, detail]),
      { wrapLast: true },
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
  const where = service.address === null ? ', still starting' : ` at ${service.address}`
  return [{ check: 'service', state: 'ok', detail: `process ${service.pid}${where}` }]
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
async function checkToken(call: CommandCall): Promise<Finding[]> {
  if ((await tokenOf(call)) !== null)
    return [{ check: 'token', state: 'ok', detail: 'every caller needs the token' }]
  const people = await peopleHere()
  if (people < 2)
    return [{ check: 'token', state: 'ok', detail: 'none: programs on this machine need no credentials' }]
  return [
    {
      check: 'token',
      state: 'warning',
      detail: `${people} people have accounts here and can all reach the port: run "deskhand token new"`,
    },
  ]
}

async function peopleHere(): Promise<number> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return passwd.split('\n').filter((line) => {
    const [, , id, , , , shell = ''] = line.split(':')
    return Number(id) >= 1000 && Number(id) < 60_000 && !/nologin|false/.test(shell)
  }).length
}

async function checkFiles(_call: CommandCall, { root }: DataFolder): Promise<Finding[]> {
  if (!existsSync(root)) return [{ check: 'files', state: 'note', detail: `${root} does not exist yet` }]
  const open: string[] = []
  const look = async (path: string, depth: number): Promise<void> => {
    const found = await lstat(path).catch(() => undefined)
    if (!found || found.isSymbolicLink()) return
    if ((found.mode & 0o077) !== 0) open.push(relative(root, path) || root)
    if (found.isDirectory() && depth < STATE_DEPTH)
      for (const name of await readdir(path)) await look(join(path, name), depth + 1)
  }
  await look(root, 0)
  if (open.length === 0) return [{ check: 'files', state: 'ok', detail: `${root} is yours alone` }]
  if (open.includes(root))
    return [
      { check: 'files', state: 'problem', detail: `others can read ${root}: chmod -R go-rwx "${root}"` },
    ]
  // Inside a folder that nobody else can enter, an open file is still closed to others.
  const [first, ...more] = open
  const which = more.length > 0 ? `${first} and ${more.length} more` : first
  return [
    {
      check: 'files',
      state: 'note',
      detail: `${root} is yours alone, but ${which} in it would be open to others elsewhere: chmod -R go-rwx "${root}"`,
    },
  ]
}

async function checkDisk(_call: CommandCall, { root }: DataFolder): Promise<Finding[]> {
  const disk = await statfs(root).catch(() => undefined)
  if (!disk) return []
  const free = disk.bavail * disk.bsize
  return [
    {
      check: 'disk',
      state: free < 500 * 1024 * 1024 ? 'warning' : 'ok',
      detail: `${bytesText(free)} free`,
    },
  ]
}

async function checkSecrets(call: CommandCall, { root }: DataFolder): Promise<Finding[]> {
  if (!existsSync(root)) return []
  const { backend, problem } = await openSecrets(call)
  const place = backend === 'keyring' ? 'the system keyring' : 'a file that only you can read'
  return [{ check: 'secrets', state: problem ? 'note' : 'ok', detail: problem ?? `kept in ${place}` }]
}

/** State files lie in the data folder and the folders in it; deeper down are plugins and what they brought. */
const STATE_DEPTH = 2

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
  if (!runningService(folder)?.address)
    return [{ check: 'settings', state: 'note', detail: 'checked while the service runs' }]
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

async function checkModel(call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  if (!runningService(folder)?.address) return []
  const { isSet, detail } = await modelInWords(call)
  return [{ check: 'model', state: isSet ? 'ok' : 'note', detail }]
}

async function checkIndex(call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  if (!runningService(folder)?.address) return []
  const { state, message } = await callServiceForJson<{ state: string; message: string }>(call, {
    method: 'GET',
    path: '/api/content-index',
  })
  return [{ check: 'index', state: state === 'disk_full' ? 'warning' : 'ok', detail: message }]
}

async function checkSandbox(call: CommandCall, folder: DataFolder): Promise<Finding[]> {
  const { describeSandbox, findSandbox } = await import('../../platform/sandbox/find-sandbox.ts')
  const state = await findSandbox()
  if (!state.works) return [{ check: 'sandbox', state: 'warning', detail: describeSandbox(state) }]
  if (await serviceLacksSandbox(call, folder))
    return [{ check: 'sandbox', state: 'warning', detail: NOT_IN_USE }]
  return [{ check: 'sandbox', state: 'ok', detail: describeSandbox(state) }]
}

const NOT_IN_USE =
  'The sandbox works here, but the running service was started without it. Run "deskhand stop", then "deskhand start".'

/** What the service found when it first looked counts until it is started again, whatever was installed since. */
async function serviceLacksSandbox(call: CommandCall, folder: DataFolder): Promise<boolean> {
  if (!runningService(folder)?.address) return false
  const { parts } = await callServiceForJson<Health>(call, { method: 'GET', path: '/health' })
  return parts['sandbox']?.status === 'off'
}

/** Whether the service knows the programs that it started from those that a person did. */
async function checkCallers(): Promise<Finding[]> {
  if (process.platform === 'linux')
    return [{ check: 'callers', state: 'ok', detail: "programs started by Deskhand can't act as you" }]
  const detail = `Deskhand can't tell the programs it starts from yours here: run "deskhand token new" to lock them out`
  return [{ check: 'callers', state: 'warning', detail }]
}

async function checkAudit({ environment }: CommandCall, folder: DataFolder): Promise<Finding[]> {
  if (!existsSync(folder.audit)) return []
  const verdict = await checkLog(folder, environment)
  const detail = tell(verdict).replaceAll('\n', ' ')
  if (!verdict.ok) return [{ check: 'audit', state: 'problem', detail }]
  if (verdict.anchored_in.length > 0) return [{ check: 'audit', state: 'ok', detail }]
  return [{ check: 'audit', state: 'note', detail: `${detail} ${HOW_TO_ANCHOR}` }]
}

const HOW_TO_ANCHOR =
  'Nobody would notice if lines were cut from its end. Run Deskhand where there is a desktop keyring or the systemd journal.'

type Models = ResultOf<(typeof modelsContract)['read']>
type Found = ResultOf<(typeof modelsContract)['findLocal']>

/** Which model answers; where none is set, the one that is nearest at hand. */
async function modelInWords(call: CommandCall): Promise<{ isSet: boolean; detail: string }> {
  const { model } = await callServiceForJson<Models>(call, { method: 'GET', path: '/api/models' })
  if (model) return { isSet: true, detail: `${model.model} of ${model.provider}` }
  const { servers } = await callServiceForJson<Found>(call, { method: 'GET', path: '/api/models/local' })
  const server = servers.find(({ models }) => models.length > 0)
  if (!server) return { isSet: false, detail: 'none set: chat answers only what needs no model' }
  const name = server.models[0]!.model
  return {
    isSet: false,
    detail:
      `none set, but ${server.title} runs here: deskhand settings set LLM_PROVIDER ${server.provider}, ` +
      `LLM_BASE_URL ${server.base_url} and LLM_MODEL "${name}"`,
  }
}
