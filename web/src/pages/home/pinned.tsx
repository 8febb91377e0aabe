import { GripVertical, LayoutGrid, Plus } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { Drawn } from '../../../../src/components/view-kit/components.tsx'
import { Button, Switch } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useLinkGuard } from '../../../../src/components/view-kit/text/link-guard.ts'
import { lazyPart } from '../../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart, Unopened } from '../../../../src/components/view-kit/optional-part.tsx'
import { SaveState } from '../../../../src/components/view-kit/store/save-state.tsx'
import { UndoBar } from '../../../../src/components/view-kit/store/undo-bar.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { Empty, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { hasStarter, type Pin, type PinSize } from '../../frame/pins.ts'
import { useShell } from '../../frame/shell.ts'
import { useAnswer } from '../use-answer.ts'
import type { Beside } from './arrange.ts'
import { nameOfPin } from './pin-name.ts'
import { usePinDragging } from './pin-dragging.ts'
import { useHomePins, type HomePins } from './use-pins.ts'

const Gallery = lazyPart(async () => (await import('./gallery.tsx')).Gallery)

/** The widgets that a person keeps, in their own order and width; it is the same in every tab. */
export function PinnedWidgets() {
  const settings = useAnswer('GET /api/settings', {}, ['settings.changed'])
  const home = useHomePins(settings.data?.['HOME_CITY'])
  const [arranging, setArranging] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { value, status } = home.stored
  // Until they have been read nobody knows whether there are any.
  const isUnknown = value.pins === undefined && (status === 'loading' || status === 'waiting')
  const isStarting = hasStarter(value) && !settings.data && !settings.error
  return (
    <section aria-label="Widgets" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <SaveState stored={home.stored} />
        {arranging && (
          <Switch
            label="Only on this device"
            help="Keeps order and widths in this browser."
            checked={home.isOnlyHere}
            onChange={home.setOnlyHere}
          />
        )}
        <Button onClick={() => setChoosing(true)}>
          <Plus aria-hidden className="size-4" /> Add widget
        </Button>
        {home.pins.length > 0 && (
          <Button aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
            <LayoutGrid aria-hidden className="size-4" /> {arranging ? 'Done' : 'Arrange'}
          </Button>
        )}
      </div>
      {home.last && <UndoBar removed={home.last} did={home.last.did} />}
      {isUnknown || isStarting ? (
        <Skeleton height={120} label="Loading widgets" />
      ) : home.pins.length === 0 ? (
        <Empty>Home is empty: add a widget, or pin one from the chat.</Empty>
      ) : (
        <Widgets home={home} arranging={arranging} />
      )}
      {isChoosing && (
        <OptionalPart
          name="gallery"
          instead={(reason) => <Unopened reason={reason} onClose={() => setChoosing(false)} />}
        >
          <Gallery
            settings={settings.data ?? {}}
            pins={home.pins}
            onAdd={(pin) => {
              setChoosing(false)
              home.add(pin)
            }}
            onClose={() => setChoosing(false)}
          />
        </OptionalPart>
      )}
    </section>
  )
}

function Widgets({ home, arranging }: { home: HomePins; arranging: boolean }) {
  const { pins, last } = home
  const newest = last?.did === 'added' ? pins.at(-1)?.id : undefined
  useEffect(() => {
    if (newest !== undefined) document.getElementById(`pin-${newest}`)?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <div className="component-grid pins">
      {pins.map((pin) => (
        <PinnedWidget
          key={pin.id}
          pin={pin}
          arranging={arranging}
          onDrop={home.put}
          onMove={(places) => home.move(pin.id, places)}
          onResize={(size) => home.resize(pin.id, size)}
          onRemove={() => home.remove(pin)}
        />
      ))}
    </div>
  )
}

interface PinnedWidgetProps {
  readonly pin: Pin
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
      id={`pin-${pin.id}`}
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
            aria-label={`Move ${nameOfPin(pin)}`}
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
          <Segments label={`Width of ${nameOfPin(pin)}`} values={SIZES} chosen={size} onChoose={onResize} />
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

function sizeOf({ component, size }: Pin, views: object): PinSize {
  if (size !== undefined) return size
  const entries = views as Readonly<Record<string, { size: PinSize | 'line' }>>
  const own = Object.hasOwn(views, component.type) ? entries[component.type]!.size : 'medium'
  return own === 'line' ? 'wide' : own
}
