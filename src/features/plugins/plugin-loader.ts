import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../contract/log.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import type { AnyTool, Plugin, ToolCall } from '../../contract/tool.ts'
import { describeTools } from '../../platform/sandbox/describe-tools.ts'
import { grantedPaths, type Places } from '../../platform/sandbox/granted-paths.ts'
import { createHostCalls } from '../../platform/sandbox/host-calls.ts'
import { pluginLimits } from '../../platform/sandbox/limits.ts'
import { writePluginCopy, type PluginFiles } from '../../platform/sandbox/plugin-folder.ts'
import { noPermissions, permissionsOf } from '../../platform/sandbox/plugin-manifest.ts'
import type { Members } from '../../platform/sandbox/plugin-message.ts'
import { PluginProcess } from '../../platform/sandbox/plugin-process.ts'
import { PluginWorker } from '../../platform/sandbox/plugin-worker.ts'
import type { ToolDeclaration } from '../../platform/sandbox/tool-declarations.ts'
import { readResult } from '../../platform/sandbox/tool-result.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Store } from '../store/store.ts'
import { pluginStore } from './plugin-store.ts'
import { settingValues } from './plugin-settings.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'

export interface LoaderDeps extends Places {
  /** Where the copies that run are kept. */
  readonly copies: string
  readonly settings: Pick<Settings, 'get'>
  readonly store: Pick<Store, 'read' | 'write' | 'remove' | 'list'>
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  readonly now: () => Date
  readonly onGivenUp: (agent: string, reason: string) => void
  readonly loadSeconds?: number | undefined
}

export interface LoadRequest {
  readonly files: PluginFiles
  /** Whether the user enabled exactly these files: only then are the permissions granted. */
  readonly enabled: boolean
  readonly sandbox: Sandbox
  readonly signal: AbortSignal
  /** What the same files said about their tools before. */
  readonly declarations?: readonly ToolDeclaration[] | undefined
}

/** A plugin whose tools can be called. */
export interface RunningPlugin {
  readonly plugin: Plugin
  readonly declarations: readonly ToolDeclaration[]
  readonly worker: PluginWorker
  /** Ends it now and removes its copy. */
  close(): Promise<void>
  /** The same, after the calls that are running. */
  retire(): Promise<void>
}

/** What is still needed once the files are copied: the contents of a folder may be large. */
interface Copied extends Pick<LoadRequest, 'enabled' | 'sandbox'> {
  readonly manifest: PluginManifest
  readonly entry: string
  readonly folder: string
}

/** Copies the files, asks the module for its tools in a sandbox without permissions, and makes them callable. */
export async function loadPlugin(request: LoadRequest, deps: LoaderDeps): Promise<RunningPlugin> {
  const { files, enabled, sandbox, signal } = request
  const { manifest, entry } = files
  const { agent } = manifest
  // Refused now rather than at the first call.
  await grantedPaths(permissionsOf(manifest), deps)
  const folder = await mkdtemp(join(deps.copies, `${agent}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await writePluginCopy(files, folder)
    const cage = { sandbox, folder, entry }
    const { log, loadSeconds } = deps
    const declarations =
      request.declarations ?? (await describeTools({ agent, cage, log, signal, loadSeconds }))
    const copied = { manifest, entry, folder, enabled, sandbox }
    const worker = createWorker(copied, deps)
    return {
      plugin: toPlugin({ copied, declarations, worker, settings: deps.settings }),
      declarations,
      worker,
      close: async () => {
        await worker.close()
        await remove()
      },
      retire: async () => {
        await worker.retire()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function createWorker(copied: Copied, deps: LoaderDeps): PluginWorker {
  const { manifest, entry, folder, enabled, sandbox } = copied
  const { agent } = manifest
  const granted = enabled ? permissionsOf(manifest) : noPermissions
  const { fetch, log, now } = deps
  const hostCalls = createHostCalls({ agent, granted, fetch, store: pluginStore(deps.store, agent) })
  return new PluginWorker({
    agent,
    now,
    onGivenUp: (reason) => deps.onGivenUp(agent, reason),
    async start() {
      const mounts = await grantedPaths(granted, deps)
      return new PluginProcess({ agent, cage: { sandbox, folder, entry, ...mounts }, hostCalls, log })
    },
  })
}

interface Parts {
  readonly copied: Copied
  readonly declarations: readonly ToolDeclaration[]
  readonly worker: PluginWorker
  readonly settings: Pick<Settings, 'get'>
}

function toPlugin({ copied, declarations, worker, settings }: Parts): Plugin {
  const { manifest, enabled } = copied
  const valueOf = enabled ? (name: string) => settings.get(name) : undefined
  const values = () => settingValues(manifest, valueOf)
  return {
    agent: manifest.agent,
    title: manifest.title ?? manifest.agent,
    summary: manifest.summary,
    tools: declarations.map((declaration) => toTool(declaration, { enabled, worker, settings: values })),
  }
}

interface ToolParts {
  readonly enabled: boolean
  readonly worker: PluginWorker
  readonly settings: () => Record<string, unknown>
}

function toTool(declaration: ToolDeclaration, { enabled, worker, settings }: ToolParts): AnyTool {
  const { action, title, description, params, data = {}, risk, idempotent } = declaration
  const { phrases, example = { args: {} }, timeoutSeconds = pluginLimits.callSeconds } = declaration
  const run = async (args: unknown, { signal, progress }: ToolCall) => {
    const call = { action, args: args as Members, settings: settings(), signal, progress, timeoutSeconds }
    return readResult(action, await worker.call(call))
  }
  return {
    action,
    title,
    description,
    params,
    data,
    risk,
    idempotent,
    timeoutSeconds,
    // Until it was enabled it does not get to say for which sentences it is chosen.
    ...(phrases && enabled && { phrases }),
    example,
    run,
  }
}
