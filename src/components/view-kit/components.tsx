import { TriangleAlert } from 'lucide-react'
import {
  memo,
  Suspense,
  use,
  useEffect,
  useRef,
  type ComponentType as ReactComponent,
  type ReactNode,
} from 'react'
import type { Component } from '../../contract/component-schema.ts'
import type { ComponentType } from '../schemas.ts'
import { Card, FrameContext, type Frame } from './card.tsx'
import { Button } from './controls/controls.tsx'
import { DrawBoundary } from './draw-boundary.tsx'
import { HeadingLevel } from './heading.tsx'
import { outlineOf } from './outline.ts'
import { reasonOf } from './service.ts'
import { Skeleton } from './states.tsx'
import { useViewContext } from './view-context.ts'
import type { ViewEntry } from './view-entry.ts'

interface DrawnProps extends Omit<Frame, 'component' | 'root'> {
  readonly component: Component
}

/**
 * One component of the service: its view, a skeleton until it is whole, or a small card when it cannot be drawn. Every
 * attempt is reported.
 */
export const Drawn = memo(function Drawn({ component, runId, onRemove, onExplain }: DrawnProps) {
  const { views, telemetry } = useViewContext()
  const outer = use(FrameContext)
  const entry = entryOf(views, component.type)
  if (!entry) return <Undrawable type={component.type} reason="This page is out of date. Reload it." />
  if (component['status'] === 'loading')
    return <Skeleton height={entry.height} label={`Preparing ${component.type}`} />
  return (
    <FrameContext
      value={{ component, runId: runId ?? outer?.runId, root: outer?.root ?? component, onRemove, onExplain }}
    >
      <DrawBoundary
        onFailure={(error) => telemetry.failed(component.type, error)}
        instead={(error, again) => (
          <Undrawable type={component.type} reason={reasonOf(error)} onRetry={again} />
        )}
      >
        <Suspense fallback={<Skeleton height={entry.height} label={`Loading ${component.type}`} />}>
          <Timed type={component.type}>
            <View entry={entry} component={component} />
          </Timed>
        </Suspense>
      </DrawBoundary>
    </FrameContext>
  )
})

function View({ entry, component }: { entry: ViewEntry<ComponentType>; component: Component }) {
  const { type: _type, status: _status, ...members } = component
  const Shown = entry.View as ReactComponent<object>
  return <Shown {...members} />
}

/** Components one after the other, without a grid: inside rows, cards and tabs. */
export function Children({ items }: { items: readonly Component[] }) {
  const levels = useHeadingLevels(items)
  return items.map((component, index) => (
    <HeadingLevel key={keyOf(component, index)} value={levels[index]!}>
      <Drawn component={component} />
    </HeadingLevel>
  ))
}

/** Components on the grid of an answer, each as wide as its kind is. */
export function ComponentGrid({
  items,
  ...frame
}: { items: readonly Component[] } & Omit<Frame, 'component' | 'root'>) {
  const { views } = useViewContext()
  const levels = useHeadingLevels(items)
  return (
    <div className="component-grid">
      {items.map((component, index) => (
        <div key={keyOf(component, index)} data-size={entryOf(views, component.type)?.size ?? 'medium'}>
          <HeadingLevel value={levels[index]!}>
            <Drawn component={component} {...frame} />
          </HeadingLevel>
        </div>
      ))}
    </div>
  )
}

/** Components after a heading stand below it. */
function useHeadingLevels(items: readonly Component[]): number[] {
  const level = use(HeadingLevel)
  return outlineOf(items.map(headingSize)).map((below) => level + below)
}

function headingSize(component: Component): number | undefined {
  if (component.type !== 'heading') return undefined
  return typeof component['level'] === 'number' ? component['level'] : 2
}

function keyOf(component: Component, index: number): string {
  return typeof component['id'] === 'string' ? `${component['id']}:${index}` : String(index)
}

function entryOf(views: object, type: string): ViewEntry<ComponentType> | undefined {
  return Object.hasOwn(views, type) ? (views as Record<string, ViewEntry<ComponentType>>)[type] : undefined
}

/** Reports once how long it took from the first attempt to the first picture. */
function Timed({ type, children }: { type: string; children: ReactNode }) {
  const { telemetry } = useViewContext()
  const startedAt = useRef(performance.now())
  useEffect(() => telemetry.drawn(type, performance.now() - startedAt.current), [telemetry, type])
  return children
}

function Undrawable({ type, reason, onRetry }: { type: string; reason: string; onRetry?: () => void }) {
  return (
    <Card icon={<TriangleAlert aria-hidden className="size-4 text-warn" />} title={`Couldn't show ${type}`}>
      <p className="mb-3 text-sm text-ink-2">{reason}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </Card>
  )
}
