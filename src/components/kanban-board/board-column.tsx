import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { memo, useRef } from 'react'
import { useLandmarkName } from '../view-kit/landmark-name.ts'
import { AddLine } from '../view-kit/store/stored-list.tsx'
import { LineInput } from '../view-kit/controls/line-input.tsx'
import { Menu } from '../view-kit/controls/menu.tsx'
import { withColumn, withMovedColumn, withoutColumn, type Column } from './board.ts'
import { BoardCard } from './board-card.tsx'
import { useBoard } from './board-actions.ts'
import { useColumnTarget } from './dragging.ts'

interface BoardColumnProps {
  readonly column: Column
  /** The card that Tab leads to, and the one that is open, where they are in this column. */
  readonly currentId: string | undefined
  readonly openId: string | undefined
}

export const BoardColumn = memo(function BoardColumn({ column, currentId, openId }: BoardColumnProps) {
  const actions = useBoard()
  const place = useRef<HTMLElement>(null)
  const over = useColumnTarget(place, { board: actions.board, columnId: column.id })
  return (
    <section
      ref={place}
      aria-label={useLandmarkName(column.title)}
      className={`flex w-[calc(100cqi-3.25rem)] shrink-0 grow flex-col @lg:w-[calc((100cqi-4rem)/2)] @3xl:w-64 rounded-lg p-2 ${over ? 'bg-surface-3' : 'bg-surface-2'}`}
    >
      <Head column={column} />
      <ul
        data-cards
        aria-label={`Cards in ${column.title}`}
        className="-mx-1 flex max-h-112 min-h-8 flex-col gap-2 overflow-y-auto px-1 py-1"
      >
        {column.cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            columnId={column.id}
            isCurrent={card.id === currentId}
            isOpen={card.id === openId}
          />
        ))}
      </ul>
      <div className="px-2 pt-1">
        <AddLine
          label={`Add a card to ${column.title}`}
          maxLength={300}
          onAdd={(title) => actions.add(column.id, title)}
        />
      </div>
    </section>
  )
})

function Head({ column: { id, title, cards, limit } }: { column: Column }) {
  const { change } = useBoard()
  const isOver = limit !== undefined && cards.length > limit
  const items = [
    {
      label: 'Move left',
      icon: <ArrowLeft aria-hidden className="size-4" />,
      onSelect: () => change((board) => withMovedColumn(board, id, -1)),
    },
    {
      label: 'Move right',
      icon: <ArrowRight aria-hidden className="size-4" />,
      onSelect: () => change((board) => withMovedColumn(board, id, 1)),
    },
    ...(cards.length === 0
      ? [
          {
            label: 'Delete the column',
            icon: <Trash2 aria-hidden className="size-4" />,
            danger: true,
            onSelect: () => change((board) => withoutColumn(board, id)),
          },
        ]
      : []),
  ]
  return (
    <header className="flex items-center gap-2 ps-1">
      <LineInput
        label="Name of the column"
        className="flex-1 text-sm font-semibold"
        maxLength={80}
        value={title}
        onWrite={(name) => change((board) => withColumn(board, id, (column) => ({ ...column, title: name })))}
      />
      <span className={`text-xs tabular-nums ${isOver ? 'font-semibold text-bad' : 'text-ink-3'}`}>
        {cards.length}
        {limit !== undefined && ` of ${limit}`}
        <span className="sr-only">
          {' '}
          {cards.length === 1 ? 'card' : 'cards'}
          {isOver && ', over the limit'}
        </span>
      </span>
      <Menu label={`Menu for the column ${title}`} items={items} />
    </header>
  )
}
