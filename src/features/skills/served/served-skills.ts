import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { SkillFiles } from '../../../platform/skills/skill-folder.ts'
import { skillLimits } from '../../../platform/skills/skill-limits.ts'
import type { Settings } from '../../settings/settings-store.ts'
import type { SkillCopies } from '../skill-copies.ts'
import { knownFiles, type KnownFile, type SeenFolder, type SkillEntry } from '../skill-entry.ts'
import type { SkillRecords } from '../skill-records.ts'
import { fetchSkill, UnlistedContentError } from './fetch-skill.ts'
import { namedSkills, seenSkill, type NamedSkill } from './named-skills.ts'
import { isTimeout, reasonOf } from './reasons.ts'
import { Refreshing } from './refreshing.ts'
import { readCopy, withListing } from './served-copies.ts'
import type { SkillSink, SkillSource } from './skill-source.ts'

export interface ServedSkillsDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly records: Pick<SkillRecords, 'find' | 'all' | 'forget'>
  readonly copies: Pick<SkillCopies, 'read' | 'readExtra'>
  readonly log: Log
  /** They are not what they were. */
  readonly onChange: () => void
}

/** What is known of the skills of one server. */
interface Known {
  /** While it is connected, and serves any. */
  source: SkillSource | undefined
  /** What it listed last, or what of it was enabled before this start. */
  skills: readonly NamedSkill[]
  problems: readonly string[]
  /** Why a version cannot be used, by its hash. */
  readonly failures: Map<string, string>
}

const FETCH_MS = 120_000
const GET_MS = 10_000
const MAX_HELD = 3

/** The skills that MCP servers serve. Their files are read when a person looks at them, and not before. */
export class ServedSkills implements SkillSink {
  readonly #deps: ServedSkillsDeps
  readonly #servers = new Map<string, Known>()
  readonly #refreshing: Refreshing
  /** What a person looked at last, so that enabling it reads nothing anew. */
  readonly #held = new Map<string, SkillFiles>()
  readonly #fetching = new Map<string, Promise<SkillFiles>>()
  /** Of versions whose files were read. */
  readonly #read = new Map<string, readonly KnownFile[]>()
  readonly #ended = new AbortController()

  constructor(deps: ServedSkillsDeps) {
    this.#deps = deps
    this.#refreshing = new Refreshing((server, signal) => this.#refresh(server, signal))
  }

  connected(server: string, source: SkillSource | undefined): void {
    const known = this.#known(server)
    known.source = source
    if (source) return this.#refreshing.begin(server)
    // It serves none, or none any more.
    this.#refreshing.end(server)
    this.#replace(server, [], [])
  }

  disconnected(server: string): void {
    this.#refreshing.end(server)
    const known = this.#servers.get(server)
    if (known) known.source = undefined
  }

