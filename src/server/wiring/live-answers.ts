import type { Component } from '../../contract/component-schema.ts'
import { AppError } from '../../contract/errors.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'
import { wishOf, type AnyWidget } from '../../widgets/kit/widget.ts'
import { widgets } from '../../widgets/registry.ts'

/** As long as a chat can be kept waiting for what one card shows. */
const FIGURE_MS = 2_500

type Asked = Pick<LiveData, 'ask'>
type Kind = keyof typeof widgets

const kindOf: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(widgets) as Kind[]).map((kind) => [widgets[kind].contract.component, kind]),
)

/**
 * The shell asks for what a live card shows itself; in somebody else's chat it must be there already. What cannot be had
 * is said, for the name of a city alone is no answer.
 */
export function fillLive(components: readonly Component[], liveData: Asked): Promise<readonly Component[]> {
  return Promise.all(components.map((component) => filled(component, liveData)))
}

async function filled(component: Component, { ask }: Asked): Promise<Component> {
  const kind = kindOf.get(component.type)
  if (kind === undefined) return component
  const widget: AnyWidget = widgets[kind]
  const wish = wishOf(widget, component)
  try {
    const data = await ask(kind, wish as never, { signal: AbortSignal.timeout(FIGURE_MS) })
    return widget.fill(data, component as never)
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'It did not come in time.'
    return { type: 'error', title: subjectOf(wish), message }
  }
}

function subjectOf(wish: Readonly<Record<string, unknown>>): string {
  const [subject] = Object.values(wish)
  return typeof subject === 'string' ? subject.slice(0, 80) : 'Live data'
}
