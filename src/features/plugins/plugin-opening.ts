import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import type { SandboxState } from '../../platform/sandbox/find-sandbox.ts'
import { readPluginFolder, type PluginFiles } from '../../platform/sandbox/plugin-folder.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { PluginEntry } from './plugin-entry.ts'
import { loadPlugin, type LoaderDeps } from './plugin-loader.ts'
import type { PluginRecords } from './plugin-records.ts'
import { assertOwnSettings, settingDefinitions } from './plugin-settings.ts'

export interface OpeningDeps extends LoaderDeps {
  readonly settings: Pick<Settings, 'get' | 'register'>
  readonly records: PluginRecords
  readonly findSandbox: () => Promise<SandboxState>
  readonly signal: AbortSignal
  /** Whether somebody else has the name. */
  readonly isTaken: (agent: string) => boolean
  /** A version is here that nobody has confirmed. */
  readonly onNew: (manifest: PluginManifest, what: 'is new' | 'was changed') => Promise<void>
}

export interface FoundFolder {
  readonly agent: string
  readonly path: string
  readonly mark: string
  /** What was made of the folder before; its tools are not asked for again when nothing has changed. */
  readonly before?: PluginEntry | undefined
}

/** Looks at a folder and loads what is in it, as far as the user has allowed that. Whatever is wrong is in the entry. */
export async function openPlugin(found: FoundFolder, deps: OpeningDeps): Promise<PluginEntry> {
  const { agent, path, mark } = found
  let files: PluginFiles | undefined
  try {
    files = await readPluginFolder(path)
    return await openFiles(files, { found, deps })
  } catch (error) {
    const manifest = files?.manifest ?? null
    const problem = problemOf(error, { agent, log: deps.log })
    return { agent, mark, status: 'refused', problem, manifest, hash: files?.hash ?? null, alwaysAsks: true }
  }
}

/** The sentence for the list; what nobody expected is for the log as well. */
export function problemOf(error: unknown, { agent, log }: { agent: string; log: Log }): string {
  if (error instanceof AppError) return error.message
  log.error({ err: error, plugin: agent }, "couldn't load a plugin")
  return `Couldn't load it: ${error instanceof Error ? error.message : String(error)}`
}

async function openFiles(
  files: PluginFiles,
  { found: { mark, before }, deps }: { found: FoundFolder; deps: OpeningDeps },
): Promise<PluginEntry> {
  const { manifest, hash } = files
  const { agent, is_safe } = manifest
  const status = await statusOf(files, deps)
  const alwaysAsks = !(status === 'enabled' && is_safe === true)
  const entry: PluginEntry = { agent, mark, status, problem: null, manifest, hash, alwaysAsks }
  if (status === 'disabled') return entry
  // Even a list of its tools takes running it, and without a sandbox a plugin that asks for nothing would be the user.
  const state = await deps.findSandbox()
  if (!state.works)
    return {
      ...entry,
      problem: `It isn't loaded, because ${state.reason}. ${state.remedy}`,
      alwaysAsks: true,
    }
  if (deps.isTaken(agent))
    throw new AppError('conflict', `${agent} is already the name of an agent. Choose another.`)
  assertOwnSettings(manifest, deps.records.agents())
  const enabled = status === 'enabled'
  const declarations = before?.hash === hash ? before.running?.declarations : undefined
  const running = await loadPlugin(
    { files, enabled, sandbox: state.sandbox, declarations, signal: deps.signal },
    deps,
  )
  // Before that it does not get to ask the user for anything on a page of the service.
  if (!enabled) return { ...entry, running }
  try {
    return { ...entry, running, unregister: deps.settings.register(settingDefinitions(manifest)) }
  } catch (error) {
    await running.close()
    throw error
  }
}

/** What the user decided about exactly these files. */
async function statusOf(
  { manifest, hash }: PluginFiles,
  { records, onNew }: OpeningDeps,
): Promise<PluginEntry['status']> {
  const isNew = await records.see(manifest.agent, hash)
  const record = records.find(manifest.agent)
  if (record?.disabled) return 'disabled'
  if (record?.enabledHash === hash) return 'enabled'
  if (isNew) await onNew(manifest, record?.enabledHash ? 'was changed' : 'is new')
  return 'unconfirmed'
}
