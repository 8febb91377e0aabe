import { alsoCalled, generatedPages } from './contents.ts'
import type { GuideSection } from './render-guide.ts'

/** Something that the search can lead to. */
export interface SearchEntry {
  readonly address: string
  /** The page it is on. */
  readonly title: string
  /** Its own heading, where it is not the page. */
  readonly heading: string
  readonly text: string
  /** What else it may be called, on the first entry of a page. */
  readonly also?: string
  /** How much it counts beside others; 1 where it is left out. A guide explains, a reference only lists. */
  readonly weight?: number
}

interface NamedGuide {
  readonly name: string
  readonly title: string
  readonly sections: readonly GuideSection[]
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
}

const MAX_TEXT = 3_000
const LISTED = 0.75
/** Pages whose sections are examples or entries: what explains them is elsewhere. */
const listing = new Set([...generatedPages, 'cookbook'])

export function guideEntries({ name, title, sections }: NamedGuide): SearchEntry[] {
  return sections.map(({ anchor, heading, depth, text }) => ({
    address: `/docs/${name}${depth === 1 ? '' : `#${anchor}`}`,
    title,
    heading: depth === 1 ? '' : heading,
    text: text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
    ...(depth === 1 && alsoCalled[name] !== undefined && { also: alsoCalled[name] }),
    ...(depth > 1 && listing.has(name) && { weight: LISTED }),
  }))
}

/** The operations of the interface, by what they are for and where they are. */
export function operationEntries({
  paths,
}: {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}): SearchEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description = '' }]) => ({
      address: `/docs/api#${operationId}`,
      title: 'API reference',
      heading: `${method.toUpperCase()} ${path}`,
      text: `${summary}. ${description}`,
      weight: LISTED,
    })),
  )
}
