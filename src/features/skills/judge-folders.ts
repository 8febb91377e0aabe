import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { visibleText } from '../../contract/visible-text.ts'
import { shownName, type SeenFolder, type SkillEntry } from './skill-entry.ts'
import type { SkillRecords } from './skill-records.ts'

export interface JudgeDeps {
  readonly records: SkillRecords
  /** Where programs are looked for that a skill says it needs. */
  readonly searchPath: string
}

export interface Judged {
  readonly entries: SkillEntry[]
  /** Names of those that nobody has seen like this before. */
  readonly news: string[]
}

/** What the person has decided about each of the folders. */
export async function judgeFolders(folders: readonly SeenFolder[], deps: JudgeDeps): Promise<Judged> {
  const { records } = deps
  const known = records.all()
  const news: string[] = []
  const entries: SkillEntry[] = []
  for (const [name, named] of Map.groupBy(folders, shownName)) {
    const usable = named.filter(({ problem }) => problem === null)
    // Whoever had the name first keeps it.
    const first = usable.find(({ path }) => path === known.get(name)?.path) ?? usable[0]
    for (const folder of named) if (folder !== first) entries.push(refused(name, folder, first))
    if (!first) continue
    if (await isNew(name, first, records)) news.push(name)
    entries.push(await decided(name, first, deps))
  }
  return { entries: entries.toSorted((a, b) => compare(a.name, b.name) || compare(a.path, b.path)), news }
}

async function isNew(name: string, { path, hash }: SeenFolder, records: SkillRecords): Promise<boolean> {
  const isUnseen = await records.see(name, { path, hash: hash! })
  const record = records.find(name)
  return isUnseen && record?.disabled !== true && record?.enabledHash !== hash
}

async function decided(
  name: string,
  folder: SeenFolder,
  { records, searchPath }: JudgeDeps,
): Promise<SkillEntry> {
  const record = records.find(name)
  const isEnabled = record?.enabledHash === folder.hash
  return {
    ...folder,
    name,
    status: record?.disabled ? 'disabled' : isEnabled ? 'enabled' : 'unconfirmed',
    wasEnabled: typeof record?.enabledHash === 'string',
    missingPrograms: await missing(folder.manifest?.programs ?? [], searchPath),
  }
}

function refused(name: string, folder: SeenFolder, other: SeenFolder | undefined): SkillEntry {
  const taken = `The skill in ${visibleText(other?.path ?? '')} has the same name. Rename or remove one of the two.`
  return {
    ...folder,
    name,
    status: 'refused',
    problem: folder.problem ?? taken,
    wasEnabled: false,
    missingPrograms: [],
  }
}

async function missing(programs: readonly string[], searchPath: string): Promise<string[]> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  const isThere = async (program: string) =>
    (await Promise.all(folders.map((folder) => canRun(join(folder, program))))).includes(true)
  const found = await Promise.all(programs.map(isThere))
  return programs.filter((_, index) => !found[index])
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
