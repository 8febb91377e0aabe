import { GripVertical, LayoutGrid, Pin } from 'lucide-react'
import { useCallback, useState, type KeyboardEvent } from 'react'
import { Drawn } from '../../../../src/components/view-kit/components.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useLinkGuard } from '../../../../src/components/view-kit/text/link-guard.ts'
import { SaveState } from '../../../../src/components/view-kit/store/save-state.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { Empty, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useStored } from '../../../../src/components/view-kit/store/stored.ts'
import { NO_PINS, PINS_KEY, useShell, type PinnedComponents, type PinSize } from '../../frame/shell.ts'
import { movedBeside, movedBy, type Beside } from './arrange.ts'
import { usePinDragging } from './pin-dragging.ts'

type PinnedComponent = PinnedComponents['pins'][number]

/** The widgets that a person keeps, in their own order and width; it is the same in every tab. */
export function PinnedWidgets() {
  const stored = useStored(PINS_KEY, NO_PINS)
  const { value, status, change } = stored
  const { pins: toggles, announce } = useShell().context
  const [arranging, setArranging] = useState(false)
  const put = useCallback(
    (id: string, beside: Beside) => change(({ pins }) => ({ pins: movedBeside(pins, id, beside) })),
    [change],
  )
  const move = (id: string, places: number) => {
    const after = movedBy(value.pins, id, places)
    change(({ pins }) => ({ pins: movedBy(pins, id, places) }))
    const place = after.findIndex((pin) => pin.id === id) + 1
    announce(`Position ${place} of ${after.length}.`)
  }
  const resize = (id: string, size: PinSize) =>
    change(({ pins }) => ({ pins: pins.map((pin) => (pin.id === id ? { ...pin, size } : pin)) }))
  // Until they have been read nobody knows whether there are any.
  if (value.pins.length === 0 && (status === 'loading' || status === 'waiting'))
    return <Skeleton height={120} label="Loading pinned widgets" />
  if (value.pins.length === 0)
    return (
      <Empty>
        <Pin aria-hidden className="me-1 inline size-4" />
        Pin a widget from its menu in the chat to see it here, live.
      </Empty>
    )
  return (
    <section aria-label="Pinned widgets" className="flex flex-col gap-3">
      <div className="flex items-center justify-end gap-3">
        <SaveState stored={stored} />
        <Button aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
          <LayoutGrid aria-hidden className="size-4" /> {arranging ? 'Done' : 'Arrange'}
        </Button>
      </div>
      <div className="component-grid pins">
        {value.pins.map((pin) => (
          <PinnedWidget
            key={pin.id}
            pin={pin}
            arranging={arranging}
            onDrop={put}
            onMove={(places) => move(pin.id, places)}
            onResize={(size) => resize(pin.id, size)}
            onRemove={() => toggles.toggle(pin.component)}
          />
        ))}
      </div>
    </section>
  )
}

interface PinnedWidgetProps {
  readonly pin: PinnedComponent
  readonly arranging: boolean
  readonly onDrop: (draggedId: string, beside: Beside) => void
  readonly onMove: (places: number) => void
  readonly onResize: (size: PinSize) => void
  readonly onRemove: () => void
}

function PinnedWidget({ pin, arranging, onDrop, onMove, onResize, onRemove }: PinnedWidgetProps) {
  const { views } = useShell().context
  const { place, handle, dragging, edge } = usePinDragging(pin.id, { enabled: arranging, onDrop })
  const guard = useLinkGuard(pin.run_id)
  const size = sizeOf(pin, views)
  const mark = { before: 'border-s-4 border-s-accent', after: 'border-e-4 border-e-accent' }
  return (
    <div
      ref={place}
      data-size={size}
      onClickCapture={guard}
      onAuxClickCapture={guard}
      className={`${dragging ? 'opacity-40' : ''} ${edge ? `rounded-card ${mark[edge]}` : ''}`}
    >
      {arranging && (
        <div className="mb-1 flex flex-wrap items-center gap-2">
          <button
            ref={handle}
            type="button"
            aria-label={`Move ${nameOf(pin)}`}
            aria-description="Drag it, or use the arrow keys."
            className="inline-flex size-8 cursor-grab items-center justify-center rounded-lg text-ink-2 hover:bg-surface-2 pointer-coarse:size-10"
            onKeyDown={(event) => {
              const places = placesFor(event)
              if (places === undefined) return
              event.preventDefault()
              onMove(places)
            }}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
          <Segments label={`Width of ${nameOf(pin)}`} values={SIZES} chosen={size} onChoose={onResize} />
        </div>
      )}
      <Drawn component={pin.component} runId={pin.run_id} onRemove={onRemove} />
    </div>
  )
}

const SIZES = [
  { value: 'small', label: 'Narrow' },
  { value: 'medium', label: 'Half' },
  { value: 'wide', label: 'Wide' },
] as const satisfies readonly { value: PinSize; label: string }[]

const PLACES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
}

function placesFor({ key }: KeyboardEvent): number | undefined {
  return PLACES[key]
}

function nameOf({ component }: PinnedComponent): string {
  const title = component['title']
  return typeof title === 'string' ? title : component.type.replaceAll('_', ' ')
}

function sizeOf({ component, size }: PinnedComponent, views: object): PinSize {
  if (size !== undefined) return size
  const entries = views as Readonly<Record<string, { size: PinSize | 'line' }>>
  const own = Object.hasOwn(views, component.type) ? entries[component.type]!.size : 'medium'
  return own === 'line' ? 'wide' : own
}
