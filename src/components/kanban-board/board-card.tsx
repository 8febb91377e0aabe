import { ArrowDown, ArrowRight, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { formatDayOrMoment } from '../../contract/text/moments.ts'
import { InlineMarkdown } from '../view-kit/text/markdown.tsx'
import { Menu, type MenuItem } from '../view-kit/controls/menu.tsx'
import { today } from '../view-kit/live/today.ts'
import { toneColor } from '../view-kit/tone.ts'
import type { Card, Step } from './board.ts'
import { useBoard, type BoardActions } from './board-actions.ts'
import { CardEditor } from './card-editor.tsx'
import { useCardDragging } from './dragging.ts'

interface BoardCardProps {
  readonly card: Card
  readonly columnId: string
  /** Whether Tab leads to it; of a whole board it leads to one card. */
  readonly isCurrent: boolean
  readonly isOpen: boolean
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export const BoardCard = memo(
  function BoardCard({ card, columnId, isCurrent, isOpen }: BoardCardProps) {
    const actions = useBoard()
    const place = useRef<HTMLLIElement>(null)
    const { isNear, watching } = useNearness()
    const { dragging, edge } = useCardDragging(
      place,
      { board: actions.board, columnId, cardId: card.id },
      !isOpen,
    )
    return (
      <li
        ref={place}
        data-card={card.id}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={card.title}
        aria-describedby={actions.hintId}
        className={`rounded-lg border border-line bg-surface-1 py-1 ps-3 pe-1 ${edge ? 'relative' : ''} ${
          isOpen ? '' : 'cursor-grab'
        } ${dragging ? 'opacity-40' : ''}`}
        style={
          card.tone === undefined ? undefined : { borderInlineStart: `3px solid ${toneColor[card.tone]}` }
        }
        onKeyDown={(event) => onKey(event, card.id, actions)}
        onDoubleClick={() => actions.open(card.id)}
        {...watching}
      >
        {edge && (
          <span
            aria-hidden
            className={`absolute inset-x-0 h-0.5 rounded-full bg-accent ${edge === 'top' ? '-top-1' : '-bottom-1'}`}
          />
        )}
        {isOpen ? <CardEditor card={card} /> : <Face card={card} withMenu={isNear} />}
      </li>
    )
  },
  (before, after) =>
    before.isCurrent === after.isCurrent &&
    before.isOpen === after.isOpen &&
    before.columnId === after.columnId &&
    isSame(before.card, after.card),
)

/** A column that is scrolled carries its cards along under a pointer that rests; they are not meant. */
const MEANT_AFTER_MS = 80

/** Whether the pointer or the focus is at a card. */
function useNearness() {
  const [isNear, setNear] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const watching = useMemo(
    () => ({
      onPointerEnter() {
        timer.current = setTimeout(() => setNear(true), MEANT_AFTER_MS)
      },
      onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
        clearTimeout(timer.current)
        setNear(currentTarget.contains(document.activeElement))
      },
      onFocus: () => setNear(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setNear(currentTarget.contains(relatedTarget)),
    }),
    [],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { isNear, watching }
}

/** After another client has written, every card is a new object that says the same. */
function isSame(one: Card, other: Card): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function onKey(event: KeyboardEvent<HTMLElement>, cardId: string, actions: BoardActions): void {
  if (event.key === 'Escape') return actions.open(undefined)
  if (event.target !== event.currentTarget) return
  const step = STEPS[event.key]
  if (step) {
    event.preventDefault()
    if (event.altKey) actions.step(cardId, step)
    else actions.go(cardId, step)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    actions.open(cardId)
  }
}

function Face({ card, withMenu }: { card: Card; withMenu: boolean }) {
  const { title, text, labels = [], due } = card
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1 py-1">
        <p dir="auto" className="text-sm wrap-anywhere">
          {title}
        </p>
        {text !== undefined && text !== '' && (
          <p dir="auto" className="line-clamp-2 text-xs text-ink-3">
            <InlineMarkdown text={text} />
          </p>
        )}
        {(labels.length > 0 || due !== undefined) && (
          <p className="mt-1 flex flex-wrap gap-1 text-xs">
            {due !== undefined && (
              <span
                className={`rounded-full bg-surface-2 px-2 ${due.slice(0, 10) < today() ? 'text-bad' : 'text-ink-2'}`}
              >
                {formatDayOrMoment(due)}
              </span>
            )}
            {labels.map((label) => (
              <span key={label} dir="auto" className="rounded-full bg-accent-soft px-2 text-accent">
                {label}
              </span>
            ))}
          </p>
        )}
      </div>
      {/* A menu for each of a thousand cards would be most of the page, so it comes with the pointer or the focus. */}
      <div className="size-8 shrink-0 pointer-coarse:size-10">{withMenu && <CardMenu card={card} />}</div>
    </div>
  )
}

function CardMenu({ card }: { card: Card }) {
  const actions = useBoard()
  const columns = actions.columns()
  const own = columns.find(({ cards }) => cards.some(({ id }) => id === card.id))
  const items: MenuItem[] = [
    { label: 'Edit', icon: <Pencil aria-hidden className="size-4" />, onSelect: () => actions.open(card.id) },
    ...columns
      .filter(({ id }) => id !== own?.id)
      .map(({ id, title }) => ({
        label: `Move to ${title}`,
        icon: <ArrowRight aria-hidden className="size-4" />,
        onSelect: () => actions.move(card.id, { columnId: id }),
      })),
    {
      label: 'Move up',
      icon: <ArrowUp aria-hidden className="size-4" />,
      onSelect: () => actions.step(card.id, 'up'),
    },
    {
      label: 'Move down',
      icon: <ArrowDown aria-hidden className="size-4" />,
      onSelect: () => actions.step(card.id, 'down'),
    },
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden className="size-4" />,
      danger: true,
      onSelect: () => actions.remove(card.id),
    },
  ]
  return <Menu label={`Menu for ${card.title}`} items={items} />
}
