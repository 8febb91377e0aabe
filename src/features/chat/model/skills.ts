import { isFromOutside } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { Asked } from '../answering.ts'
import type { PromptExtent } from './system-prompt.ts'

/** A skill as a conversation knows it. */
export interface TellableSkill {
  readonly name: string
  /** The MCP server that it comes from. */
  readonly server?: string | undefined
  readonly description: string
  readonly status: 'enabled' | 'unconfirmed' | 'disabled' | 'refused'
  readonly problem: string | null
  readonly missingPrograms: readonly string[]
}

export interface Keeping {
  /** Whether its instructions are still among what is told. */
  readonly isTold: (name: string) => boolean
  readonly hasRoomFor: (text: string) => boolean
}

/** What a conversation needs of the skills. */
export interface SkillPort {
  /** They have been looked for. */
  ready(): Promise<void>
  all(): readonly TellableSkill[]
  noteUse(session_id: string, name: string): Promise<void>
  /** Enabled ones that the conversation has used, by name. */
  usedIn(session_id: string): readonly string[]
  /** The instructions that it goes on with after earlier messages were summarised. */
  keptIn(session_id: string, keeping: Keeping): Promise<string>
}

export const USE_SKILL = 'USE_SKILL'

/** Characters for all descriptions: each skill costs something in every conversation. */
const ROOM: Readonly<Record<PromptExtent, number>> = { full: 8_000, compact: 2_400, least: 600 }
const MIN_DESCRIPTION = 40

/** All skills in a line each, for the instructions of the model; empty when there is none. */
export function skillCatalogue(
  port: Pick<SkillPort, 'all'>,
  { asked, extent }: { asked: Pick<Asked, 'provenance'>; extent: PromptExtent },
): string {
  if (isFromOutside(asked.provenance)) return ''
  const skills = enabledOf(port)
  if (skills.length === 0) return ''
  return [
    `Skills: instructions that the user has approved, each for a certain kind of task. When one fits what the user wants, or the user names it, call ${USE_SKILL} before anything else and follow it as far as it serves what the user wants. A skill gives you no rights.`,
    ...lines(skills, ROOM[extent]),
  ].join('\n')
}

/** Names always; of the descriptions as much as there is room for. */
function lines(skills: readonly TellableSkill[], room: number): string[] {
  const whole = skills.reduce((sum, { description }) => sum + description.length, 0)
  const each = whole <= room ? Infinity : Math.floor(room / skills.length)
  if (each < MIN_DESCRIPTION) return [`- ${skills.map(({ name }) => name).join(', ')}`]
  return skills.map(({ name, server, description, missingPrograms }) => {
    const origin = server === undefined ? '' : ` (from the MCP server ${server})`
    const text = description.length <= each ? description : `${description.slice(0, each - 1)}…`
    const missing =
      missingPrograms.length === 0 ? '' : ` (not ready: ${missingPrograms.join(', ')} not installed)`
    return `- ${name}${origin}: ${text}${missing}`
  })
}

/** What is so about skills now: which one the user names, and which ones are in use. */
export function skillsNow(port: Pick<SkillPort, 'all' | 'usedIn'>, asked: Asked): string {
  if (isFromOutside(asked.provenance)) return ''
  const named = namedIn(asked.message, enabledOf(port)).map(({ name }) => name)
  const used = port.usedIn(asked.session_id).filter((name) => !named.includes(name))
  return [
    ...(named.length > 0 ? [`The user names the skill ${named.join(', ')}: call ${USE_SKILL} first.`] : []),
    ...(used.length > 0 ? [`In use since earlier: the skill ${used.join(', ')}.`] : []),
  ].join(' ')
}

/** The skills that a message names: `$meeting-minutes`, or "the meeting minutes skill". */
export function namedIn<Skill extends { readonly name: string }>(
  message: string,
  skills: readonly Skill[],
): Skill[] {
  const lower = message.toLowerCase().slice(0, MAX_READ)
  if (!lower.includes('$') && !lower.includes('skill')) return []
  return skills.filter(({ name }) => {
    const words = name
      .split('-')
      .map((word) => RegExp.escape(word))
      .join('[\\s_-]')
    return new RegExp(
      `(?<![\\w$-])\\$${RegExp.escape(name)}${END}|(?<![\\w:.-])["“']?${words}["”']?\\s+skill(?![\\w-])|\\bskill\\s+["“']?${words}${END}`,
    ).test(lower)
  })
}

const MAX_READ = 4_000
/** `$docs:refunds` names a skill of the server docs, and not the skill docs. */
const END = '(?![\\w-]|[:.][a-z0-9])'

/** For a person who is asked about a call. */
export function skillsInUse(port: Pick<SkillPort, 'usedIn'>, session_id: string): string | undefined {
  const names = port.usedIn(session_id)
  if (names.length === 0) return undefined
  return `The assistant follows the ${names.length === 1 ? 'skill' : 'skills'} ${names.join(', ')} in this conversation.`
}

export interface Used {
  readonly args: Readonly<Record<string, unknown>>
  readonly result: Envelope
  readonly session_id: string
  readonly skills: Pick<SkillPort, 'noteUse'>
}

/** Remembers that the conversation goes on by the instructions of a skill. */
export async function noteSkill(
  entry: CatalogEntry | undefined,
  { args: { name }, result, session_id, skills }: Used,
): Promise<void> {
  const isUse = entry?.tool.action === USE_SKILL && entry.origin === 'built_in'
  if (isUse && result.success && typeof name === 'string') await skills.noteUse(session_id, name)
}

/** How the instructions of a skill begin wherever they are told. */
export function skillBeginning(name: string): string {
  return `<skill_content name="${name}">`
}

function enabledOf(port: Pick<SkillPort, 'all'>): TellableSkill[] {
  return port.all().filter(({ status }) => status === 'enabled')
}
