import { Search, X } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../../src/components/view-kit/controls/controls.tsx'
import { NamedIcon } from '../../../../src/components/view-kit/icon.tsx'
import { Empty, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { galleryGroups } from '../../../../src/contract/component.ts'
import { useReturningFocus } from '../../frame/returning-focus.ts'
import type { Pin } from '../../frame/pins.ts'
import { useAnswer } from '../use-answer.ts'
import { isOffered, type Offered, type Values } from './new-widget.ts'
import { WidgetForm } from './widget-form.tsx'

interface GalleryProps {
  /** What the person has set for themselves. */
  readonly settings: Values
  readonly pins: readonly Pin[]
  readonly onAdd: (pin: Pin) => void
  readonly onClose: () => void
}

/** Every widget that makes sense on Home: found by words or by its group, then set up, seen and added. */
export function Gallery({ settings, pins, onAdd, onClose }: GalleryProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, error, refresh } = useAnswer('GET /api/components', {})
  const [chosen, setChosen] = useState<Offered>()
  const offered = useMemo(() => (data?.components.filter(isOffered) ?? []).toSorted(byTitle), [data])
  useReturningFocus()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="dialog w-[min(920px,calc(100vw-32px))]! overflow-y-auto p-0"
      aria-labelledby="gallery-title"
      onCancel={(event) => {
        event.preventDefault()
        if (chosen) setChosen(undefined)
        else onClose()
      }}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="flex min-h-[min(560px,70dvh)] flex-col gap-4 p-5">
        <header className="flex items-center justify-between gap-3">
          <h2 id="gallery-title" className="text-lg font-semibold">
            {chosen?.gallery.title ?? 'Add widget'}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </header>
        {error && !data && <Failure error={error} onRetry={refresh} />}
        {!data && !error && <Skeleton height={320} label="Loading the gallery" />}
        {data &&
          (chosen ? (
            <WidgetForm
              key={chosen.type}
              {...{ settings, pins, offered }}
              kind={chosen}
              onAdd={onAdd}
              onBack={() => setChosen(undefined)}
            />
          ) : (
            <Shelf offered={offered} onChoose={setChosen} />
          ))}
      </div>
    </dialog>
  )
}

function Shelf({ offered, onChoose }: { offered: readonly Offered[]; onChoose: (kind: Offered) => void }) {
  const [query, setQuery] = useState('')
  const found = galleryGroups.flatMap((group) =>
    offered.filter((kind) => kind.gallery.group === group && fits(kind, query)),
  )
  return (
    <>
      <div className="relative">
        <Search aria-hidden className="absolute start-3 top-3 size-4 text-ink-3" />
        <input
          autoFocus
          type="search"
          aria-label="Search widgets"
          placeholder="Search widgets"
          className="min-h-10 w-full rounded-lg border border-line-strong bg-surface-0 ps-9 pe-3 placeholder:text-ink-3"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && found[0]) onChoose(found[0])
          }}
        />
      </div>
      {found.length === 0 && <Empty>No matches.</Empty>}
      {galleryGroups.map((group) => (
        <Group
          key={group}
          group={group}
          kinds={found.filter(({ gallery }) => gallery.group === group)}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

interface GroupProps {
  readonly group: string
  readonly kinds: readonly Offered[]
  readonly onChoose: (kind: Offered) => void
}

function Group({ group, kinds, onChoose }: GroupProps) {
  if (kinds.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-ink-2">{group}</h3>
      <ul className="grid gap-2 rail:grid-cols-2 wide:grid-cols-3">
        {kinds.map((kind) => (
          <li key={kind.type}>
            <button
              type="button"
              className="flex h-full w-full items-start gap-3 rounded-lg border border-line px-3 py-2 text-start hover:bg-surface-2"
              onClick={() => onChoose(kind)}
            >
              <span className="mt-0.5 text-accent">
                <NamedIcon name={kind.gallery.icon} />
              </span>
              <span className="min-w-0">
                <span className="block text-sm font-medium">{kind.gallery.title}</span>
                <span className="block text-xs text-ink-3">{kind.gallery.about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function byTitle(a: Offered, b: Offered): number {
  return a.gallery.title.localeCompare(b.gallery.title)
}

/** All of the words, in whatever a person or a model calls it. */
function fits({ type, summary, gallery: { title, about, group } }: Offered, query: string): boolean {
  const text = `${title} ${about} ${group} ${type} ${summary}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
