import { componentsIn, describeComponents, type Fetched } from '../../components/describe.ts'
import { storedKeyOf } from '../../components/sources.ts'
import type { Component } from '../../contract/component-schema.ts'
import { AppError } from '../../contract/errors.ts'
import type { Block } from '../../contract/text/blocks.ts'
import type { TObject } from '../../contract/type.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'
import { wishOf, type AnyWidget } from '../../widgets/kit/widget.ts'
import { widgets } from '../../widgets/registry.ts'

/** As long as a chat can be kept waiting for what one card shows. */
const FIGURE_MS = 2_500

type Ask = LiveData['ask']
type Kind = keyof typeof widgets

const kindOf: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(widgets) as Kind[]).map((kind) => [widgets[kind].contract.component, kind]),
)

export interface DescribingParts {
  readonly ask: Ask
  readonly now: () => Date
  /** What the store has under a key, where the person in that chat may read their lists there. */
  readonly stored?: ((key: string) => unknown) | undefined
}

/**
 * What an answer says in somebody else's chat. The shell asks for what a live card shows itself; here it must be there already. What
 * cannot be had is said, for the name of a city alone is no answer.
 */
export async function describeForChat(
  components: readonly Component[],
  { ask, now, stored }: DescribingParts,
): Promise<readonly Block[]> {
  const all = componentsIn(components)
  const live = all.filter(({ type }) => kindOf.has(type))
  const found = new Map(
    await Promise.all(live.map(async (component) => [component, await fetched(component, ask)] as const)),
  )
  for (const component of stored ? all : []) {
    const key = storedKeyOf(component)
    if (key !== undefined) found.set(component, { data: stored!(key) ?? {} })
  }
  const parts = await describeComponents(components, {
    fetched: (component) => found.get(component),
    now: now(),
    isShared: true,
    locale: 'en',
  })
  return parts.flat()
}

async function fetched(component: Component, ask: Ask): Promise<Fetched> {
  const kind = kindOf.get(component.type)!
  const widget: AnyWidget = widgets[kind]
  const wish = wishOf(widget, component)
  const { query, body } = widget.contract
  const { required = [] } = ((query ?? body) as TObject | undefined) ?? {}
  // A translator without a text has nothing to ask for.
  if (required.some((name: string) => !Object.hasOwn(wish, name))) return { data: undefined }
  try {
    return { data: await ask(kind, wish as never, { signal: AbortSignal.timeout(FIGURE_MS) }) }
  } catch (error) {
    return { problem: error instanceof AppError ? error.message : "It didn't arrive in time." }
  }
}
