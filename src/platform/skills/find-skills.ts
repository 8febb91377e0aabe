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
  const found: Finding = { skills: [], links: [], left: skillLimits.folders }
  let level = [place]
  for (let depth = 0; depth <= skillLimits.depth && level.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of level) next.push(...(await lookInto(folder, depth, found)))
    level = next.toSorted()
  }
  const { skills, links, left } = found
  return { skills: skills.toSorted(), links, isCut: left <= 0 }
}

interface Finding {
  readonly skills: string[]
  readonly links: string[]
  /** How many folders may still be looked into. */
  left: number
}

/** Answers with the folders in it that are looked into next. */
async function lookInto(folder: string, depth: number, found: Finding): Promise<string[]> {
  if (found.left <= 0) return []
  found.left -= 1
  const entries = await entriesOf(folder)
  if (depth > 0 && entries.some(({ name }) => name === SKILL_FILE)) {
    found.skills.push(folder)
    return []
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.'))
  const paths = (some: readonly Dirent[]) => some.map(({ name }) => join(folder, name))
  // Deeper ones may lead to anything; in the place itself a person has put it for a skill.
  if (depth === 0) found.links.push(...paths(shown.filter((entry) => entry.isSymbolicLink())))
  return paths(shown.filter((entry) => entry.isDirectory()))
}

/** A place that is not there, or cannot be read, has none. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
