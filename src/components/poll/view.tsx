import { Eye, EyeOff, RotateCcw, Undo2, Vote } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Props = ViewProps<'poll'>

interface Ballots {
  /** One entry a person: what they chose. */
  readonly cast: readonly (readonly number[])[]
}

export function PollView({ id, question, options, multiple = false }: Props) {
  const { value: ballots, change } = usePersisted<Ballots>('poll', id, () => ({ cast: [] }))
  const { announce } = useViewContext()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [hidden, setHidden] = useState(false)
  const counts = countsOf(options, ballots)
  const all = sumOf(counts)
  const vote = () => {
    if (chosen.length === 0) return
    change(({ cast }) => ({ cast: [...cast, chosen] }))
    announce(`Voted for ${chosen.map((index) => options[index]?.label).join(' and ')}. Next person, please.`)
    setChosen([])
  }
  const choose = (index: number, on: boolean) =>
    setChosen(multiple ? (on ? [...chosen, index] : chosen.filter((one) => one !== index)) : [index])
  return (
    <Card
      icon={<Vote aria-hidden className="size-4" />}
      title={question}
      state={countOf(all, 'vote')}
      menu={[
        {
          label: hidden ? 'Show the votes' : 'Hide the votes',
          icon: hidden ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />,
          onSelect: () => setHidden(!hidden),
        },
        {
          label: 'Start over',
          icon: <RotateCcw aria-hidden className="size-4" />,
          onSelect: () => change(() => ({ cast: [] })),
        },
      ]}
    >
      <Choices {...{ id, question, options, multiple, counts, chosen, hidden }} onChoose={choose} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" disabled={chosen.length === 0} onClick={vote}>
          <Vote aria-hidden className="size-4" />
          Vote
        </Button>
        {ballots.cast.length > 0 && (
          <TakeBackButton onClick={() => change(({ cast }) => ({ cast: cast.slice(0, -1) }))} />
        )}
      </div>
    </Card>
  )
}

interface ChoicesProps extends Pick<Props, 'id' | 'question' | 'options' | 'multiple'> {
  readonly counts: readonly number[]
  readonly chosen: readonly number[]
  /** Whether the votes are not shown. */
  readonly hidden: boolean
  readonly onChoose: (index: number, on: boolean) => void
}

function Choices({
  id,
  question,
  options,
  multiple = false,
  counts,
  chosen,
  hidden,
  onChoose,
}: ChoicesProps) {
  const all = sumOf(counts)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend dir="auto" className="sr-only">
        {question}
      </legend>
      {options.map(({ label }, index) => (
        <Choice
          key={index}
          {...{ label, multiple }}
          name={`poll-${id}`}
          checked={chosen.includes(index)}
          count={hidden ? undefined : counts[index]}
          share={hidden || all === 0 ? 0 : counts[index]! / all}
          leads={!hidden && all > 0 && counts[index] === Math.max(...counts)}
          onChoose={(on) => onChoose(index, on)}
        />
      ))}
    </fieldset>
  )
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function TakeBackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="quiet" onClick={onClick}>
      <Undo2 aria-hidden className="size-4" />
      Undo the last vote
    </Button>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly multiple: boolean
  readonly checked: boolean
  readonly count: number | undefined
  readonly share: number
  readonly leads: boolean
  readonly onChoose: (on: boolean) => void
}

function Choice({ label, name, multiple, checked, count, share, leads, onChoose }: ChoiceProps) {
  return (
    <label
      className={`relative flex min-h-10 cursor-pointer items-center gap-3 overflow-hidden rounded-lg border px-3 ${checked ? 'border-accent' : 'border-line'}`}
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 start-0 transition-[width] ${leads ? 'bg-accent-soft' : 'bg-surface-2'}`}
        style={{ width: `${share * 100}%` }}
      />
      <input
        type={multiple ? 'checkbox' : 'radio'}
        name={name}
        className="relative size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span dir="auto" className="relative min-w-0 flex-1 py-1.5 wrap-anywhere">
        {label}
      </span>
      {count !== undefined && (
        <span className="relative shrink-0 text-sm text-ink-2 tabular-nums">
          {count}
          {share > 0 && ` · ${formatNumber(share * 100, { format: 'percent', decimals: 0 })}`}
        </span>
      )}
    </label>
  )
}

function countsOf(options: Props['options'], { cast }: Ballots): readonly number[] {
  return options.map(({ votes = 0 }, index) => votes + cast.filter((ballot) => ballot.includes(index)).length)
}