  changed(server: string): void {
    if (this.#servers.get(server)?.source) this.#refreshing.begin(server)
  }

  close(): void {
    this.#ended.abort()
    this.#refreshing.close()
  }

  /** Before any server is there: what a person has enabled stays usable. */
  async restore(): Promise<void> {
    for (const [name, { enabledHash, seenHash }] of this.#deps.records.all()) {
      const server = serverOf(name)
      if (server === undefined || enabledHash === null || !this.#isConfigured(server)) continue
      const copy = await readCopy(this.#deps.copies, { name, hash: enabledHash })
      if (!copy) continue
      this.#read.set(enabledHash, knownFiles(copy.files))
      const seen = seenSkill(server, name, copy.listed)
      // It was another one when it was listed last: that one nobody has enabled.
      const isChanged = seenHash !== enabledHash
      const known = this.#known(server)
      const skill = isChanged
        ? { seen: { ...seen, hash: seenHash, files: [] }, listed: undefined }
        : { seen, listed: copy.listed }
      known.skills = [...known.skills.filter(({ seen: { shownAs } }) => shownAs !== name), skill]
    }
  }

  /** What was decided about skills of servers that are no longer set is forgotten with them. */
  async settle(): Promise<void> {
    for (const server of this.#servers.keys())
      if (!this.#isConfigured(server)) {
        this.disconnected(server)
        this.#servers.delete(server)
      }
    for (const name of this.#deps.records.all().keys()) {
      const server = serverOf(name)
      if (server !== undefined && !this.#isConfigured(server)) await this.#deps.records.forget(name)
    }
  }

  seen(): SeenFolder[] {
    return [...this.#servers.values()].flatMap(({ skills, failures }) =>
      skills.map(({ seen }) => {
        const problem = seen.problem ?? failures.get(seen.hash!) ?? null
        return { ...seen, problem, files: this.#read.get(seen.hash!) ?? seen.files }
      }),
    )
  }

  problems(): string[] {
    return [...this.#servers.values()].flatMap(({ problems }) => problems)
  }

  /** The files of the version that is there now, after asking the server; undefined when what it sent is refused. */
  async look(entry: SkillEntry): Promise<SkillFiles | undefined> {
    // It may have been mended.
    this.#servers.get(entry.server ?? '')?.failures.delete(entry.hash ?? '')
    if (entry.status !== 'enabled') await this.#ask(entry)
    const now = this.#skill(entry)
    if (!now?.listed) {
      if (now?.seen.problem == null) throw this.#away(entry)
      return undefined
    }
    try {
      return await this.files({ ...entry, hash: now.listed.hash })
    } catch (error) {
      if (error instanceof UnlistedContentError) return undefined
      throw error
    }
  }

  /** The files of exactly this version. */
  async files(entry: Pick<SkillEntry, 'name' | 'hash' | 'server' | 'shownAs'>): Promise<SkillFiles> {
    const { name, hash } = entry
    if (hash === null) throw this.#away(entry)
    const held = this.#held.get(hash)
    if (held) return held
    if (this.#deps.records.find(name)?.enabledHash === hash) {
      const copy = await readCopy(this.#deps.copies, { name, hash })
      if (copy) return this.#hold(copy.files)
    }
    const key = `${name} ${hash}`
    const going = this.#fetching.get(key) ?? this.#fetch(entry).finally(() => this.#fetching.delete(key))
    this.#fetching.set(key, going)
    return this.#hold(await going)
  }

  /** What is stored once a person has enabled it. */
  stored(files: SkillFiles): SkillFiles['contents'] {
    const all = [...this.#servers.values()].flatMap(({ skills }) => skills)
    const listed = all.find(({ seen: { hash } }) => hash === files.hash)?.listed
    return listed ? withListing(files.contents, listed) : files.contents
  }

  async #fetch(entry: Pick<SkillEntry, 'name' | 'hash' | 'server' | 'shownAs'>): Promise<SkillFiles> {
    const { server = '', hash } = entry
    const source = this.#servers.get(server)?.source
    const listed = this.#skill(entry)?.listed
    if (!source || listed?.hash !== hash) throw this.#away(entry)
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(FETCH_MS)])
    try {
      return await fetchSkill(source, { server, listed }, signal)
    } catch (error) {
      if (error instanceof UnlistedContentError) this.#known(server).failures.set(listed.hash, error.message)
      if (error instanceof AppError) throw error
      const reason = signal.aborted ? 'it took too long' : reasonOf(error)
      throw new AppError('upstream_failed', `Couldn't read the skill from ${server}: ${reason}`, {
        cause: error,
      })
    }
  }

  /** A version that is listed may be an old one; a server that does not answer is met again when its files are read. */
  async #ask({ server = '', shownAs, path }: SkillEntry): Promise<void> {
    const known = this.#servers.get(server)
    const before = known?.skills.find(({ seen }) => seen.shownAs === shownAs && seen.path === path)
    if (!known?.source || !before) return
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(GET_MS)])
    const told = await known.source.get(path, signal).catch(() => undefined)
    if (told === undefined) return
    const [now] = namedSkills(server, [told])
    if (!now?.listed || now.listed.uri !== path || now.listed.hash === before.listed?.hash) return
    const skill = { listed: now.listed, seen: seenSkill(server, shownAs!, now.listed) }
    known.skills = known.skills.map((one) => (one === before ? skill : one))
  }

  async #refresh(server: string, signal: AbortSignal): Promise<void> {
    const source = this.#servers.get(server)?.source
    if (!source) return
    try {
      const { skills, isCut } = await source.list(signal)
      const told = [...skills, ...(await this.#unlisted({ server, source, skills }, signal))]
      // What is long to read leaves room for whoever else is waiting.
      await nextTurn()
      signal.throwIfAborted()
      const { skills: most } = skillLimits.served
      const problems = isCut
        ? [`${server} serves more than ${most} skills. Only the first ${most} are shown.`]
        : []
      // What was refused may have been mended.
      this.#known(server).failures.clear()
      this.#replace(server, namedSkills(server, told), problems)
    } catch (error) {
      if (signal.aborted && !isTimeout(signal)) return
      this.#deps.log.warn({ server, err: error }, "couldn't list the skills of an MCP server")
      const reason = isTimeout(signal) ? 'it took too long' : reasonOf(error)
      this.#replace(server, this.#known(server).skills, [`Couldn't list the skills of ${server}: ${reason}`])
    }
  }

  /** A list need not be whole, so those that a person decided about are asked for by their addresses. */
  async #unlisted(
    { server, source, skills }: { server: string; source: SkillSource; skills: readonly unknown[] },
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const listed = new Set(skills.map((one) => (one as { uri?: unknown } | null)?.uri))
    const found: unknown[] = []
    for (const [name, { path, enabledHash }] of this.#deps.records.all()) {
      if (serverOf(name) !== server || enabledHash === null || listed.has(path)) continue
      const told = await source.get(path, signal)
      if (told !== undefined) found.push(told)
    }
    return found
  }

  #replace(server: string, skills: readonly NamedSkill[], problems: readonly string[]): void {
    const known = this.#known(server)
    const marks = (some: readonly NamedSkill[]) =>
      some.map(({ seen }) => `${seen.shownAs} ${seen.path} ${seen.mark}`)
    const isSame =
      marks(skills).join('\n') === marks(known.skills).join('\n') && problems.join() === known.problems.join()
    known.skills = skills
    known.problems = problems
    if (!isSame) this.#deps.onChange()
  }

  #hold(files: SkillFiles): SkillFiles {
    this.#read.set(files.hash, knownFiles(files))
    this.#held.delete(files.hash)
    this.#held.set(files.hash, files)
    if (this.#held.size > MAX_HELD) this.#held.delete(this.#held.keys().next().value!)
    return files
  }

  #skill({ server = '', shownAs }: Pick<SkillEntry, 'server' | 'shownAs'>): NamedSkill | undefined {
    const named = this.#servers.get(server)?.skills.filter(({ seen }) => seen.shownAs === shownAs) ?? []
    return named.find(({ listed }) => listed !== undefined) ?? named[0]
  }

  #away({ name, server = '' }: Pick<SkillEntry, 'name' | 'server'>): AppError {
    const isThere = this.#servers.get(server)?.source !== undefined
    return new AppError(
      'unavailable',
      isThere
        ? `${server} no longer serves this version of ${name}. Look at it again.`
        : `${name} can't be read, because the MCP server ${server} isn't connected.`,
    )
  }

  #known(server: string): Known {
    const known = this.#servers.get(server) ?? {
      source: undefined,
      skills: [],
      problems: [],
      failures: new Map<string, string>(),
    }
    this.#servers.set(server, known)
    return known
  }

  #isConfigured(server: string): boolean {
    return Object.hasOwn(this.#deps.settings.get('MCP_SERVERS'), server)
  }
}

/** Undefined for the name of a skill in a folder. */
export function serverOf(name: string): string | undefined {
  const at = name.indexOf(':')
  return at === -1 ? undefined : name.slice(0, at)
}
