import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Database } from '../../platform/database/database.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { watchFolder } from '../../platform/files/folder-watch.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { isInside } from '../../platform/files/links.ts'
import { readSkillFolder, textOfFile, type SkillFiles } from '../../platform/skills/skill-folder.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { SkillDescription, SkillDetails, skillsContract } from './contract.ts'
import { lookInPlaces } from './look-in-places.ts'
import { changesBetween } from './skill-changes.ts'
import { SkillCopies } from './skill-copies.ts'
import { detailsOf, unknownFile, unknownSkill } from './skill-details.ts'
import {
  describeEntry,
  enabledIn,
  type EnabledSkill,
  type SeenFolder,
  type SkillEntry,
} from './skill-entry.ts'
import { judgeFolders } from './judge-folders.ts'
import { tellNews } from './skill-notices.ts'
import { settleAdding } from './place-skill.ts'
import { FOLDERS_SETTING, placesOf } from './skill-places.ts'
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

/** Instructions for models that somebody wrote down: found in folders, looked at and enabled by a person. */
export class Skills {
  readonly #deps: SkillsDeps
  readonly #records: SkillRecords
  readonly #copies: SkillCopies
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
      problems: [...this.#problems],
    }
  }

  /** All there is to look at. */
  async read(name: string): Promise<SkillDetails> {
    const entry = await this.#known(name)
    const files = entry.hash === null ? undefined : await readSkillFolder(entry.path)
    // It changed in this very moment: what is shown must be what its hash says.
    if (files && files.hash !== entry.hash)
      throw new AppError('conflict', `${name} is being changed. Look at it again in a moment.`)
    return detailsOf(entry, files, files ? await this.#changes(entry, files) : null)
  }

  async readFile(name: string, path: string): Promise<{ path: string; bytes: number; text: string | null }> {
    const { path: folder } = await this.#known(name)
    const { contents } = await readSkillFolder(folder)
    const bytes = contents.get(path)
    if (!bytes) throw unknownFile(name, { path, known: [...contents.keys()] })
    return { path, bytes: bytes.length, text: textOfFile(bytes) ?? null }
  }

  /** Lets models use exactly this version. */
  async enable(name: string, hash: string): Promise<SkillDescription> {
    await this.#known(name)
    return this.#inTurn(async () => {
      const entry = this.#usable(name)
      const files = await readSkillFolder(entry.path)
      if (files.hash !== hash)
        throw new AppError(
          'conflict',
          `${name} changed since you looked at it. Review it again, then enable it.`,
        )
      await this.#records.see(name, { path: entry.path, hash })
      await this.#copies.keep(name, hash, files.contents)
      const detail = { hash, path: entry.path }
      await this.#deps.audit.effect({ ...decision('skill.enable', name), detail }, () =>
        this.#records.enable(name, hash),
      )
      return this.#afterDecision(name)
    })
  }

  async disable(name: string): Promise<SkillDescription> {
    await this.#known(name)
    return this.#inTurn(async () => {
      this.#usable(name)
      await this.#deps.audit.effect(decision('skill.disable', name), () => this.#records.disable(name))
      return this.#afterDecision(name)
    })
  }

  /** Deletes its folder, when that is one of ours. */
  async remove(name: string): Promise<void> {
    await this.#known(name)
    await this.#inTurn(async () => {
      const entry = this.#find(name)
      if (!entry) throw unknownSkill(name)
      if (entry.place !== 'own' || !isInside(entry.path, this.folder))
        throw new AppError(
          'conflict',
          `${name} is in ${visibleText(entry.path)}, where other programs use it too. Delete that folder, or disable the skill.`,
        )
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
    return this.#find(name)
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
  enabledFolder({ name, hash }: EnabledSkill): Promise<string> {
    return this.#copies.wholeFolder(name, hash)
  }

  rescan(): Promise<void> {
    return this.#inTurn(() => this.#scan())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#started
    for (const watch of this.#watches) watch[Symbol.dispose]()
    await this.#turn.catch(() => {})
  }

  async #start(): Promise<void> {
    await ensurePrivateFolder(this.folder)
    await settleAdding(this.folder)
    const stop = this.#deps.settings.onChange((names) => {
      if (names.includes(FOLDERS_SETTING)) this.#rescanLater()
    })
    this.#watches.push({ [Symbol.dispose]: stop })
    for (const { folder, kind } of placesOf(this.#deps))
      // A large tree is only looked at now and then, by the clock of our own.
      if (kind === 'own' || (kind === 'shared' && existsSync(folder)))
        this.#watches.push(watchFolder({ folder, log: this.#deps.log, onChange: () => this.#rescanLater() }))
    await this.rescan()
  }

  #rescanLater(): void {
    if (this.#isClosed) return
    this.rescan().catch((error: unknown) => this.#deps.log.error({ err: error }, "can't read the skills"))
  }

  async #scan(): Promise<void> {
    if (this.#isClosed) return
    const { folders, problems } = await lookInPlaces(placesOf(this.#deps), {
      before: this.#folders,
      log: this.#deps.log,
    })
    this.#folders = folders
    this.#problems = problems
    await this.#judge()
  }

  async #judge(): Promise<void> {
    const { searchPath = '' } = this.#deps
    const { entries, news } = await judgeFolders(this.#folders, { records: this.#records, searchPath })
    this.#entries = entries
    await this.#copies.settle(entries, this.#records.all())
    await tellNews({ news, entries }, this.#deps)
  }

  async #afterDecision(name: string): Promise<SkillDescription> {
    await this.#scan()
    const entry = this.#find(name)
    if (!entry) throw unknownSkill(name)
    return describeEntry(entry)
  }

  async #changes({ name, wasEnabled }: SkillEntry, files: SkillFiles): Promise<SkillDetails['changes']> {
    const enabledHash = this.#records.find(name)?.enabledHash
    if (!wasEnabled || enabledHash == null || enabledHash === files.hash) return null
    const before = await this.#copies.read(name, enabledHash).catch(() => undefined)
    return before ? changesBetween(before, files.contents) : null
  }

  /** The one that can be used comes before those that only have its name. */
  #find(name: string): SkillEntry | undefined {
    const named = this.#entries.filter((entry) => entry.name === name)
    return named.find(({ status }) => status !== 'refused') ?? named[0]
  }

  #usable(name: string): SkillEntry {
    const entry = this.#find(name)
    if (!entry) throw unknownSkill(name)
    if (entry.status !== 'refused') return entry
    throw new AppError('conflict', entry.problem ?? `Can't use the skill ${name}.`)
  }

  async #known(name: string): Promise<SkillEntry> {
    await this.start()
    await this.rescan()
    const entry = this.#find(name)
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
