import { Check, Layers, Lightbulb, RotateCcw, Undo2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { InlineMarkdown } from '../view-kit/text/markdown.tsx'
import { move } from '../view-kit/motion.ts'
import { shuffledOrder } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { answered, newDeck, type Deck } from './deck.ts'

type Props = ViewProps<'flashcards'>
type Flashcard = Props['cards'][number]

export function FlashcardsView({ id, title, cards, shuffle = true }: Props) {
  const begin = () => newDeck(shuffle ? shuffledOrder(cards.length) : cards.map((_, index) => index))
  const { value: deck, change } = usePersisted<Deck>('flashcards', id, begin)
  const { announce } = useViewContext()
  const place = useRef<HTMLDivElement>(null)
  const card = cards[deck.waiting[0] ?? -1]
  const answer = (known: boolean) => {
    change((kept) => answered(kept, known))
    announce(known ? 'Known.' : 'It will come up again.')
    // The buttons go until the next card is turned, and the focus must not go with them.
    place.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!deck.turned || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '1' || event.key === 'ArrowLeft') answer(false)
    else if (event.key === '2' || event.key === 'ArrowRight') answer(true)
    else return
    event.preventDefault()
  }
  return (
    <Card
      icon={<Layers aria-hidden className="size-4" />}
      title={title ?? 'Flashcards'}
      subtitle={`${deck.known.length} of ${cards.length} known`}
      menu={[
        {
          label: 'Start over',
          icon: <RotateCcw aria-hidden className="size-4" />,
          onSelect: () => change(begin),
        },
      ]}
    >
      {card ? (
        <div ref={place} className="flex flex-col gap-3" onKeyDown={onKeyDown}>
          <Side
            card={card}
            turned={deck.turned}
            onTurn={() => change((kept) => ({ ...kept, turned: !kept.turned }))}
          />
          <div className={`grid grid-cols-2 gap-2 ${deck.turned ? '' : 'invisible'}`}>
            <Button onClick={() => answer(false)}>
              <Undo2 aria-hidden className="size-4" />
              Again
            </Button>
            <Button look="primary" onClick={() => answer(true)}>
              <Check aria-hidden className="size-4" />
              Known
            </Button>
          </div>
        </div>
      ) : (
        <AllKnown count={cards.length} repeats={deck.repeats} onAgain={() => change(begin)} />
      )}
    </Card>
  )
}

function AllKnown({ count, repeats, onAgain }: { count: number; repeats: number; onAgain: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-lg font-semibold">All {count} known.</p>
      <p className="text-sm text-ink-3">{repeats === 0 ? 'All on the first try.' : `Repeated ${repeats}.`}</p>
      <Button onClick={onAgain}>
        <RotateCcw aria-hidden className="size-4" />
        Start over
      </Button>
    </div>
  )
}

function Side({ card, turned, onTurn }: { card: Flashcard; turned: boolean; onTurn: () => void }) {
  const { announce } = useViewContext()
  const [hinted, setHinted] = useState<Flashcard>()
  const face = useRef<HTMLButtonElement>(null)
  const turn = () => {
    onTurn()
    announce(turned ? card.front : card.back)
    move(
      face.current,
      [
        { transform: 'rotateY(80deg)', opacity: 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      180,
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <button
        ref={face}
        type="button"
        className={`flex min-h-36 w-full flex-col items-center justify-center gap-2 rounded-lg border px-4 py-6 text-center ${turned ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface-0'}`}
        onClick={turn}
      >
        <span
          dir="auto"
          className="max-h-60 max-w-full overflow-y-auto text-lg wrap-anywhere whitespace-pre-line"
        >
          <InlineMarkdown text={turned ? card.back : card.front} />
        </span>
        <span className="text-xs text-ink-3">{turned ? 'Turn back' : 'Turn the card'}</span>
      </button>
      {card.hint !== undefined && !turned && (
        <p className="text-sm text-ink-2" dir="auto">
          {hinted === card ? (
            card.hint
          ) : (
            <Button look="quiet" onClick={() => setHinted(card)}>
              <Lightbulb aria-hidden className="size-4" />
              Hint
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
