import type { AppSources } from '../../../contract/app-frame.ts'

const MAX_SOURCES = 50
const MAX_SOURCE_LENGTH = 300

const members = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

/**
 * `https://api.example.com`, `wss://example.com:8443`, `https://*.example.com`: an origin, and nothing else. A star stands
 * for the names below a domain, never for all domains of an ending.
 */
const SOURCE = new RegExp(
  `^(?:https?|wss)://(?:\\*\\.${LABEL}\\.${LABEL}|${LABEL})(?:\\.${LABEL})*(?::\\d{1,5})?$`,
)

export const noSources: AppSources = {
  connectDomains: [],
  resourceDomains: [],
  frameDomains: [],
  baseUriDomains: [],
}

/**
 * The addresses that an app declares, as far as they are origins. They become part of a policy, so whatever could end one
 * directive and begin another is left out.
 */
export function readSources(declared: unknown): { csp: AppSources; dropped: readonly string[] } {
  if (typeof declared !== 'object' || declared === null) return { csp: noSources, dropped: [] }
  const dropped: string[] = []
  const read = (member: (typeof members)[number]) => {
    const given = (declared as Readonly<Record<string, unknown>>)[member]
    if (!Array.isArray(given)) return []
    const named = given.map((one) => (typeof one === 'string' ? originOf(one) : undefined))
    for (const [index, one] of named.entries())
      if (one === undefined) dropped.push(String(given[index]).slice(0, 100))
    return [...new Set(named.filter((one) => one !== undefined))].toSorted().slice(0, MAX_SOURCES)
  }
  const csp = Object.fromEntries(members.map((member) => [member, read(member)])) as unknown as AppSources
  return { csp, dropped }
}

/** Every address outside of this machine's frame that an app may reach, once. */
export function allSources(csp: AppSources): string[] {
  return [...new Set(members.flatMap((member) => csp[member]))].toSorted()
}

function originOf(given: string): string | undefined {
  // Many write the origin as an address.
  const source = given.trim().toLowerCase().replace(/\/$/, '')
  return source.length <= MAX_SOURCE_LENGTH && SOURCE.test(source) ? source : undefined
}
