import { Braces, CircleHelp, Copy, Pin, PinOff, RefreshCw, X } from 'lucide-react'
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { Component } from '../../contract/component-schema.ts'
import { Heading, HeadingLevel } from './heading.tsx'
import { NamedIcon } from './icon.tsx'
import { useLandmarkName } from './landmark-name.ts'
import { Menu, type MenuItem } from './controls/menu.tsx'
import { useViewContext, type ViewContext } from './view-context.ts'

/** What a card knows about the component it draws, and what can be done with it where it stands. */
export interface Frame {
  readonly component: Component
  /** The answer that holds it, where it is part of one: what its buttons do is looked up there. */
  readonly runId?: string | undefined
  /** The outermost component that this one is part of. */
  readonly root?: Component | undefined
  /** Takes it off Home, where it stands there. */
  readonly onRemove?: (() => void) | undefined
  /** Why it is shown, where that is known. */
  readonly onExplain?: (() => void) | undefined
}

export const FrameContext = createContext<Frame | undefined>(undefined)

interface CardProps {
  /** An element, or the name of an icon. */
  readonly icon?: ReactNode
  readonly title?: ReactNode
  /** What it is about, e.g. "Oslo, Norway". */
  readonly subtitle?: ReactNode
  /** A quiet word at the right: `live`, `12 min. ago`, `stale`. */
  readonly state?: ReactNode
  readonly footer?: ReactNode
  readonly onRefresh?: (() => void) | undefined
  readonly menu?: readonly MenuItem[]
  /** A title that must be read whole, as that of a question, goes on in the next line. */
  readonly wrapsTitle?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

/** The frame of every widget: header, body, and a footer only where somebody must be named. */
export function Card({
  icon,
  title,
  subtitle,
  state,
  footer,
  onRefresh,
  menu = [],
  wrapsTitle = false,
  className = '',
  children,
}: CardProps) {
  const items = useMenuItems({ onRefresh, menu })
  const hasHeader = title !== undefined || icon !== undefined
  const level = use(HeadingLevel) + (title === undefined ? 0 : 1)
  const name = useLandmarkName(typeof title === 'string' ? title : undefined)
  return (
    <section className="card" aria-label={name}>
      {hasHeader && (
        <header
          className={`flex min-h-11 items-center gap-2 py-1.5 ps-4 ${items.length > 0 ? 'pe-2' : 'pe-4'}`}
        >
          {icon !== undefined && (
            <span className="shrink-0 text-accent">
              {typeof icon === 'string' ? <NamedIcon name={icon} /> : icon}
            </span>
          )}
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <Title title={title} wraps={wrapsTitle} />
            {subtitle !== undefined && <p className="clip text-sm text-ink-3">{subtitle}</p>}
          </div>
          {state !== undefined && <span className="shrink-0 text-xs text-ink-3">{state}</span>}
          {items.length > 0 && (
            <Menu label={typeof title === 'string' ? `Menu for ${title}` : 'Menu'} items={items} />
          )}
        </header>
      )}
      <HeadingLevel value={level}>
        <div className={`min-w-0 px-4 pb-4 ${hasHeader ? '' : 'pt-4'} ${className}`}>{children}</div>
      </HeadingLevel>
      {footer !== undefined && (
        <footer className="border-t border-line px-4 py-2 text-xs text-ink-3">{footer}</footer>
      )}
    </section>
  )
}

function Title({ title, wraps }: { title: ReactNode; wraps: boolean }) {
  if (title === undefined) return null
  return (
    <Heading className={`${wraps ? 'wrap-anywhere' : 'clip'} text-sm font-semibold text-ink`}>
      {title}
    </Heading>
  )
}

function useMenuItems({
  onRefresh,
  menu,
}: Required<Pick<CardProps, 'menu'>> & Pick<CardProps, 'onRefresh'>): MenuItem[] {
  const frame = use(FrameContext)
  const context = useViewContext()
  const { pins } = context
  useSyncExternalStore(frame ? pins.subscribe : neverChanges, pins.state)
  const refresh: MenuItem[] = onRefresh
    ? [{ label: 'Refresh', icon: <RefreshCw aria-hidden className="size-4" />, onSelect: onRefresh }]
    : []
  return [...menu, ...refresh, ...(frame ? frameItems(frame, context) : [])]
}

const neverChanges = () => () => {}

function frameItems(
  { component, runId, onRemove, onExplain }: Frame,
  { pins, announce, textOf, isElsewhere = false }: ViewContext,
): MenuItem[] {
  const pinned = pins.isPinned(component)
  const PinIcon = pinned ? PinOff : Pin
  return [
    {
      label: 'Copy',
      icon: <Copy aria-hidden className="size-4" />,
      onSelect: () => void copyText(textOf([component], 'plain'), announce),
    },
    // On Home itself taking it away is the same as removing it: one word for one thing.
    ...(onRemove || isElsewhere
      ? []
      : [
          {
            label: pinned ? 'Unpin from Home' : 'Pin to Home',
            icon: <PinIcon aria-hidden className="size-4" />,
            onSelect: () => pins.toggle(component, runId),
          },
        ]),
    ...(onExplain
      ? [{ label: 'Why this?', icon: <CircleHelp aria-hidden className="size-4" />, onSelect: onExplain }]
      : []),
    {
      label: 'Copy as JSON',
      icon: <Braces aria-hidden className="size-4" />,
      onSelect: () => void copyText(JSON.stringify(component, null, 2), announce),
    },
    ...(onRemove
      ? [
          {
            label: 'Remove from Home',
            icon: <X aria-hidden className="size-4" />,
            onSelect: onRemove,
          },
        ]
      : []),
  ]
}

/** A text that is still being put together may be given as a promise: the clipboard is lent at the press, not later. */
export async function copyText(
  text: string | Promise<string>,
  announce: (sentence: string) => void,
): Promise<void> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    announce('Copied.')
  } catch {
    // Browsers lend the clipboard only to this machine or over TLS.
    announce("Your browser doesn't allow this page to copy.")
  }
}

/** A button that copies a text. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { announce } = useViewContext()
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-ink-3 hover:bg-surface-2 hover:text-ink"
      onClick={() => void copyText(text, announce)}
    >
      <Copy aria-hidden className="size-4" />
    </button>
  )
}
