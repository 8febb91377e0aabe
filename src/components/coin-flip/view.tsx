import { Coins } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { move } from '../view-kit/motion.ts'
import { randomBelow } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

interface Flips {
  /** The latest throw: true is heads. */
  readonly sides: readonly boolean[]
  /** Of all throws. */
  readonly heads: number
  readonly total: number
}

const NONE: Flips = { sides: [], heads: 0, total: 0 }

export function CoinFlipView({
  id,
  count = 1,
  heads = 'Heads',
  tails = 'Tails',
  autostart = true,
}: ViewProps<'coin_flip'>) {
  const { value: flips, change } = usePersisted<Flips>('coin_flip', id, () => NONE)
  const { announce } = useViewContext()
  const coin = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Once: a reload shows what fell.
    if (autostart) change((kept) => (kept.total > 0 ? kept : withThrow(kept, thrown(count))))
  }, [autostart, change, count])
  const flip = () => {
    const sides = thrown(count)
    change((kept) => withThrow(kept, sides))
    announce(`${inWords(sides, { heads, tails })}.`)
    move(coin.current, [{ transform: 'rotateX(0)' }, { transform: 'rotateX(1080deg)' }], 500)
  }
  const shown = flips.sides.length === 0 ? 'Not flipped yet' : inWords(flips.sides, { heads, tails })
  return (
    <Card
      icon={<Coins aria-hidden className="size-4" />}
      title={`${heads} or ${tails}`}
      subtitle={count > 1 ? `${count} coins` : undefined}
    >
      <div className="flex flex-col items-center gap-3">
        <div
          ref={coin}
          className="grid size-28 place-items-center rounded-full border-4 border-line-strong bg-surface-2 p-2 text-center"
        >
          <p dir="auto" className="line-clamp-3 font-semibold wrap-anywhere">
            {shown}
          </p>
        </div>
        <Button look="primary" onClick={flip}>
          <Coins aria-hidden className="size-4" />
          {flips.total === 0 ? 'Flip' : 'Flip again'}
        </Button>
        {flips.total > 1 && (
          <p className="max-w-full text-center text-xs wrap-anywhere text-ink-3 tabular-nums">
            Total: {heads} {flips.heads}, {tails} {flips.total - flips.heads}
          </p>
        )}
      </div>
    </Card>
  )
}

function thrown(count: number): boolean[] {
  return Array.from({ length: count }, () => randomBelow(2) === 0)
}

function withThrow(flips: Flips, sides: readonly boolean[]): Flips {
  return { sides, heads: flips.heads + headsIn(sides), total: flips.total + sides.length }
}

function headsIn(sides: readonly boolean[]): number {
  return sides.filter(Boolean).length
}

function inWords(sides: readonly boolean[], { heads, tails }: { heads: string; tails: string }): string {
  if (sides.length === 1) return sides[0] ? heads : tails
  return `${headsIn(sides)} × ${heads}, ${sides.length - headsIn(sides)} × ${tails}`
}
