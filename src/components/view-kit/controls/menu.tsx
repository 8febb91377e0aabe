import { EllipsisVertical } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
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
  // A page has many menus and one of them open at a time: only that one has its entries.
  const [isOpen, setOpen] = useState(false)
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
        onBeforeToggle={(event) => {
          if (event.newState === 'open') flushSync(() => setOpen(true))
        }}
        onToggle={(event) => {
          if (event.newState === 'open') list.current?.querySelector('button')?.focus()
          else setOpen(false)
        }}
      >
        {(isOpen ? items : []).map((item) => (
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

/** Arrow keys move between the buttons of a menu. */
export function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const goal = goals[event.key]
  // Escape closes the menu and not also what is around it; letters do nothing there either.
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
  if (goal === undefined) return
  event.preventDefault()
  items[goal]?.focus()
}
