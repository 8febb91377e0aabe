import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { isMissing } from '../../platform/files/file-error.ts'
import {
  readFolderContents,
  writeFolderContents,
  type FolderContents,
} from '../../platform/files/folder-contents.ts'
import { refusedSkill } from '../../platform/skills/skill-file.ts'
import { readSkillFolder, sha256 } from '../../platform/skills/skill-folder.ts'
import { skillLimits } from '../../platform/skills/skill-limits.ts'
import type { EnabledSkill, SkillEntry } from './skill-entry.ts'
import type { SkillRecord } from './skill-records.ts'

/** The files that a person enabled, where nobody edits them: what models and scripts get, and what changes are told from. */
export class SkillCopies {
  readonly #folder: string

  constructor(skillsFolder: string) {
    // Passed over by the search for skills, as every name that begins with a dot.
    this.#folder = join(skillsFolder, '.enabled')
  }

  folderOf(name: string, hash: string): string {
    return join(this.#folder, `${name}-${hash}`)
  }

  /** Whole or not at all. */
  async keep(name: string, hash: string, contents: FolderContents): Promise<void> {
    const target = this.folderOf(name, hash)
    if (await isFolder(target)) return
    const making = join(this.#folder, `making-${randomUUID()}`)
    await mkdir(making, { recursive: true, mode: 0o700 })
    try {
      await writeFolderContents(contents, making)
      await rename(making, target)
    } finally {
      await rm(making, { recursive: true, force: true })
    }
  }

  /** All of it; undefined when the copy is gone. */
  async read(name: string, hash: string): Promise<FolderContents | undefined> {
    const folder = this.folderOf(name, hash)
    if (!(await isFolder(folder))) return undefined
    // What was refused was not copied, and skills of servers may be larger.
    const { files, bytes } = skillLimits.served
    return readFolderContents(folder, { files, totalBytes: bytes, fileBytes: bytes, refuse: refusedSkill })
  }

  /** A file that lies beside those of the skill. */
  readExtra(name: string, hash: string, file: string): Promise<Buffer> {
    return readFile(join(this.folderOf(name, hash), file))
  }

  /** One file, if it is still what was enabled. */
  async readFile(name: string, hash: string, file: { path: string; sha256: string }): Promise<Buffer> {
    const bytes = await readFile(join(this.folderOf(name, hash), file.path)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (bytes && sha256(bytes) === file.sha256) return bytes
    throw damaged(name)
  }

  /** Where the whole of it lies, if it is still what was enabled. */
  async wholeFolder({ name, hash, files }: EnabledSkill): Promise<string> {
    const contents = await this.read(name, hash).catch(() => undefined)
    const isWhole =
      contents?.size === files.length &&
      files.every(({ path, sha256: digest }) => digest === sha256(contents.get(path) ?? Buffer.alloc(0)))
    if (isWhole) return this.folderOf(name, hash)
    throw damaged(name)
  }

  /** One that was lost is made again from the same files; what nobody has enabled goes. */
  async settle(entries: readonly SkillEntry[], records: ReadonlyMap<string, SkillRecord>): Promise<void> {
    await this.#keepOnly(records)
    for (const { name, status, hash, path, place } of entries) {
      if (place === 'server') continue
      if (status !== 'enabled' || hash === null || (await isFolder(this.folderOf(name, hash)))) continue
      // It may be gone by now; the next look says so.
      const files = await readSkillFolder(path).catch(() => undefined)
      if (files?.hash === hash) await this.keep(name, hash, files.contents)
    }
  }

  /** And what a killed service left half made. */
  async #keepOnly(records: ReadonlyMap<string, SkillRecord>): Promise<void> {
    const wanted = new Set([...records].map(([name, { enabledHash }]) => `${name}-${enabledHash}`))
    for (const name of await readdir(this.#folder).catch(() => []))
      if (!wanted.has(name)) await rm(join(this.#folder, name), { recursive: true, force: true })
  }
}

function damaged(name: string): AppError {
  return new AppError(
    'conflict',
    `Deskhand's copy of the skill ${name} is damaged. Disable the skill and enable it again.`,
  )
}

function isFolder(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}
