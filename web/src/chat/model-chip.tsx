import { ChevronDown, Cpu } from 'lucide-react'
import { useId, useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from '../../../src/components/view-kit/controls/menu.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { useAnswer } from '../pages/use-answer.ts'
import type { ModelPick } from './chat-record.ts'

const ModelMenu = lazyPart(async () => (await import('./model-menu.tsx')).ModelMenu)

interface ModelChipProps {
  /** What was chosen for this conversation; null for the model that is set. */
  readonly pick: ModelPick | null
  readonly onPick: (pick: ModelPick | null) => void
}

/** Says which model answers here, and opens the choice of another. */
export function ModelChip({ pick, onPick }: ModelChipProps) {
  const { data, refresh } = useAnswer('GET /api/models', {}, ['settings.changed'])
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  const name = pick?.model ?? data.model?.model
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        title={name === undefined ? 'No model set' : `${name} answers in this conversation`}
        className="flex h-8 max-w-56 min-w-0 items-center gap-1.5 rounded-lg px-2 text-xs text-ink-3 transition-colors hover:bg-surface-2 hover:text-ink pointer-coarse:h-10"
      >
        <Cpu aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">{name === undefined ? '' : 'Model: '}</span>
        <span className="clip">{name ?? 'Set up a model'}</span>
        <ChevronDown aria-hidden className="size-3 shrink-0" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu [position-area:top_span-right] max-h-[60dvh] w-80 max-w-[90vw] overflow-y-auto"
        onKeyDown={moveFocus}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') flushSync(() => setOpen(true))
        }}
        onToggle={(event) => {
          if (event.newState === 'closed') setOpen(false)
          else list.current?.querySelector('button')?.focus()
        }}
      >
        {isOpen && (
          <OptionalMenu
            models={data}
            pick={pick}
            onPick={(chosen) => {
              list.current?.hidePopover()
              onPick(chosen)
            }}
            onSaved={() => {
              list.current?.hidePopover()
              refresh()
            }}
            onReady={() => {
              const isInside = list.current?.contains(document.activeElement)
              if (!isInside) list.current?.querySelector('button')?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}

function OptionalMenu(props: ComponentProps<typeof ModelMenu>) {
  return (
    <OptionalPart
      name="model-menu"
      fallback={<p className="p-2 text-sm text-ink-3">Looking …</p>}
      instead={(reason) => <p className="p-2 text-sm text-bad">{reason}</p>}
    >
      <ModelMenu {...props} />
    </OptionalPart>
  )
}
