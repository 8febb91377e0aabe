import { AppError } from '../../../contract/errors.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { isScript } from '../../../platform/skills/skill-folder.ts'
import type { KnownFile, SeenFolder } from '../skill-entry.ts'
import { readListed, type ListedSkill } from './listed-skill.ts'

export interface NamedSkill {
  readonly seen: SeenFolder
  /** Undefined when it cannot be used. */
  readonly listed: ListedSkill | undefined
}

const MAX_SHOWN = 200
const MAX_NAME = 150

/** The skills of a server under names of their own: no other server, and no folder, has a skill named like these. */
export function namedSkills(server: string, told: readonly unknown[]): NamedSkill[] {
  const usable: ListedSkill[] = []
  const refused: NamedSkill[] = []
  for (const one of told)
    try {
      usable.push(readListed(one))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(refusedSkill(server, one, error.message))
    }
  const skills = [...Map.groupBy(usable, ({ uri }) => uri).values()].flatMap((same) => {
    const [first] = same
    if (same.every(({ hash }) => hash === first!.hash)) return [first!]
    const problem = `Can't use the skill: ${server} lists it twice, with different files.`
    refused.push(refusedSkill(server, first!.told, problem))
    return []
  })
  const named = [...Map.groupBy(skills, ({ manifest }) => manifest.name)].flatMap(([name, same]) =>
    same.length === 1 ? [underName(server, name, same[0]!)] : toldApart(server, same),
  )
  return [...named, ...refused]
}

/** As it is seen before anybody has read its files. */
export function seenSkill(
  server: string,
  shownAs: string,
  { uri, manifest, hash, files }: ListedSkill,
): SeenFolder {
  return {
    path: uri,
    place: 'server',
    mark: hash,
    problem: null,
    manifest,
    hash,
    files: files.map((file) => foreseen(file)),
    server,
    shownAs,
  }
}

function underName(server: string, name: string, listed: ListedSkill): NamedSkill {
  return { seen: seenSkill(server, `${server}:${name}`, listed), listed }
}

/** Several of one name: each gets the whole of its path, and none is the one that the name alone means. */
function toldApart(server: string, skills: readonly ListedSkill[]): NamedSkill[] {
  const paths = Map.groupBy(skills, pathName)
  return skills.map((listed) => {
    const path = pathName(listed)
    const isClear = paths.get(path)!.length === 1 && path.length <= MAX_NAME
    if (isClear) return underName(server, path, listed)
    const problem = `Can't use the skill: ${server} has several of this name, and their addresses can't be told apart.`
    return refusedSkill(server, listed.told, problem)
  })
}

/** `skill://acme/billing/refunds/SKILL.md` is `acme.billing.refunds`. */
function pathName({ uri }: ListedSkill): string {
  const path = uri.slice(uri.indexOf('://') + 3, uri.lastIndexOf('/'))
  return path
    .toLowerCase()
    .replaceAll('/', '.')
    .replaceAll(/[^a-z0-9.-]+/g, '-')
}

function refusedSkill(server: string, told: unknown, problem: string): NamedSkill {
  const { uri, frontmatter } = (told ?? {}) as { uri?: unknown; frontmatter?: { name?: unknown } | null }
  const name = frontmatter?.name
  const shown = (text: string) => visibleText(text.slice(0, MAX_SHOWN)).replaceAll(/\s+/g, ' ')
  const seen: SeenFolder = {
    path: typeof uri === 'string' ? shown(uri) : server,
    place: 'server',
    mark: problem,
    problem: visibleText(problem),
    manifest: null,
    hash: null,
    files: [],
    server,
    shownAs: `${server}:${typeof name === 'string' && name !== '' ? shown(name) : 'unnamed'}`,
  }
  return { seen, listed: undefined }
}

/** What is in it is known once it was read. */
function foreseen({ path, bytes, sha256 }: ListedSkill['files'][number]): KnownFile {
  return { path, bytes, sha256, is_text: true, is_script: isScript(path) }
}
