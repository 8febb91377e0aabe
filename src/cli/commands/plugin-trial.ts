import { mkdtempDisposable, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Log } from '../../contract/log.ts'
import type { PluginManifest, PluginSetting } from '../../contract/plugin-module.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { describeTools } from '../../platform/sandbox/describe-tools.ts'
import { grantedPaths } from '../../platform/sandbox/granted-paths.ts'
import { createHostCalls, type PluginStore } from '../../platform/sandbox/host-calls.ts'
import { findSandbox } from '../../platform/sandbox/find-sandbox.ts'
import { pluginLimits } from '../../platform/sandbox/limits.ts'
import { readPluginFolder, writePluginCopy } from '../../platform/sandbox/plugin-folder.ts'
import { noPermissions, permissionsOf, settingName } from '../../platform/sandbox/plugin-manifest.ts'
import { PluginProcess } from '../../platform/sandbox/plugin-process.ts'
import type { ToolDeclaration } from '../../platform/sandbox/tool-declarations.ts'
import { readResult } from '../../platform/sandbox/tool-result.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'

interface Trial {
  readonly action: string
  readonly outcome: 'ok' | 'failed' | 'no example'
  readonly ms: number | null
  readonly message: string
  readonly data?: unknown
}

/** Runs the example of each tool in the sandbox, without a service. Nothing is granted unless `--grant` says so. */
export async function tryPlugin(call: CommandCall, name: string): Promise<number> {
  const { terminal } = call
  const folder = name.includes('/') ? resolve(name) : join(folderOf(call).plugins, name)
  const files = await readPluginFolder(folder)
  const state = await findSandbox()
  if (!state.works)
    throw new CommandError(
      `Deskhand couldn't start the sandbox, because ${state.reason}. ${state.remedy}`,
      exitCode.failed,
    )
  await using copy = await mkdtempDisposable(join(await realpath(tmpdir()), 'deskhand-plugin-'))
  await writePluginCopy(files, copy.path)
  const { manifest, entry, hash } = files
  const { agent } = manifest
  const cage = { sandbox: state.sandbox, folder: copy.path, entry }
  const log = logTo(terminal)
  using progress = terminal.progress(`Loading ${agent}`)
  const declarations = await describeTools({ agent, cage, log, signal: new AbortController().signal })
  const grants = await grantsFor(call, manifest)
  const { fetch, store } = context(call)
  const open = () =>
    new PluginProcess({
      agent,
      cage: { ...cage, ...grants.mounts },
      hostCalls: createHostCalls({ agent, granted: grants.granted, fetch, store }),
      log,
    })
  let process = open()
  const trials: Trial[] = []
  try {
    for (const declaration of declarations) {
      progress.update(declaration.action)
      // A tool that ended it, or had to be ended, does not take the others along.
      if (!process.isAlive) process = open()
      trials.push(await tryTool(declaration, { process, settings: settingsFor(call, manifest) }))
    }
  } finally {
    await process.stop()
  }
  progress[Symbol.dispose]()
  const colours = { ok: 'green', failed: 'red', 'no example': 'gray' } as const
  terminal.result({ agent, hash, isolation: 'bubblewrap', trials }, () =>
    terminal.table(
      ['tool', 'outcome', 'ms', 'message'],
      trials.map(({ action, outcome, ms, message }) => [
        action,
        { text: outcome, style: colours[outcome] },
        ms === null ? '' : String(ms),
        message,
      ]),
      { wrapLast: true },
    ),
  )
  return trials.some(({ outcome }) => outcome === 'failed') ? exitCode.failed : exitCode.ok
}

async function tryTool(
  { action, params, example, timeoutSeconds = pluginLimits.callSeconds }: ToolDeclaration,
  { process, settings }: { process: PluginProcess; settings: Record<string, unknown> },
): Promise<Trial> {
  if (!example) return { action, outcome: 'no example', ms: null, message: 'Add one to test it here.' }
  const args = structuredClone(example.args)
  checkFor(params, 'body')(args)
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const result = readResult(
      action,
      await process.call({ action, args, settings, signal, progress: () => {} }),
    )
    return { action, outcome: 'ok', ms: elapsed(), ...result }
  } catch (error) {
    const message = signal.aborted ? `It took longer than ${timeoutSeconds} s.` : (error as Error).message
    return { action, outcome: 'failed', ms: elapsed(), message }
  }
}

async function grantsFor({ flags, terminal, environment, ...call }: CommandCall, manifest: PluginManifest) {
  const asked = permissionsOf(manifest)
  const asksForSomething = asked.network.length + asked.read.length + asked.write.length > 0 || asked.store
  const granted = flags['grant'] === true ? asked : noPermissions
  if (asksForSomething && granted !== asked)
    terminal.hint('It runs without permissions. Use --grant to give it what plugin.json asks for.')
  const dataFolder = folderOf({ ...call, flags, environment }).root
  const home = environment['HOME'] ?? homedir()
  return { granted, mounts: await grantedPaths(granted, { home, dataFolder }) }
}

/** The default of each setting, or what its environment variable says. */
function settingsFor(
  { environment }: CommandCall,
  { agent, settings = [] }: PluginManifest,
): Record<string, unknown> {
  const valueOf = ({ name, type, default: value }: PluginSetting) => {
    const text = environment[`DESKHAND_${settingName(agent, name)}`]
    if (text === undefined) return value ?? null
    if (type === 'string') return text
    return type === 'boolean' ? text === 'true' : Number(text)
  }
  return Object.fromEntries(settings.map((setting) => [setting.name, valueOf(setting)]))
}

/** A network for real, and a store that lasts as long as the trial. */
function context({ environment }: CommandCall) {
  const targets = (environment['DESKHAND_ALLOWED_PRIVATE_TARGETS'] ?? '')
    .split(',')
    .map((target) => target.trim())
  const values = new Map<string, string>()
  const store: PluginStore = {
    read: (key) => values.get(key),
    write: async (key, json) => void values.set(key, json),
    remove: async (key) => values.delete(key),
  }
  return { fetch: guardedFetch({ allowedTargets: () => targets }), store }
}

function logTo(terminal: CommandCall['terminal']): Log {
  const write = (fields: object, message: string) => {
    const { plugin, ...rest } = fields as Record<string, unknown>
    const more = Object.values(rest).filter((value) => typeof value === 'string')
    terminal.hint(printable([`${String(plugin)}:`, message, ...more].join(' ')))
  }
  return { debug: () => {}, info: write, warn: write, error: write }
}
