import type { Component } from '../contract/component-schema.ts'
import {
  boldLine,
  inBrowser,
  line,
  faint,
  notice,
  present,
  sourceNote,
  toned,
  type Block,
  type Blocks,
} from '../contract/text/blocks.ts'
import { textFormats, type TextFormats } from '../contract/text/text-formats.ts'
import { valueBlocks } from '../contract/text/value-blocks.ts'
import type { DescriptionContext, LiveAnswers } from './description.ts'
import { dataTexts, texts } from './texts.ts'
import { randomBelow } from './view-kit/random.ts'

const MAX_DEPTH = 20

/** What was fetched for a component that shows live or stored data. */
export type Fetched = { readonly data: unknown } | { readonly problem: string }

export interface DescribeOptions {
  /** What was fetched for the component; undefined where nobody could. */
  readonly fetched: (component: Component) => Fetched | undefined
  readonly now: Date
  readonly isShared?: boolean
  /** The language of figures and dates; that of the machine when left out. */
  readonly locale?: string
}

/** Components in words, one part for each, for wherever there is no page to draw them on. */
export async function describeComponents(
  components: readonly Component[],
  { fetched, now, isShared = false, locale }: DescribeOptions,
): Promise<readonly (readonly Block[])[]> {
  const describers = await loadDescribers(components)
  const formats = textFormats(locale)
  const described = (children: readonly Component[], depth: number): readonly (readonly Block[])[] =>
    depth > MAX_DEPTH ? [] : children.map((child) => present(describeOne(child, depth)))
  const describeOne = (component: Component, depth: number): Blocks => {
    const inner = (children: readonly Component[]) => described(children, depth + 1)
    const context = { ...formats, now, isShared, randomBelow, inner }
    const describe = describers.get(component.type)
    if (!describe) return unknownType(component)
    if (!Object.hasOwn(dataTexts, component.type)) return describe(component, context, undefined)
    const found = fetched(component)
    if (!found) return [boldLine(subjectOf(component)), inBrowser]
    if ('problem' in found) return [notice('danger', [line(`${subjectOf(component)}: ${found.problem}`)])]
    return [...describe(component, context, found.data ?? {}), ...provenance(found.data, formats)]
  }
  return described(components, 0)
}

/** The components and whatever stands inside of them. */
export function componentsIn(components: readonly Component[]): readonly Component[] {
  return components.flatMap((component) => [component, ...componentsIn(childrenOf(component))])
}

function childrenOf({ children, tabs }: Component): Component[] {
  const inTabs = Array.isArray(tabs)
    ? tabs.flatMap((tab: { children?: unknown }) => (Array.isArray(tab.children) ? tab.children : []))
    : []
  return [...(Array.isArray(children) ? children : []), ...inTabs] as Component[]
}

type Describe = (component: Component, context: DescriptionContext, data: unknown) => Blocks
type Loaders = Readonly<Record<string, () => Promise<{ readonly describe: Describe }>>>

async function loadDescribers(components: readonly Component[]): Promise<ReadonlyMap<string, Describe>> {
  const loaders = { ...texts, ...dataTexts } as unknown as Loaders
  const types = new Set(componentsIn(components).map(({ type }) => type))
  const known = [...types].filter((type) => Object.hasOwn(loaders, type))
  return new Map(
    await Promise.all(known.map(async (type) => [type, (await loaders[type]!()).describe] as const)),
  )
}

/** What a provider gave says who that is, and when it was if it could not be had anew. */
function provenance(data: unknown, { moment }: TextFormats): Blocks {
  if (!isLiveAnswer(data)) return []
  const { stale, fetched_at, source } = data
  const note = `Can't reach the provider. This is from ${moment(fetched_at)}.`
  return [stale ? line(toned('warning', note)) : undefined, sourceNote(source)]
}

function isLiveAnswer(data: unknown): data is LiveAnswers['live_weather'] {
  return typeof data === 'object' && data !== null && 'stale' in data && 'source' in data
}

/** From a service that is newer than this program. */
function unknownType({ type, ...members }: Component): Blocks {
  return [line(faint(type)), ...valueBlocks(members)]
}

const NAMING = [
  'title',
  'label',
  'city',
  'symbol',
  'topic',
  'query',
  'word',
  'text',
  'url',
  'sport',
  'from',
  'id',
]

/** What the component is about, where there is nothing else to show of it. */
function subjectOf(component: Component): string {
  const names = NAMING.map((name) => component[name])
  const name = names.find((value): value is string => typeof value === 'string' && value !== '')
  return (name ?? component.type.replaceAll('_', ' ')).slice(0, 80)
}
