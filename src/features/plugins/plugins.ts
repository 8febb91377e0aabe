import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Database } from '../../platform/database/database.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { isMissing } from '../../platform/files/file-error.ts'
import { fingerprint } from '../../platform/files/folder-contents.ts'
import type { SandboxState } from '../../platform/sandbox/find-sandbox.ts'
import { readPluginFolder } from '../../platform/sandbox/plugin-folder.ts'
import { permissionsOf } from '../../platform/sandbox/plugin-manifest.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { PluginDescription } from './contract.ts'
import { watchFolder } from '../../platform/files/folder-watch.ts'
import { describeEntry, type PluginEntry } from './plugin-entry.ts'
import type { LoaderDeps, RunningPlugin } from './plugin-loader.ts'
import { openPlugin, problemOf, type OpeningDeps } from './plugin-opening.ts'
import { createPluginNotices, type PluginNotices } from './plugin-notices.ts'
import { createPluginRecords, type PluginRecords } from './plugin-records.ts'

export interface PluginsDeps extends Pick<
  LoaderDeps,
  'home' | 'store' | 'fetch' | 'log' | 'now' | 'loadSeconds'
> {
  readonly folder: Pick<DataFolder, 'root' | 'plugins' | 'run'>
  readonly catalog: Pick<ToolCatalog, 'add' | 'removeAgent' | 'agents'>
  readonly settings: Pick<Settings, 'get' | 'register'>
  readonly notifications: Pick<Notifications, 'raise'>
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly database: Database
  /** What plugins are shut into; without it none is loaded. */
  readonly findSandbox: () => Promise<SandboxState>
}

export interface Plugins {
  /** Loads every plugin and watches for changes. It never fails: what goes wrong with a plugin is said in the list. */
  start(): Promise<void>
  list(): Promise<PluginList>
  /** Grants exactly this version what its manifest asks for. */
  enable(agent: string, hash: string): Promise<PluginDescription>
  disable(agent: string): Promise<PluginDescription>
  reload(agent: string): Promise<PluginDescription>
  close(): Promise<void>
}

export interface PluginList {
  readonly plugins: PluginDescription[]
  readonly folder: string
  readonly isolation: { kind: 'bubblewrap' | 'none'; detail: string | null }
}

export function createPlugins(deps: PluginsDeps): Plugins {
  return new FolderOfPlugins(deps)
}

class FolderOfPlugins implements Plugins {
  readonly #deps: PluginsDeps
  readonly #records: PluginRecords
  readonly #notices: PluginNotices
  readonly #entries = new Map<string, PluginEntry>()
  /** The last thing that was begun for each plugin: one after another, so that none overtakes the next. */
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #retiring = new Set<RunningPlugin>()
  readonly #closing = new AbortController()
  #watch: Disposable | undefined
  #started: Promise<void> | undefined

