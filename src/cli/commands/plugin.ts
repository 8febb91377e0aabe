import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PluginDescription } from '../../features/plugins/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson, folderOf, runningService } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'

const SEEN_WITHIN_MS = 5_000
const SEEN_EVERY_MS = 200

/** Plugins of the user: a new one, what is there, and what may run. */
export async function run(call: CommandCall): Promise<number> {
  const [what = 'list', name] = call.positionals
  if (what === 'list') return list(call)
  const command = commands[what]
  if (!command || name === undefined)
    throw new CommandError(
      'Use "deskhand plugin list", or "new", "test", "enable" or "disable" with the name of a plugin.',
      exitCode.usage,
    )
  return command(call, name)
}

const commands: Readonly<Record<string, (call: CommandCall, name: string) => Promise<number>>> = {
  async new(call, name) {
    const { createPlugin } = await import('./plugin-new.ts')
    return createPlugin(call, name)
  },
  async test(call, name) {
    const { tryPlugin } = await import('./plugin-trial.ts')
    return tryPlugin(call, name)
  },
  enable,
  disable,
}

interface PluginList {
  readonly plugins: readonly PluginDescription[]
  readonly folder: string
  readonly isolation: { readonly kind: string; readonly detail: string | null }
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const folder = folderOf(call)
  if (!runningService(folder)) return listFolder(call, folder.plugins)
  const found = await readList(call)
  terminal.result(found, () => {
    const rows = found.plugins.map((plugin) => [
      plugin.agent,
      plugin.version ?? '',
      { text: plugin.status, style: colours[plugin.status] },
      plugin.always_asks ? 'every call' : 'by risk',
      plugin.problem ?? plugin.tools.map(({ action }) => action).join(', '),
    ])
    const table = terminal.table(['plugin', 'version', 'state', 'asks', 'tools'], rows, { wrapLast: true })
    const { kind, detail } = found.isolation
    return [
      found.plugins.length > 0 ? table : `There are no plugins in ${found.folder}.`,
      ...(kind === 'bubblewrap'
        ? []
        : [`\nNo plugin is loaded, because ${detail ?? 'there is no sandbox.'}`]),
    ].join('\n')
  })
  return exitCode.ok
}

const colours = {
  enabled: 'green',
  unconfirmed: 'yellow',
  disabled: 'gray',
  crashed: 'red',
  refused: 'red',
} as const satisfies Record<PluginDescription['status'], string>

/** What can be said while nothing runs: which folders there are, and whether they could be used. */
async function listFolder({ terminal }: CommandCall, folder: string): Promise<number> {
  const { readPluginFolder } = await import('../../platform/sandbox/plugin-folder.ts')
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))
  const plugins = await Promise.all(
    names.toSorted().map(async (agent) => {
      try {
        const { manifest } = await readPluginFolder(join(folder, agent))
        return { agent, version: manifest.version, summary: manifest.summary, problem: null }
      } catch (error) {
        return { agent, version: null, summary: null, problem: (error as Error).message }
      }
    }),
  )
  terminal.result({ plugins, folder, running: false }, () => {
    const rows = plugins.map(({ agent, version, summary, problem }) => [
      agent,
      version ?? '',
      problem === null ? (summary ?? '') : { text: problem, style: 'red' as const },
    ])
    const table = terminal.table(['plugin', 'version', ''], rows, { wrapLast: true })
    return plugins.length > 0 ? table : `No plugins in ${folder}.`
  })
  terminal.hint("The service isn't running, so nothing is loaded.")
  return exitCode.ok
}

/** Shows what is granted before it is, and grants it to exactly the files that were looked at. */
async function enable(call: CommandCall, name: string): Promise<number> {
  const { terminal, flags } = call
  const plugin = await seenPlugin(call, name)
  if (plugin.hash === null) throw new CommandError(plugin.problem ?? "It can't be used.", exitCode.failed)
  for (const line of grantLines(plugin)) terminal.hint(printable(line))
  if (flags['yes'] !== true) {
    if (!terminal.canAsk)
      throw new CommandError('Use --yes to enable it without confirmation.', exitCode.usage)
    if (!(await terminal.confirm(`Enable ${name}?`))) {
      terminal.hint('Nothing was changed.')
      return exitCode.interrupted
    }
  }
  const enabled = await callServiceForJson<PluginDescription>(call, {
    method: 'POST',
    path: `/api/plugins/${encodeURIComponent(name)}/enable`,
    body: JSON.stringify({ hash: plugin.hash }),
  })
  return told(call, enabled)
}

async function disable(call: CommandCall, name: string): Promise<number> {
  const path = `/api/plugins/${encodeURIComponent(name)}/disable`
  return told(call, await callServiceForJson<PluginDescription>(call, { method: 'POST', path }))
}

function told({ terminal }: CommandCall, plugin: PluginDescription): number {
  const { agent, status, problem, always_asks } = plugin
  terminal.result(plugin, () => {
    if (problem !== null) return printable(`${agent} is ${status}: ${problem}`)
    const asks = always_asks && status === 'enabled' ? ' Deskhand asks before each of its calls.' : ''
    return `${agent} is ${status}.${asks}`
  })
  return problem === null ? exitCode.ok : exitCode.failed
}

function grantLines({ title, version, summary, permissions, is_safe, tools }: PluginDescription): string[] {
  const { network, read, write, store } = permissions
  const granted = [
    ...network.map((host) => `reach ${host}`),
    ...read.map((path) => `read ${path}`),
    ...write.map((path) => `change ${path}`),
    ...(store ? ['keep values in the store'] : []),
  ]
  return [
    `${title} ${version ?? ''}: ${summary}`,
    `It may ${granted.length > 0 ? granted.join(', ') : 'do nothing but compute'}.`,
    `Tools: ${tools.map(({ action, risk }) => `${action} (${risk})`).join(', ') || 'not loaded yet'}.`,
    is_safe
      ? 'Its author calls it safe: Deskhand asks only where it would for a built-in tool of the same risk.'
      : "Its author doesn't call it safe: Deskhand asks before every call.",
  ]
}

/** The plugin as its folder is now: right after a file was saved the service needs a moment to look at it. */
async function seenPlugin(call: CommandCall, name: string): Promise<PluginDescription> {
  const { readPluginFolder } = await import('../../platform/sandbox/plugin-folder.ts')
  const files = await readPluginFolder(join(folderOf(call).plugins, name)).catch(() => undefined)
  const until = performance.now() + SEEN_WITHIN_MS
  for (;;) {
    const plugin = await findPlugin(call, name)
    const isSeen = files === undefined || plugin.hash === files.hash
    if (isSeen || performance.now() > until) return plugin
    await sleep(SEEN_EVERY_MS)
  }
}

async function findPlugin(call: CommandCall, name: string): Promise<PluginDescription> {
  const { plugins, folder } = await readList(call)
  const plugin = plugins.find(({ agent }) => agent === name)
  if (plugin) return plugin
  const known = plugins.map(({ agent }) => agent).join(', ') || 'none'
  throw new CommandError(`No plugin "${name}" in ${folder}. Available: ${known}.`, exitCode.failed)
}

function readList(call: CommandCall): Promise<PluginList> {
  return callServiceForJson<PluginList>(call, { method: 'GET', path: '/api/plugins' })
}
