import type { ComponentType } from '../../components/schemas.ts'
import type { Component } from '../../contract/component-schema.ts'
import { printable } from '../terminal/text-width.ts'
import { basics } from './basics.ts'
import { charts } from './chart.ts'
import { described } from './described.ts'
import type { DrawingsOf, Inner } from './drawing.ts'
import { figures } from './figures.ts'
import { games } from './games.ts'
import { below, quiet, type Fetched, type Ink, type Lines } from './ink.ts'
import { storedDrawings } from './stored.ts'
import { layout } from './layout.ts'
import { liveDrawings } from './live.ts'
import { plans } from './plans.ts'
import type { StoredType } from '../../components/schemas.ts'
import type { LiveType } from './sources.ts'
import { tables, drawValue } from './tables.ts'
import { widgets } from './widgets.ts'

const DEEPEST = 20

/** Whatever is not fetched. A component type without a drawing does not compile. */
const drawings: DrawingsOf<Exclude<ComponentType, LiveType | StoredType>> = {
  ...basics,
  ...described,
  ...layout,
  ...figures,
  ...charts,
  ...tables,
  ...plans,
  ...widgets,
  ...games,
}

type AnyDrawing = (component: Component, ink: Ink, inner: Inner) => Lines
type DataDrawing = (component: Component, data: unknown, ink: Ink) => Lines

/** An answer as lines for a terminal. */
export function drawComponents(components: readonly Component[], ink: Ink, depth = 0): Lines {
  if (depth > DEEPEST) return []
  return below(
    components.map((component) =>
      drawComponent(component, ink, (children, inside) => drawComponents(children, inside, depth + 1)),
    ),
  )
}

function drawComponent(component: Component, ink: Ink, inner: Inner): Lines {
  const { type } = component
  if (Object.hasOwn(drawings, type))
    return (drawings as unknown as Readonly<Record<string, AnyDrawing>>)[type]!(component, ink, inner)
  const byData = { ...liveDrawings, ...storedDrawings } as unknown as Readonly<Record<string, DataDrawing>>
  if (!Object.hasOwn(byData, type)) return unknownType(component, ink)
  const fetched: Fetched = ink.fetched(component) ?? { problem: 'No data yet.' }
  if ('problem' in fetched) return [`${ink.style('red', '✖')} ${type}: ${printable(fetched.problem)}`]
  return byData[type]!(component, fetched.data ?? {}, ink)
}

/** From a service that is newer than this program. */
function unknownType({ type, ...members }: Component, ink: Ink): Lines {
  return [...quiet(ink, type), ...drawValue(members, ink)]
}
