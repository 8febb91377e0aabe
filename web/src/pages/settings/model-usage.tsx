import { ChartNoAxesColumn } from 'lucide-react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { formatNumber } from '../../../../src/components/view-kit/format.ts'
import { useAnswer } from '../use-answer.ts'

const MONTHS = 3

/** What the models used and cost in the last months; nothing before the first answer. */
export function ModelUsageCard() {
  const { data } = useAnswer('GET /api/models/usage', { query: { months: MONTHS } }, ['run.end'])
  const months = data?.months ?? []
  if (months.length === 0) return null
  return (
    <Card icon={<ChartNoAxesColumn aria-hidden className="size-4" />} title="What the models used">
      <div className="overflow-x-auto">
        <table className="w-full text-sm tabular-nums [&_td]:py-1 [&_td]:pe-4 [&_th]:pe-4 [&_th]:text-start [&_th]:font-medium">
          <thead className="text-ink-3">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Model</th>
              <th scope="col">Answers</th>
              <th scope="col">Tokens read</th>
              <th scope="col">From the cache</th>
              <th scope="col">Written</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {months.flatMap(({ month, models }) =>
              models.map((used) => (
                <tr key={`${month} ${used.provider} ${used.model}`}>
                  <td>{month}</td>
                  <td>{used.model}</td>
                  <td>{formatNumber(used.calls)}</td>
                  <td>{formatNumber(used.input_tokens)}</td>
                  <td>{formatNumber(used.cached_tokens)}</td>
                  <td>{formatNumber(used.output_tokens)}</td>
                  <td>{priceInWords(used)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function priceInWords({
  cost_usd,
  cost_estimated,
}: {
  cost_usd: number | null
  cost_estimated: boolean
}): string {
  if (cost_usd === null) return 'not known'
  return `${cost_estimated ? 'about ' : ''}$${cost_usd.toFixed(2)}`
}
