import { SKILLS_EXTENSION } from '../../../../platform/mcp/skills-extension.ts'
import type * as Sdk from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import type { SkillSource } from '../../../skills/served/skill-source.ts'

const REQUEST_MS = 30_000
const MAX_PAGES = 100

/** Whatever it is; who asked looks at it. */
const anything = {
  '~standard': { version: 1, vendor: 'deskhand', validate: (value: unknown) => ({ value }) },
} as const

export interface SkillClient {
  readonly client: Client
  readonly sdk: typeof Sdk
  /** How many skills are taken from a list. */
  readonly most: number
}

/** The skills that a connected server serves; undefined when it says nothing of any. */
export function skillSource({ client, sdk, most }: SkillClient): SkillSource | undefined {
  if (client.getServerCapabilities()?.extensions?.[SKILLS_EXTENSION] === undefined) return undefined
  const ask = async (method: string, params: Record<string, unknown>, signal: AbortSignal) => {
    const result: unknown = await client.request({ method, params }, anything, {
      signal,
      timeout: REQUEST_MS,
    })
    return (result ?? {}) as Readonly<Record<string, unknown>>
  }
  return {
    async list(signal) {
      const skills: unknown[] = []
      const asked = new Set<unknown>()
      let cursor: unknown
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const page = await ask('skills/list', cursor === undefined ? {} : { cursor }, signal)
        if (!Array.isArray(page['skills'])) throw new Error('Its answer to skills/list has no skills.')
        skills.push(...page['skills'].slice(0, most + 1 - skills.length))
        if (skills.length > most) return { skills: skills.slice(0, most), isCut: true }
        cursor = page['nextCursor']
        // One that leads round in a circle has no end.
        if (typeof cursor !== 'string' || cursor === '' || asked.has(cursor)) return { skills, isCut: false }
        asked.add(cursor)
      }
      return { skills, isCut: true }
    },

    async get(uri, signal) {
      try {
        return (await ask('skills/get', { uri }, signal))['skill']
      } catch (error) {
        const isUnknown = error instanceof sdk.ProtocolError && error.code === sdk.INVALID_PARAMS
        if (isUnknown) return undefined
        throw error
      }
    },

    async read(uri, signal) {
      // What the SDK remembers may be older than what is listed.
      const { contents } = await client.readResource(
        { uri },
        { signal, timeout: REQUEST_MS, cacheMode: 'bypass' },
      )
      const found = contents.find((content) => content.uri === uri)
      if (!found) throw new Error(`It sent nothing for ${uri}.`)
      return 'blob' in found ? Buffer.from(found.blob, 'base64') : Buffer.from(found.text)
    },
  }
}
