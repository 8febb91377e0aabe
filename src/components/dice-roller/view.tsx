import { Dices } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { move } from '../view-kit/motion.ts'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import { randomBelow } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { diceText, rollDice, totalOf, type Dice, type Roll } from './roll.ts'

interface Cup {
  readonly dice: Dice
  /** The latest first. */
  readonly rolls: readonly Roll[]
}

const MAX_ROLLS = 10
/** More than these are scrolled through. */
const FIT_AT_ONCE = 12

export function DiceRollerView({
  id,
  count = 1,
  sides = 6,
  modifier = 0,
  label,
  autostart = true,
}: ViewProps<'dice_roller'>) {
  const { value: cup, change } = usePersisted<Cup>('dice_roller', id, () => ({
    dice: { count, sides, modifier },
    rolls: [],
  }))
  const { announce } = useViewContext()
  const table = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Once: a reload shows what fell.
    if (autostart) change((kept) => (kept.rolls.length > 0 ? kept : rolled(kept)))
  }, [autostart, change])
  const [latest, ...earlier] = cup.rolls
  const roll = () => {
    const next = rollDice(cup.dice, randomBelow)
    change((kept) => ({ ...kept, rolls: [next, ...kept.rolls].slice(0, MAX_ROLLS) }))
    announce(`You rolled ${totalOf(next)}${next.faces.length > 1 ? `: ${next.faces.join(', ')}` : ''}.`)
    move(
      table.current,
      [
        { transform: 'rotate(-8deg) scale(0.9)', opacity: 0.4 },
        { transform: 'rotate(4deg) scale(1.04)' },
        { transform: 'none', opacity: 1 },
      ],
      320,
    )
  }
  return (
    <Card
      icon={<Dices aria-hidden className="size-4" />}
      title={label ?? 'Dice'}
      subtitle={diceText(cup.dice)}
    >
      <div className="flex flex-col gap-3">
        {latest ? (
          <Fallen roll={latest} table={table} />
        ) : (
          <p className="py-4 text-center text-sm text-ink-3">Not rolled yet.</p>
        )}
        <Button look="primary" onClick={roll}>
          <Dices aria-hidden className="size-4" />
          Roll {diceText(cup.dice)}
        </Button>
        <DiceFields dice={cup.dice} onChange={(dice) => change((kept) => ({ ...kept, dice }))} />
        {earlier.length > 0 && (
          <p className="text-xs text-ink-3">
            Before: <span className="tabular-nums">{earlier.map(totalOf).join(', ')}</span>
          </p>
        )}
      </div>
    </Card>
  )
}

function Fallen({ roll, table }: { roll: Roll; table: RefObject<HTMLUListElement | null> }) {
  return (
    <div className="flex flex-col items-center gap-2">
      <ul
        ref={table}
        aria-label="Dice"
        tabIndex={roll.faces.length > FIT_AT_ONCE ? 0 : undefined}
        className="flex max-h-48 flex-wrap justify-center gap-2 overflow-y-auto p-1"
      >
        {roll.faces.map((face, index) => (
          <li key={index}>
            <Die face={face} sides={roll.sides} />
          </li>
        ))}
      </ul>
      <p className="text-2xl font-semibold tabular-nums">
        <span className="sr-only">Total </span>
        {totalOf(roll)}
      </p>
    </div>
  )
}

/** Where the dots of 1 to 6 are, on a field of three by three. */
const DOTS: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
]

function Die({ face, sides }: { face: number; sides: number }) {
  if (sides !== 6)
    return (
      <span className="grid h-12 min-w-12 place-items-center rounded-lg border border-line-strong bg-surface-0 px-2 text-lg font-semibold tabular-nums">
        {face}
      </span>
    )
  return (
    <span
      role="img"
      aria-label={String(face)}
      className="grid size-12 grid-cols-3 grid-rows-3 place-items-center rounded-lg border border-line-strong bg-surface-0 p-1.5"
    >
      {Array.from({ length: 9 }, (_, place) => (
        <span
          key={place}
          aria-hidden
          className={`size-2 rounded-full ${DOTS[face]?.includes(place) ? 'bg-ink' : ''}`}
        />
      ))}
    </span>
  )
}

const LIMITS = { count: [1, 100], sides: [2, 1000], modifier: [-1000, 1000] } as const
const LABELS = { count: 'Dice', sides: 'Sides', modifier: 'Added' } as const

function DiceFields({ dice, onChange }: { dice: Dice; onChange: (dice: Dice) => void }) {
  return (
    <div className="grid grid-cols-3 gap-2">
      {(['count', 'sides', 'modifier'] as const).map((member) => (
        <NumberField
          key={member}
          whole
          label={LABELS[member]}
          min={LIMITS[member][0]}
          max={LIMITS[member][1]}
          value={dice[member]}
          onChange={(value = dice[member]) => onChange({ ...dice, [member]: value })}
        />
      ))}
    </div>
  )
}

function rolled(cup: Cup): Cup {
  return { ...cup, rolls: [rollDice(cup.dice, randomBelow)] }
}
