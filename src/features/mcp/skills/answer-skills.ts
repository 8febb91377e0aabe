import { extname } from 'node:path'
import type * as Sdk from '@modelcontextprotocol/server'
import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import type { SharedFile, SharedSkill, SharedSkills } from './shared-skills.ts'
import { childrenAt, fileAddress, fileAt, SKILL_FILE, type FoundFile } from './skill-addresses.ts'

const PAGE = 50
const FOLDER = 'inode/directory'

/** What is enabled can change at any time, and concerns nobody but this user. */
const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** The methods of the skills extension. */
export function answerSkills(server: Sdk.Server, skills: SharedSkills, sdk: typeof Sdk): void {
  const refuse = (sentence: string) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, sentence)
  const asked = sdk.fromJsonSchema<{ uri?: string; cursor?: string }>({
    type: 'object',
    properties: { uri: { type: 'string' }, cursor: { type: 'string' } },
  })
  server.setRequestHandler('skills/list', { params: asked }, async ({ cursor }) => {
    const all = await skills.list()
    const rest = cursor === undefined ? all : all.slice(positionAfter(cursor, all))
    if (cursor !== undefined && rest.length === all.length) throw refuse('Invalid cursor.')
    const shown = rest.slice(0, PAGE)
    const entries = await Promise.all(shown.map((skill) => entryOf(skills, skill)))
    const nextCursor = rest.length > PAGE && {
      nextCursor: Buffer.from(shown.at(-1)!.name).toString('base64url'),
    }
    return { skills: entries.flatMap((entry) => entry ?? []), ...nextCursor, ...FRESH }
  })
  server.setRequestHandler('skills/get', { params: asked }, async ({ uri = '' }) => {
    const found = fileAt(await skills.list(), uri)
    const entry = found?.file.path === SKILL_FILE ? await entryOf(skills, found.skill) : undefined
    if (!entry) throw refuse(`No skill is served at ${uri}. skills/list names them.`)
    return { skill: entry, ...FRESH }
  })
  server.setRequestHandler('resources/directory/read', { params: asked }, async ({ uri = '' }) => {
    const children = childrenAt(await skills.list(), uri)
    if (!children) throw refuse(`${uri} is not a folder of a skill.`)
    return {
      resources: children.map(({ uri: address, name, found }): Resource =>
        found ? resourceOf(found) : { uri: address, name, mimeType: FOLDER },
      ),
    }
  })
}

/** The list with the SKILL.md of each skill before everything else. */
export async function withSkills(
  skills: SharedSkills,
  cursor: string | undefined,
  others: Promise<ListResourcesResult>,
): Promise<ListResourcesResult> {
  const page = await others
  if (cursor !== undefined) return page
  const found = (await skills.list()).flatMap((skill) =>
    skill.files.filter(({ path }) => path === SKILL_FILE).map((file) => resourceOf({ skill, file })),
  )
  return { ...page, resources: [...found, ...page.resources] }
}

/** Undefined when no skill has a file at this address. */
export async function readSkillResource(
  skills: SharedSkills,
  uri: string,
): Promise<ReadResourceResult | undefined> {
  const found = fileAt(await skills.list(), uri)
  if (!found) return undefined
  const bytes = await skills.read(found.skill, found.file.path)
  const mimeType = typeOf(found.file)
  const text = textIn(bytes)
  return {
    contents: [{ uri, mimeType, ...(text === undefined ? { blob: bytes.toString('base64') } : { text }) }],
  }
}

/** Undefined when the copy of it is damaged: then there is nothing that the user has enabled. */
async function entryOf(skills: SharedSkills, skill: SharedSkill) {
  const frontmatter = await skills.frontmatter(skill).catch(() => undefined)
  const resources = skill.files.map(({ path, sha256, bytes }) => ({
    uri: fileAddress(skill, path),
    digest: `sha256:${sha256}`,
    size: bytes,
  }))
  return frontmatter && { uri: fileAddress(skill, SKILL_FILE), frontmatter, resources }
}

function resourceOf({ skill, file }: FoundFile): Resource {
  const { path, bytes } = file
  const about =
    path === SKILL_FILE
      ? { name: skill.name, description: skill.description }
      : { name: path.slice(path.lastIndexOf('/') + 1) }
  return { uri: fileAddress(skill, path), ...about, mimeType: typeOf(file), size: bytes }
}

const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.py': 'text/x-python',
  '.sh': 'text/x-shellscript',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
}

function typeOf({ path, is_text }: SharedFile): string {
  return TYPES[extname(path).toLowerCase()] ?? (is_text ? 'text/plain' : 'application/octet-stream')
}

/** Undefined for bytes that a text could not bring back. */
function textIn(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

/** Behind the skill that a page ended with, whether or not it is still there. */
function positionAfter(cursor: string, all: readonly SharedSkill[]): number {
  const last = Buffer.from(cursor, 'base64url').toString()
  const next = all.findIndex(({ name }) => name > last)
  return next === -1 ? all.length : next
}
