import { rm } from 'node:fs/promises'
import type { ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Database } from '../../platform/database/database.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { readSkillFolder, textOfFile, type SkillFiles } from '../../platform/skills/skill-folder.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { SkillDescription, SkillDetails, skillsContract } from './contract.ts'
import { lookInPlaces } from './look-in-places.ts'
import { ServedSkills } from './served/served-skills.ts'
import { changesBetween } from './skill-changes.ts'
import { SkillCopies } from './skill-copies.ts'
import { changedSkill, detailsOf, unknownFile, unknownSkill, usableEntry } from './skill-details.ts'
import {
  describeEntry,
  areSameVersions,
  enabledIn,
  entryNamed,
  type EnabledSkill,
  type SeenFolder,
  type SkillEntry,
} from './skill-entry.ts'
import { judgeFolders } from './judge-folders.ts'
import { tellNews } from './skill-notices.ts'
import { settleAdding } from './place-skill.ts'
import { assertOurs, placesOf, watchPlaces } from './skill-places.ts'
import { createSkillRecords, type SkillRecords } from './skill-records.ts'

export interface SkillsDeps {
  readonly folder: Pick<DataFolder, 'skills'>
  readonly home: string
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly notifications: Pick<Notifications, 'raise' | 'settle'>
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly database: Database
  readonly log: Log
  readonly now: () => Date
  /** Where programs are looked for that a skill says it needs. */
  readonly searchPath?: string | undefined
}

export type SkillList = ResultOf<(typeof skillsContract)['list']>

/** How often a skill is looked at that changes meanwhile. */
const MAX_LOOKS = 3

/** Instructions for models that somebody wrote down: found in folders, looked at and enabled by a person. */
export class Skills {
  readonly #deps: SkillsDeps
  readonly #records: SkillRecords
  readonly #copies: SkillCopies
  /** Those of MCP servers. */
  readonly served: ServedSkills
  readonly #listeners = new Set<() => void>()
  #folders: readonly SeenFolder[] = []
  #entries: readonly SkillEntry[] = []
  #problems: readonly string[] = []
  /** What was begun last: one after another, so that nothing is decided about files that are changing places. */
  #turn: Promise<unknown> = Promise.resolve()
  #watches: Disposable[] = []
  #started: Promise<void> | undefined
  #isClosed = false

  constructor(deps: SkillsDeps) {
    this.#deps = deps
    this.#records = createSkillRecords(deps.database, deps.now)
    this.#copies = new SkillCopies(deps.folder.skills)
    const parts = { records: this.#records, copies: this.#copies, onChange: () => this.#rescanLater() }
    this.served = new ServedSkills({ ...deps, ...parts })
  }

  /** Looks at every place and watches for changes. It never fails: what goes wrong with a skill is said in the list. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#deps.log.error({ err: error }, "can't read the skills")
    })
    return this.#started
  }

  get folder(): string {
    return this.#deps.folder.skills
  }

  /** As the folders are now: whoever looks has often just put something there. */
  async list(): Promise<SkillList> {
    await this.start()
    await this.rescan()
    return {
      skills: this.#entries.map(describeEntry),
      folder: this.folder,
      folders: placesOf(this.#deps).map(({ folder }) => folder),
      problems: [...this.#problems, ...this.served.problems()],
    }
  }

  /** All there is to look at. */
  async read(name: string): Promise<SkillDetails> {
    for (let looks = 1; looks <= MAX_LOOKS; looks += 1) {
      const { entry, files } = await this.#look(name)
      // What is shown must be what its hash says, and it may have changed in this very moment.
      if (!files || files.hash === entry.hash)
        return detailsOf(entry, files, files ? await this.#changes(entry, files) : null)
    }
    throw new AppError('conflict', `${name} is being changed. Look at it again in a moment.`)
  }

  async readFile(name: string, path: string): Promise<{ path: string; bytes: number; text: string | null }> {
    const entry = await this.#known(name)
    const { contents } = await (entry.place === 'server'
      ? this.served.files(entry)
      : readSkillFolder(entry.path))
    const bytes = contents.get(path)
    if (!bytes) throw unknownFile(name, { path, known: [...contents.keys()] })
    return { path, bytes: bytes.length, text: textOfFile(bytes) ?? null }
  }

  /** Lets models use exactly this version. */
  async enable(name: string, hash: string): Promise<SkillDescription> {
    const known = await this.#known(name)
    // A server may take its time, and nobody else waits for it.
    const sent = known.place === 'server' && known.hash === hash ? await this.served.files(known) : undefined
    return this.#inTurn(async () => {
      const entry = usableEntry(this.#entries, name)
      const files = entry.place === 'server' ? sent : await readSkillFolder(entry.path)
      if (files?.hash !== hash || (sent && entry.hash !== hash)) throw changedSkill(name)
      await this.#records.see(name, { path: entry.path, hash })
      await this.#copies.keep(name, hash, sent ? this.served.stored(sent) : files.contents)
      const enabling = { ...decision('skill.enable', name), detail: { hash, path: entry.path } }
      await this.#deps.audit.effect(enabling, () => this.#records.enable(name, hash))
      return describeEntry(await this.#scanFor(name))
    })
  }

  async disable(name: string): Promise<SkillDescription> {
    await this.#known(name)
    return this.#inTurn(async () => {
      usableEntry(this.#entries, name)
      await this.#deps.audit.effect(decision('skill.disable', name), () => this.#records.disable(name))
      return describeEntry(await this.#scanFor(name))
    })
  }

  /** Deletes its folder, when that is one of ours. */
  async remove(name: string): Promise<void> {
    await this.#known(name)
    await this.#inTurn(async () => {
      const entry = entryNamed(this.#entries, name)
      if (!entry) throw unknownSkill(name)
      assertOurs(entry, this.folder)
      await this.#deps.audit.effect(
        { ...decision('skill.remove', name), detail: { hash: entry.hash } },
        async () => {
          await rm(entry.path, { recursive: true, force: true })
          if (entry.problem === null) await this.#records.forget(name)
        },
      )
      await this.#scan()
    })
  }

  /** Puts a new folder in its place by what `place` does, and answers with what is there then. */
  async add(name: string, place: () => Promise<void>): Promise<SkillDetails> {
    await this.start()
    await this.#inTurn(async () => {
      await this.#deps.audit.effect(decision('skill.add', name), place)
      await this.#scan()
    })
    return this.read(name)
  }

