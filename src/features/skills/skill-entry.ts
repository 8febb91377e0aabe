import { basename } from 'node:path'
import { visibleText } from '../../contract/visible-text.ts'
import type { SkillManifest } from '../../platform/skills/skill-file.ts'
import { isScript, sha256, textOfFile, type SkillFiles } from '../../platform/skills/skill-folder.ts'
import type { SkillDescription } from './contract.ts'

export interface SkillPlace {
  readonly folder: string
  readonly kind: SkillDescription['place']
}

/** What is known of a file without holding what is in it. */
export interface KnownFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly is_text: boolean
  readonly is_script: boolean
}

/** A folder that was looked at, or a skill that an MCP server lists. */
export interface SeenFolder {
  /** For one of a server, the address of its SKILL.md there. */
  readonly path: string
  readonly place: SkillPlace['kind']
  /** Changes with the files. */
  readonly mark: string
  /** Why nothing of it can be used. */
  readonly problem: string | null
  readonly manifest: SkillManifest | null
  readonly hash: string | null
  readonly files: readonly KnownFile[]
  /** The MCP server that it comes from. */
  readonly server?: string | undefined
  /** What it is called here, when that is not the name in its SKILL.md. */
  readonly shownAs?: string | undefined
}

/** A skill, and what became of it. */
export interface SkillEntry extends SeenFolder {
  readonly name: string
  readonly status: SkillDescription['status']
  readonly wasEnabled: boolean
  readonly missingPrograms: readonly string[]
}

export function knownFiles({ contents }: Pick<SkillFiles, 'contents'>): KnownFile[] {
  return [...contents]
    .map(([path, bytes]) => {
      const is_text = textOfFile(bytes) !== undefined
      return {
        path,
        bytes: bytes.length,
        sha256: sha256(bytes),
        is_text,
        is_script: is_text && isScript(path),
      }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What a folder is called whose SKILL.md cannot be read. */
export function shownName({
  path,
  manifest,
  shownAs,
}: Pick<SeenFolder, 'path' | 'manifest' | 'shownAs'>): string {
  return shownAs ?? manifest?.name ?? visibleText(basename(path))
}

/** A skill that a person has enabled, as models and scripts get it. */
export interface EnabledSkill {
  readonly name: string
  /** The MCP server that it comes from; null when it lies on this machine. */
  readonly server: string | null
  readonly description: string
  readonly hash: string
  readonly missingPrograms: readonly string[]
  readonly files: readonly KnownFile[]
}

export function enabledIn(entries: readonly SkillEntry[]): EnabledSkill[] {
  return entries.flatMap(({ name, server = null, status, manifest, hash, files, missingPrograms }) =>
    status === 'enabled' && manifest && hash !== null
      ? [{ name, server, description: manifest.description, hash, missingPrograms, files }]
      : [],
  )
}

export function describeEntry(entry: SkillEntry): SkillDescription {
  const { manifest, files } = entry
  return {
    name: entry.name,
    ...(manifest ? saidBy(manifest) : UNREADABLE),
    status: entry.status,
    problem: entry.problem,
    was_enabled: entry.wasEnabled,
    hash: entry.hash,
    path: visibleText(entry.path),
    place: entry.place,
    server: entry.server ?? null,
    missing_programs: [...entry.missingPrograms],
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: files.filter(({ is_script }) => is_script).length,
  }
}

type Said = Pick<
  SkillDescription,
  'description' | 'license' | 'compatibility' | 'allowed_tools' | 'metadata' | 'notes'
>

const UNREADABLE: Said = {
  description: '',
  license: null,
  compatibility: null,
  allowed_tools: [],
  metadata: {},
  notes: [],
}

function saidBy({ description, license, compatibility, allowedTools, metadata, notes }: SkillManifest): Said {
  return {
    description,
    license,
    compatibility,
    allowed_tools: [...allowedTools],
    metadata: { ...metadata },
    notes: [...notes],
  }
}

/** The one that can be used comes before those that only have its name. */
export function entryNamed(entries: readonly SkillEntry[], name: string): SkillEntry | undefined {
  const named = entries.filter((entry) => entry.name === name)
  return named.find(({ status }) => status !== 'refused') ?? named[0]
}

export function areSameVersions(some: readonly EnabledSkill[], others: readonly EnabledSkill[]): boolean {
  const marks = (skills: readonly EnabledSkill[]) => skills.map(({ name, hash }) => `${name} ${hash}`).join()
  return marks(some) === marks(others)
}
