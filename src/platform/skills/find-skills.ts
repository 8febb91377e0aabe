import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SKILL_FILE } from './skill-file.ts'
import { skillLimits } from './skill-limits.ts'

export interface FoundSkills {
  /** Folders that have a SKILL.md, by path. */
  readonly skills: readonly string[]
  /** Names that lead somewhere else: nothing behind them is read. */
  readonly links: readonly string[]
  /** Whether there are more folders than are looked into. */
  readonly isCut: boolean
}

/**
 * Looks for skills below a place. Folders are followed and links are not; what is below a skill belongs to it. Names that
 * begin with a dot are passed over.
 */
export async function findSkills(place: string): Promise<FoundSkills> {
  const skills: string[] = []
  const links: string[] = []
  let left: number = skillLimits.folders
  let level = [place]
  for (let depth = 0; depth <= skillLimits.depth && level.length > 0 && left > 0; depth += 1) {
    const next: string[] = []
    for (const folder of level) {
      if (left <= 0) break
      left -= 1
      const entries = await entriesOf(folder)
      if (depth > 0 && entries.some(({ name }) => name === SKILL_FILE)) {
        skills.push(folder)
        continue
      }
      for (const entry of entries) {
        if (entry.name.startsWith('.')) continue
        const path = join(folder, entry.name)
        if (entry.isDirectory()) next.push(path)
        // Deeper ones may lead to anything; in the place itself a person has put it for a skill.
        else if (depth === 0 && entry.isSymbolicLink()) links.push(path)
      }
    }
    level = next.toSorted()
  }
  return { skills: skills.toSorted(), links, isCut: left <= 0 }
}

/** A place that is not there, or cannot be read, has none. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