  /** All that were found, enabled or not. Known without waiting, once it has started. */
  entries(): readonly SkillEntry[] {
    return this.#entries
  }

  /** The skill of this name, whatever its state. */
  async find(name: string): Promise<SkillEntry | undefined> {
    await this.start()
    return entryNamed(this.#entries, name)
  }

  /** Known without waiting, once it has started. */
  enabled(): EnabledSkill[] {
    return enabledIn(this.#entries)
  }

  async enabledFile({ name, hash, files }: EnabledSkill, path: string): Promise<Buffer> {
    const file = files.find((one) => one.path === path)
    if (!file) throw unknownFile(name, { path, known: files.map((one) => one.path) })
    return this.#copies.readFile(name, hash, file)
  }

  /** Where all of it lies, to be read. */
  enabledFolder(skill: EnabledSkill): Promise<string> {
    return this.#copies.wholeFolder(skill)
  }

  /** Other skills are enabled than before, or other versions of them. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  rescan(): Promise<void> {
    return this.#inTurn(() => this.#scan())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.served.close()
    await this.#started
    for (const watch of this.#watches) watch[Symbol.dispose]()
    await this.#turn.catch(() => {})
  }

  async #start(): Promise<void> {
    await ensurePrivateFolder(this.folder)
    await settleAdding(this.folder)
    this.#watches = watchPlaces(this.#deps, () => this.#rescanLater())
    await this.served.restore()
    await this.rescan()
  }

  #rescanLater(): void {
    if (this.#isClosed) return
    this.rescan().catch((error: unknown) => this.#deps.log.error({ err: error }, "can't read the skills"))
  }

  async #scan(): Promise<void> {
    if (this.#isClosed) return
    const known = { before: this.#folders, log: this.#deps.log }
    const { folders, problems } = await lookInPlaces(placesOf(this.#deps), known)
    this.#folders = folders
    this.#problems = problems
    await this.#judge()
  }

  async #judge(): Promise<void> {
    const { searchPath = '' } = this.#deps
    await this.served.settle()
    const all = [...this.#folders, ...this.served.seen()]
    const { entries, news } = await judgeFolders(all, { records: this.#records, searchPath })
    const before = this.enabled()
    this.#entries = entries
    await this.#copies.settle(entries, this.#records.all())
    if (!areSameVersions(before, this.enabled())) for (const listener of this.#listeners) listener()
    await tellNews({ news, entries }, this.#deps)
  }

  async #changes(
    { name, wasEnabled }: SkillEntry,
    { hash, contents }: SkillFiles,
  ): Promise<SkillDetails['changes']> {
    const enabled = this.#records.find(name)?.enabledHash
    if (!wasEnabled || enabled == null || enabled === hash) return null
    const before = await this.#copies.read(name, enabled).catch(() => undefined)
    return before ? changesBetween(before, contents) : null
  }

  /** All of it as it is now. */
  async #look(name: string): Promise<{ entry: SkillEntry; files: SkillFiles | undefined }> {
    await this.start()
    // In turn, so that nothing is read that is just being removed.
    const looked = await this.#inTurn(async () => {
      const entry = await this.#scanFor(name)
      const isHere = entry.place !== 'server' && entry.hash !== null
      return { entry, files: isHere ? await readSkillFolder(entry.path) : undefined }
    })
    if (looked.entry.place !== 'server') return looked
    const files = await this.served.look(looked.entry)
    return { entry: await this.#known(name), files }
  }

  async #known(name: string): Promise<SkillEntry> {
    await this.start()
    return this.#inTurn(() => this.#scanFor(name))
  }

  async #scanFor(name: string): Promise<SkillEntry> {
    await this.#scan()
    const entry = entryNamed(this.#entries, name)
    if (!entry) throw unknownSkill(name)
    return entry
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn
    return turn
  }
}

function decision(kind: string, name: string) {
  return { kind, provenance: 'local-client', subject: name } as const
}
