import { Check, Star } from 'lucide-react'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { formatScalar, withUnit } from '../../contract/text/numbers.ts'
import { Markdown } from '../view-kit/text/markdown.tsx'
import { Picture } from '../view-kit/picture.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Props = ViewProps<'comparison'>
type Item = Props['items'][number]
type Criterion = Props['criteria'][number]

export function ComparisonView({ title, criteria, items, verdict }: Props) {
  return (
    <Card title={title} icon="scale">
      <div
        className="fading-x -mx-4 overflow-x-auto px-4"
        tabIndex={0}
        role="group"
        aria-label={title ?? 'Comparison'}
      >
        <table className="w-full min-w-max border-collapse text-sm">
          <thead>
            <tr>
              <td className="min-w-24" />
              {items.map((item) => (
                <ItemHead key={item.name} item={item} />
              ))}
            </tr>
          </thead>
          <tbody>
            {criteria.map((criterion) => {
              const best = bestOf(criterion, items)
              return (
                <tr key={criterion.key} className="border-t border-line">
                  <th scope="row" className="py-2 pe-4 text-start font-normal text-ink-3">
                    {criterion.label ?? criterion.key}
                  </th>
                  {items.map((item) => (
                    <Value
                      key={item.name}
                      value={item.values[criterion.key]}
                      unit={criterion.unit}
                      isBest={best !== undefined && item.values[criterion.key] === best}
                      recommended={item.recommended === true}
                    />
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {verdict !== undefined && (
        <div className="mt-4 rounded-lg bg-surface-2 px-4 py-3">
          <Markdown text={verdict} />
        </div>
      )}
    </Card>
  )
}

function ItemHead({ item: { name, text, image_url, recommended, action } }: { item: Item }) {
  const { run, busy } = useAction()
  return (
    <th
      scope="col"
      className={`min-w-32 rounded-t-lg px-3 py-2 text-start align-bottom font-normal ${recommended ? 'bg-accent-soft' : ''}`}
    >
      {recommended && (
        <p className="mb-1 flex items-center gap-1 text-xs text-accent">
          <Star aria-hidden className="size-3.5" /> Recommended
        </p>
      )}
      {image_url !== undefined && (
        <Picture url={image_url} alt={name} className="mb-2 h-20 w-full rounded-lg object-cover" />
      )}
      <p className="font-semibold text-ink">{name}</p>
      {text !== undefined && <p className="max-w-56 text-xs text-ink-3">{text}</p>}
      {action && (
        <Button className="mt-2" busy={busy} onClick={() => void run(action)}>
          Choose
        </Button>
      )}
    </th>
  )
}

interface ValueProps {
  readonly value: unknown
  readonly unit: string | undefined
  readonly isBest: boolean
  readonly recommended: boolean
}

function Value({ value, unit, isBest, recommended }: ValueProps) {
  const text = formatScalar(value)
  const known = value !== null && value !== undefined
  return (
    <td
      className={`px-3 py-2 tabular-nums ${recommended ? 'bg-accent-soft' : ''} ${isBest ? 'font-semibold text-good' : ''}`}
    >
      <span className="inline-flex items-center gap-1">
        {unit === undefined || !known ? text : withUnit(text, unit)}
        {isBest && <Check aria-label="best" className="size-3.5" />}
      </span>
    </td>
  )
}

function bestOf({ key, better }: Criterion, items: readonly Item[]): number | undefined {
  const numbers = items.map(({ values }) => values[key]).filter((value) => typeof value === 'number')
  if (better === undefined || numbers.length < 2) return undefined
  return better === 'higher' ? Math.max(...numbers) : Math.min(...numbers)
}
