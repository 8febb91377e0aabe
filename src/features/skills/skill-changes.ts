import type { FolderContents } from '../../platform/files/folder-contents.ts'
import { unifiedDiff } from '../../platform/language/unified-diff.ts'
import { textOfFile } from '../../platform/skills/skill-folder.ts'
import type { SkillDetails } from './contract.ts'

type Change = NonNullable<SkillDetails['changes']>[number]

const DIFF_CHARACTERS = 20_000
/** Of all differences together. */
const ALL_CHARACTERS = 200_000

/** What is different between the version that was enabled and the one that is there, file by file. */
export function changesBetween(before: FolderContents, now: FolderContents): Change[] {
  let left = ALL_CHARACTERS
  const paths = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  return paths.flatMap((path): Change[] => {
    const [old, current] = [before.get(path), now.get(path)]
    if (old && current?.equals(old)) return []
    const diff = diffOf(old, current, Math.min(DIFF_CHARACTERS, left))
    left -= diff?.length ?? 0
    return [{ path, change: current ? (old ? 'changed' : 'added') : 'removed', diff }]
  })
}

function diffOf(before: Buffer | undefined, now: Buffer | undefined, characters: number): string | null {
  const old = before ? textOfFile(before) : ''
  const current = now ? textOfFile(now) : ''
  if (old === undefined || current === undefined) return null
  const { text, isCut } = unifiedDiff(old, current, { characters })
  return isCut ? `${text}\n… the rest is left out` : text
}
