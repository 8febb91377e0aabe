import { useId, useState, type KeyboardEvent } from 'react'
import { Children } from '../view-kit/components.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function TabsView({ tabs, selected = 0 }: ViewProps<'tabs'>) {
  const id = useId()
  const [current, setCurrent] = useState(Math.min(selected, tabs.length - 1))
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (current + step + tabs.length) % tabs.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="min-w-0">
      <div role="tablist" className="mb-3 flex gap-1 overflow-x-auto border-b border-line" onKeyDown={onKey}>
        {tabs.map(({ label, icon }, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            className="flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-ink-3 -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
            onClick={() => setCurrent(index)}
          >
            {icon !== undefined && <NamedIcon name={icon} />}
            {label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${current}`}
        tabIndex={0}
        className="flex flex-col gap-3"
      >
        <Children key={current} items={tabs[current]?.children ?? []} />
      </div>
    </div>
  )
}
