import type { PluginManifest } from '../../contract/plugin-module.ts'
import { permissionsOf, settingName } from '../../platform/sandbox/plugin-manifest.ts'
import type { PluginDescription } from './contract.ts'
import type { RunningPlugin } from './plugin-loader.ts'

/** A folder for a plugin, and what became of it. */
export interface PluginEntry {
  readonly agent: string
  /** Changes with the files. */
  readonly mark: string
  readonly status: Exclude<PluginDescription['status'], 'crashed'>
  readonly problem: string | null
  readonly manifest: PluginManifest | null
  readonly hash: string | null
  readonly alwaysAsks: boolean
  readonly running?: RunningPlugin
  /** Takes its settings away. */
  readonly unregister?: () => void
}

export function describeEntry(entry: PluginEntry): PluginDescription {
  const { agent, manifest, hash, running, alwaysAsks } = entry
  const givenUp = running?.worker.givenUp
  return {
    agent,
    ...(manifest ? saidBy(manifest) : { ...UNREADABLE, title: agent }),
    status: givenUp === undefined ? entry.status : 'crashed',
    problem: givenUp ?? entry.problem,
    hash,
    always_asks: alwaysAsks,
    tools: (running?.plugin.tools ?? []).map(({ action, title, risk }) => ({ action, title, risk })),
  }
}

type Said = Pick<PluginDescription, 'title' | 'version' | 'summary' | 'is_safe' | 'permissions' | 'settings'>

const UNREADABLE: Omit<Said, 'title'> = {
  version: null,
  summary: '',
  is_safe: false,
  permissions: { network: [], read: [], write: [], store: false },
  settings: [],
}

function saidBy(manifest: PluginManifest): Said {
  const { agent, title = agent, version, summary, is_safe = false, settings = [] } = manifest
  const { network, read, write, store } = permissionsOf(manifest)
  return {
    title,
    version,
    summary,
    is_safe,
    permissions: { network: [...network], read: [...read], write: [...write], store },
    settings: settings.map(({ name }) => settingName(agent, name)),
  }
}