  constructor(deps: PluginsDeps) {
    this.#deps = deps
    this.#records = createPluginRecords(deps.database, deps.now)
    this.#notices = createPluginNotices(deps)
  }

  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#deps.log.error({ err: error }, "can't load plugins")
    })
    return this.#started
  }

  async list(): Promise<PluginList> {
    const state = await this.#deps.findSandbox()
    return {
      plugins: [...this.#entries.values()]
        .map(describeEntry)
        .toSorted((a, b) => (a.agent < b.agent ? -1 : 1)),
      folder: this.#deps.folder.plugins,
      isolation: state.works
        ? { kind: 'bubblewrap', detail: null }
        : { kind: 'none', detail: `${state.reason}. ${state.remedy}` },
    }
  }

  async enable(agent: string, hash: string): Promise<PluginDescription> {
    await this.#assertKnown(agent)
    return this.#inTurn(agent, async () => {
      const files = await readPluginFolder(this.#pathOf(agent))
      if (files.hash !== hash)
        throw new AppError(
          'conflict',
          `${agent} changed since you looked at it. Review it again, then enable it.`,
        )
      await this.#records.see(agent, hash)
      const detail = { hash, permissions: permissionsOf(files.manifest) }
      await this.#deps.audit.effect({ ...decision('plugin.enable', agent), detail }, () =>
        this.#records.enable(agent, hash),
      )
      return describeEntry(await this.#load(agent, this.#entries.get(agent)))
    })
  }

  async disable(agent: string): Promise<PluginDescription> {
    await this.#assertKnown(agent)
    return this.#inTurn(agent, async () => {
      await this.#records.see(agent, this.#entries.get(agent)?.hash ?? '')
      await this.#deps.audit.effect(decision('plugin.disable', agent), () => this.#records.disable(agent))
      // Who switches a plugin off does not want to wait until it has done what it is doing.
      await this.#entries.get(agent)?.running?.close()
      return describeEntry(await this.#load(agent))
    })
  }

  async reload(agent: string): Promise<PluginDescription> {
    await this.#assertKnown(agent)
    return this.#inTurn(agent, async () => describeEntry(await this.#load(agent)))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#started
    this.#watch?.[Symbol.dispose]()
    await Promise.allSettled(this.#turns.values())
    for (const agent of this.#entries.keys()) this.#replace(agent, undefined)
    await Promise.allSettled([...this.#retiring].map((plugin) => plugin.close()))
    await rm(this.#copies, { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    const { folder, log } = this.#deps
    await ensurePrivateFolder(folder.plugins)
    // Copies that a killed service left behind.
    await rm(this.#copies, { recursive: true, force: true })
    await ensurePrivateFolder(folder.run)
    await mkdir(this.#copies, { mode: 0o700 })
    this.#watch = watchFolder({ folder: folder.plugins, log, onChange: () => void this.#scan() })
    await this.#scan()
  }

  get #copies(): string {
    return join(this.#deps.folder.run, 'plugins')
  }

  #pathOf(agent: string): string {
    return join(this.#deps.folder.plugins, agent)
  }

  /** The names come from the folder itself, so that no request can name a path outside of it. */
  async #assertKnown(agent: string): Promise<void> {
    if (this.#entries.has(agent)) return
    const isThere = (await this.#folderNames()).includes(agent)
    if (isThere) await this.#inTurn(agent, () => this.#loadIfChanged(agent))
    else throw new AppError('not_found', `No plugin "${agent}". GET /api/plugins lists them.`)
  }

  #inTurn<T>(agent: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(agent) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.#turns.set(agent, turn)
    return turn
  }

  /** Loads what is new or changed, and forgets what is gone. */
  async #scan(): Promise<void> {
    const { log } = this.#deps
    try {
      const names = await this.#folderNames()
      const gone = [...this.#entries.keys()].filter((agent) => !names.includes(agent))
      await Promise.all([
        ...names.map((agent) => this.#inTurn(agent, () => this.#loadIfChanged(agent))),
        ...gone.map((agent) => this.#inTurn(agent, async () => this.#replace(agent, undefined))),
      ])
    } catch (error) {
      if (!this.#closing.signal.aborted) log.error({ err: error }, "can't read the plugins folder")
    }
  }

  async #folderNames(): Promise<string[]> {
    const { plugins } = this.#deps.folder
    const found = await readdir(plugins, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    return found
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => name)
  }

  async #loadIfChanged(agent: string): Promise<void> {
    if (this.#closing.signal.aborted) return
    if (this.#entries.get(agent)?.mark !== (await fingerprint(this.#pathOf(agent)))) await this.#load(agent)
  }

  async #load(agent: string, before?: PluginEntry): Promise<PluginEntry> {
    // Taken first: a change while the files are read makes another one, and so another load.
    const mark = await fingerprint(this.#pathOf(agent))
    const found = { agent, path: this.#pathOf(agent), mark, before }
    let news: { manifest: PluginManifest; what: 'is new' | 'was changed' } | undefined
    const onNew = async (manifest: PluginManifest, what: 'is new' | 'was changed') =>
      void (news = { manifest, what })
    const entry = await openPlugin(found, { ...this.#openingDeps(), onNew })
    this.#closing.signal.throwIfAborted()
    const placed = this.#replace(agent, entry) ?? entry
    await this.#notices.loaded(placed)
    // Told once it is known whether it can be used at all.
    if (news) await this.#notices.isNew(news.manifest, news.what, placed)
    return placed
  }

  #openingDeps(): Omit<OpeningDeps, 'onNew'> {
    const { folder, home, settings, store, fetch, log, now, loadSeconds } = this.#deps
    return {
      home,
      dataFolder: folder.root,
      copies: this.#copies,
      settings,
      store,
      fetch,
      log,
      now,
      loadSeconds,
      records: this.#records,
      findSandbox: this.#deps.findSandbox,
      signal: this.#closing.signal,
      isTaken: (agent) =>
        this.#entries.get(agent)?.running === undefined && this.#deps.catalog.agents().includes(agent),
      onGivenUp: (agent, reason) => void this.#notices.givenUp(agent, reason),
    }
  }

  /** Puts the new state in place of the old one, in the catalog too; answers what else is there when that fails. */
  #replace(agent: string, next: PluginEntry | undefined): PluginEntry | undefined {
    const { catalog } = this.#deps
    const old = this.#entries.get(agent)
    if (old?.running) {
      catalog.removeAgent(agent)
      this.#retire(old.running)
    }
    old?.unregister?.()
    if (!next) {
      this.#entries.delete(agent)
      return undefined
    }
    const placed = this.#placeInCatalog(next)
    this.#entries.set(agent, placed)
    return placed
  }

  #placeInCatalog(entry: PluginEntry): PluginEntry {
    const { running, unregister, alwaysAsks, ...rest } = entry
    if (!running) return entry
    try {
      this.#deps.catalog.add(running.plugin, { origin: 'plugin', alwaysAsks })
      return entry
    } catch (error) {
      unregister?.()
      this.#retire(running)
      const problem = problemOf(error, { agent: entry.agent, log: this.#deps.log })
      return { ...rest, status: 'refused', problem, alwaysAsks: true }
    }
  }

  #retire(running: RunningPlugin): void {
    this.#retiring.add(running)
    void running.retire().finally(() => this.#retiring.delete(running))
  }
}

function decision(kind: string, agent: string) {
  return { kind, provenance: 'local-client', subject: agent } as const
}
