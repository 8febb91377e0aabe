import { EllipsisVertical } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './controls.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly danger?: boolean
}

/** A button that opens a list of things to do. Arrow keys move, Escape closes. */
export function Menu({
  label,
  items,
  icon,
}: {
  label: string
  items: readonly MenuItem[]
  icon?: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const choose = (item: MenuItem) => {
    list.current?.hidePopover()
    item.onSelect()
  }
  return (
    <>
      <IconButton label={label} popoverTarget={id} aria-haspopup="menu">
        {icon ?? <EllipsisVertical aria-hidden className="size-4" />}
      </IconButton>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        onKeyDown={moveFocus}
        onToggle={(event) => {
          if (event.newState === 'open') list.current?.querySelector('button')?.focus()
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`menu-item ${item.danger ? 'text-bad' : ''}`}
            onClick={() => choose(item)}
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  items[(at + step + items.length) % items.length]?.focus()
}
