import { visibleText } from '../../../contract/visible-text.ts'
import { megabytesText } from '../../../contract/text/numbers.ts'
import { isSafeEntryName } from '../../../platform/archives/zip-directory.ts'
import { asTexts } from '../../../platform/skills/frontmatter.ts'
import {
  readFields,
  refusedSkill,
  SKILL_FILE,
  type SkillManifest,
} from '../../../platform/skills/skill-file.ts'
import { sha256 } from '../../../platform/skills/skill-folder.ts'
import { skillLimits } from '../../../platform/skills/skill-limits.ts'

export interface ListedFile {
  /** Below the folder of the skill. */
  readonly path: string
  readonly uri: string
  readonly sha256: string
  readonly bytes: number
}

/** A skill as its server lists it, once all of that makes sense. */
export interface ListedSkill {
  /** Of its SKILL.md. */
  readonly uri: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly manifest: SkillManifest
  /** Without those whose names begin with a dot, which are passed over as in a folder. */
  readonly files: readonly ListedFile[]
  /** SHA-256 over the address and digest of every file, and what the server says of the skill: what a person enables. */
  readonly hash: string
  /** As the server told it. */
  readonly told: unknown
}

const MAX_URI = 2_048
const MAX_DEPTH = 12
const DIGEST = /^sha256:([0-9a-f]{64})$/

/** Reads what a server lists, or throws why the skill cannot be used. */
export function readListed(told: unknown): ListedSkill {
  const { uri, frontmatter, resources } = asRecord(told)
  const place = placeOf(uri)
  if (!isRecord(frontmatter) || JSON.stringify(frontmatter).length > skillLimits.frontmatter)
    throw refusedSkill('its server does not say what it is')
  const manifest = readFields(asTexts(frontmatter) as Record<string, unknown>)
  if (place.name !== manifest.name)
    throw refusedSkill(
      `its address ends with ${visibleText(place.name)}, but it is named ${manifest.name}: its server must use the same name for both`,
    )
  if (resources === 'dynamic')
    throw refusedSkill(
      'its server makes it anew for each reader, so nobody could enable exactly what was shown',
    )
  const all = filesOf(place, resources)
  const marks = all.map((file) => `${JSON.stringify(file.uri)} ${file.sha256}\n`)
  const hash = sha256(Buffer.from([...marks, JSON.stringify(inOrder(frontmatter))].join('')))
  const files = all.filter(({ path }) => !isHidden(path))
  const left = all.length - files.length
  const notes =
    left === 0 ? [] : [`Files whose names begin with a dot are left out (${left === 1 ? 'one' : left}).`]
  return {
    uri: place.uri,
    frontmatter,
    manifest: { ...manifest, notes: [...manifest.notes, ...notes] },
    files,
    hash,
    told: { uri, frontmatter, resources },
  }
}

interface Place {
  /** Of the SKILL.md. */
  readonly uri: string
  /** Of the folder it is in, with a slash at the end. */
  readonly folder: string
  readonly name: string
}

/** `skill://acme/refunds/SKILL.md`, in any scheme. */
function placeOf(uri: unknown): Place {
  const isAddress =
    typeof uri === 'string' &&
    uri.length <= MAX_URI &&
    visibleText(uri) === uri &&
    /^[a-z][a-z0-9+.-]*:\/\/[^\s?#\\]+\/SKILL\.md$/i.test(uri) &&
    uri.endsWith(`/${SKILL_FILE}`)
  if (!isAddress) throw refusedSkill(`its server gives no address of a ${SKILL_FILE} for it`)
  const folder = uri.slice(0, -SKILL_FILE.length)
  const segments = folder.slice(folder.indexOf('://') + 3, -1).split('/')
  if (segments.some((segment) => decodedSegment(segment) === undefined))
    throw refusedSkill('its address has parts such as .. in it')
  return { uri, folder, name: segments.at(-1)! }
}

function filesOf({ uri, folder }: Place, resources: unknown): ListedFile[] {
  const { served } = skillLimits
  if (!Array.isArray(resources)) throw refusedSkill('its server does not list its files')
  if (resources.length > served.files) throw refusedSkill(`it has more than ${served.files} files`)
  const files = resources.map((given) => fileOf(folder, asRecord(given)))
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > served.bytes)
    throw refusedSkill(`it is larger than ${megabytesText(served.bytes)}`)
  if (!files.some((file) => file.uri === uri))
    throw refusedSkill(`its files are listed without its ${SKILL_FILE}`)
  assertApart(files)
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function fileOf(folder: string, { uri, digest, size }: Readonly<Record<string, unknown>>): ListedFile {
  const path = typeof uri === 'string' && uri.length <= MAX_URI ? pathBelow(folder, uri) : undefined
  if (path === undefined)
    throw refusedSkill(`${visibleText(String(uri).slice(0, 200))} is not a file in its folder`)
  const found = typeof digest === 'string' ? DIGEST.exec(digest)?.[1] : undefined
  if (found === undefined) throw refusedSkill(`${path} is listed without a digest`)
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw refusedSkill(`${path} is listed without its size`)
  return { path, uri: uri as string, sha256: found, bytes: size }
}

/** The path of a file, of which no part leads out of the folder. */
function pathBelow(folder: string, uri: string): string | undefined {
  if (!uri.startsWith(folder) || /[?#]/.test(uri)) return undefined
  const segments = uri.slice(folder.length).split('/').map(decodedSegment)
  if (segments.length > MAX_DEPTH || segments.includes(undefined)) return undefined
  const path = segments.join('/')
  return isSafeEntryName(path) && visibleText(path) === path ? path : undefined
}

function decodedSegment(segment: string): string | undefined {
  try {
    const name = decodeURIComponent(segment)
    const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name) && name.length <= 255
    return isName ? name : undefined
  } catch {
    return undefined
  }
}

/** Two files could not lie in one folder if one has the name of the other, or of a folder. */
function assertApart(files: readonly ListedFile[]): void {
  const taken = new Set<string>()
  const names = files.map(({ path }) => path.toLowerCase())
  for (const name of names) {
    if (taken.has(name)) throw refusedSkill(`${name} is listed twice`)
    taken.add(name)
  }
  for (const name of names)
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1))
      if (taken.has(name.slice(0, at))) throw refusedSkill(`${name.slice(0, at)} is a file and a folder`)
}

/** The same for the same members, in whatever order they are told. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return members.map(([name, member]) => [name, inOrder(member)])
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
