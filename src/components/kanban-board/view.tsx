import { Columns3, Plus } from 'lucide-react'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { now } from '../view-kit/store/entries.ts'
import { StoredCard } from '../view-kit/store/stored-list.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { BoardContext, type BoardActions } from './board-actions.ts'
import { BoardColumn } from './board-column.tsx'
import {
  beginning,
  destinationBy,
  MAX_CARDS,
  MAX_COLUMNS,
  neighbourOf,
  placeOf,
  sentenceOf,
  withColumn,
  withMoved,
  withoutCard,
  type Board,
  type Card,
} from './board.ts'
import { useDrops } from './dragging.ts'
import { useEdgeScrolling } from './edge-scrolling.tsx'

const COLUMNS = ['To do', 'Doing', 'Done']

export function KanbanBoardView({ id, title, columns = COLUMNS, initial }: ViewProps<'kanban_board'>) {
  const names = columns.join('\n')
  const empty = useMemo(() => initial ?? beginning(names.split('\n')), [initial, names])
  const stored = useStored(id, empty)
  const board = stored.value
  const { actions, openId, focusId, place } = useActions(board, stored)
  useDrops(actions.board, actions.move)
  useEdgeScrolling(actions.board, place)
  const count = board.columns.reduce((sum, { cards }) => sum + cards.length, 0)
  const current = focusId !== undefined && placeOf(board, focusId) ? focusId : firstOf(board)
  return (
    <StoredCard
      stored={stored}
      icon={<Columns3 aria-hidden className="size-4" />}
      title={title ?? id}
      subtitle={countOf(count, 'card')}
      height={300}
    >
      <p id={actions.hintId} className="sr-only">
        Use the arrow keys to go from card to card, Alt and an arrow key to move a card, Enter to open it.
      </p>
      <BoardContext value={actions}>
        <div ref={place} role="group" aria-label="Board" className="relative flex gap-3 overflow-x-auto pb-2">
          {board.columns.map((column) => (
            <BoardColumn
              key={column.id}
              column={column}
              currentId={column.cards.some((card) => card.id === current) ? current : undefined}
              openId={column.cards.some((card) => card.id === openId) ? openId : undefined}
            />
          ))}
          {board.columns.length < MAX_COLUMNS && (
            <IconButton
              label="Add a column"
              onClick={() => {
                const column = { id: newEntryId(), title: 'New column', cards: [] }
                stored.change((value) => ({ ...value, columns: [...value.columns, column] }))
              }}
            >
              <Plus aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      </BoardContext>
    </StoredCard>
  )
}

function firstOf({ columns }: Board): string | undefined {
  return columns.find(({ cards }) => cards.length > 0)?.cards[0]?.id
}

/** Everything that is done on the board, with the focus kept on the card that it was done to. */
function useActions(board: Board, { change, remove }: Pick<Stored<Board>, 'change' | 'remove'>) {
  const { announce } = useViewContext()
  const [name, hintId] = [useId(), useId()]
  const [openId, setOpenId] = useState<string>()
  const [focusId, setFocusId] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<string>(undefined)
  const latest = useRef(board)
  latest.current = board
  const refocus = useFocus(place)
  const focus = useCallback(
    (cardId: string) => {
      setFocusId(cardId)
      refocus(cardId)
    },
    [refocus],
  )
  const actions = useMemo((): BoardActions => {
    const board = () => latest.current
    const open = (cardId: string | undefined) => {
      if (cardId === undefined && opened.current !== undefined) focus(opened.current)
      opened.current = cardId
      setOpenId(cardId)
    }
    const using = { board, change, remove, announce, focus }
    return { ...cardActions(using), board: name, hintId, open, change, columns: () => board().columns }
  }, [announce, change, focus, hintId, name, remove])
  return { actions, openId, focusId, place }
}

interface CardActionsDeps extends Pick<Stored<Board>, 'change' | 'remove'> {
  readonly board: () => Board
  readonly announce: (sentence: string) => void
  readonly focus: (cardId: string) => void
}

/** What is done to cards. */
function cardActions({
  board,
  change,
  remove,
  announce,
  focus,
}: CardActionsDeps): Pick<BoardActions, 'move' | 'step' | 'go' | 'add' | 'remove'> {
  const move: BoardActions['move'] = (cardId, to) => {
    const target = board().columns.find(({ id }) => id === to.columnId)
    const moved = withMoved(board(), cardId, to)
    if (moved === board())
      return target && target.cards.length >= MAX_CARDS ? announce(`${target.title} is full.`) : undefined
    change((value) => withMoved(value, cardId, to))
    announce(sentenceOf(moved, cardId))
    focus(cardId)
  }
  return {
    move,
    step(cardId, step) {
      const to = destinationBy(board(), cardId, step)
      if (to) move(cardId, to)
    },
    go(cardId, step) {
      const next = neighbourOf(board(), cardId, step)
      if (next) focus(next.id)
    },
    add(columnId, title) {
      const card: Card = { id: newEntryId(), title, created_at: now() }
      change((value) =>
        withColumn(value, columnId, (column) => ({ ...column, cards: [...column.cards, card] })),
      )
    },
    remove(cardId) {
      const next = neighbourOf(board(), cardId, 'down') ?? neighbourOf(board(), cardId, 'up')
      const title = placeOf(board(), cardId)?.card.title ?? 'The card'
      remove(`“${title}”`, (value) => withoutCard(value, cardId))
      if (next) focus(next.id)
    },
  }
}

/** Focuses a card once it stands where it was moved to: in another column it is another element. */
function useFocus(place: RefObject<HTMLElement | null>): (cardId: string) => void {
  const [wanted, setWanted] = useState<{ readonly cardId: string }>()
  useLayoutEffect(() => {
    if (wanted)
      place.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.cardId)}"]`)?.focus()
  }, [wanted, place])
  return useCallback((cardId) => setWanted({ cardId }), [])
}
