import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import type { AnyTool, Plugin, ToolCall } from '../../contract/tool.ts'
import { describeTools } from '../../platform/sandbox/describe-tools.ts'
import { grantedPaths, type Places } from '../../platform/sandbox/granted-paths.ts'
import { createHostCalls } from '../../platform/sandbox/host-calls.ts'
import type { Isolation } from '../../platform/sandbox/isolation.ts'
import { pluginLimits } from '../../platform/sandbox/limits.ts'
import { writePluginCopy, type PluginFiles } from '../../platform/sandbox/plugin-folder.ts'
import { noPermissions, permissionsOf } from '../../platform/sandbox/plugin-manifest.ts'
import { PluginProcess } from '../../platform/sandbox/plugin-process.ts'
import { PluginWorker } from '../../platform/sandbox/plugin-worker.ts'
import type { ToolDeclaration } from '../../platform/sandbox/tool-declarations.ts'
import { readResult } from '../../platform/sandbox/tool-result.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Store } from '../store/store.ts'
import { pluginStore } from './plugin-store.ts'
import { settingValues } from './plugin-settings.ts'

export interface LoaderDeps extends Places {
  /** Where the copies that run are kept. */
  readonly copies: string
  readonly settings: Pick<Settings, 'get'>
  readonly store: Pick<Store, 'read' | 'write' | 'remove' | 'list'>
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  readonly now: () => Date
  readonly onGivenUp: (agent: string, reason: string) => void
}

export interface LoadRequest {
  readonly files: PluginFiles
  /** Whether the user enabled exactly these files: only then are the permissions granted. */
  readonly enabled: boolean
  readonly isolation: Isolation
  readonly signal: AbortSignal
}

/** A plugin whose tools can be called. */
export interface RunningPlugin {
  readonly plugin: Plugin
  readonly worker: PluginWorker
  /** Ends it now and removes its copy. */
  close(): Promise<void>
  /** The same, after the calls that are running. */
  retire(): Promise<void>
}

/** Copies the files, asks the module for its tools in a sandbox without permissions, and makes them callable. */
export async function loadPlugin(request: LoadRequest, deps: LoaderDeps): Promise<RunningPlugin> {
  const { files, isolation, signal } = request
  const { agent } = files.manifest
  // Refused now rather than at the first call.
  await grantedPaths(permissionsOf(files.manifest), deps)
  const folder = await mkdtemp(join(deps.copies, `${agent}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await writePluginCopy(files, folder)
    const cage = { isolation, folder, entry: files.entry }
    const declarations = await describeTools({ agent, cage, log: deps.log, signal })
    const worker = createWorker(request, { folder, deps })
    return {
      plugin: toPlugin({ request, declarations, worker, settings: deps.settings }),
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

function createWorker(
  { files, enabled, isolation }: LoadRequest,
  { folder, deps }: { folder: string; deps: LoaderDeps },
): PluginWorker {
  const { agent } = files.manifest
  const granted = enabled ? permissionsOf(files.manifest) : noPermissions
  const hostCalls = createHostCalls({
    agent,
    granted,
    fetch: deps.fetch,
    store: pluginStore(deps.store, agent),
  })
  return new PluginWorker({
    agent,
    now: deps.now,
    onGivenUp: (reason) => deps.onGivenUp(agent, reason),
    async start() {
      const mounts = await grantedPaths(granted, deps)
      const cage = { isolation, folder, entry: files.entry, ...mounts }
      return new PluginProcess({ agent, cage, hostCalls, log: deps.log })
    },
  })
}

interface Parts {
  readonly request: LoadRequest
  readonly declarations: readonly ToolDeclaration[]
  readonly worker: PluginWorker
  readonly settings: Pick<Settings, 'get'>
}

function toPlugin({ request, declarations, worker, settings }: Parts): Plugin {
  const { manifest } = request.files
  const valueOf = request.enabled ? (name: string) => settings.get(name) : undefined
  return {
    agent: manifest.agent,
    title: manifest.title ?? manifest.agent,
    summary: manifest.summary,
    tools: declarations.map((declaration) =>
      toTool(declaration, { request, worker, settings: () => settingValues(manifest, valueOf) }),
    ),
  }
}

interface ToolParts {
  readonly request: LoadRequest
  readonly worker: PluginWorker
  readonly settings: () => Record<string, unknown>
}

function toTool(declaration: ToolDeclaration, { request, worker, settings }: ToolParts): AnyTool {
  const { phrases, example, data, timeoutSeconds = pluginLimits.callSeconds, ...rest } = declaration
  const { action } = declaration
  return {
    ...rest,
    params: declaration.params as AnyTool['params'],
    data: (data ?? {}) as AnyTool['data'],
    timeoutSeconds,
    // Until it was enabled it does not get to say for which sentences it is chosen.
    ...(phrases && request.enabled && { phrases }),
    example: example ?? { args: {} },
    async run(args: Record<string, unknown>, { signal, progress }: ToolCall) {
      const call = { action, args, settings: settings(), signal, progress, timeoutSeconds }
      return readResult(action, await worker.call(call))
    },
  }
}

/** The sentence for the list; a bug is for the log. */
export function problemOf(error: unknown, { manifest, log }: { manifest: PluginManifest | null; log: Log }): string {
  if (error instanceof AppError) return error.message
  log.error({ err: error, plugin: manifest?.agent }, 'a plugin could not be loaded')
  return `It could not be loaded: ${error instanceof Error ? error.message : String(error)}`
}
