import { ChartNoAxesColumn } from 'lucide-react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { formatNumber } from '../../../../src/contract/text/numbers.ts'
import { priceInWords } from '../../chat/usage-in-words.ts'
import { useAnswer } from '../use-answer.ts'

const MONTHS = 3

/** Model usage and cost in the last months; nothing before the first answer. */
export function ModelUsageCard() {
  const { data } = useAnswer('GET /api/models/usage', { query: { months: MONTHS } }, ['run.end'])
  const months = data?.months ?? []
  if (months.length === 0) return null
  return (
    <Card icon={<ChartNoAxesColumn aria-hidden className="size-4" />} title="Model usage">
      <div className="overflow-x-auto">
        <table className="w-full text-sm tabular-nums [&_td]:py-1 [&_td]:pe-4 [&_th]:pe-4 [&_th]:text-start [&_th]:font-medium">
          <thead className="text-ink-3">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Model</th>
              <th scope="col">Requests</th>
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
                  <td>{priceOf(used)}</td>
                </tr>
              )),
            )}
            {months
              .filter(({ models }) => models.length > 1)
              .map(({ month, models, cost_usd }) => (
                <tr key={month} className="font-medium">
                  <td>{month}</td>
                  <td>All models</td>
                  <td>{formatNumber(sumOf(models, 'calls'))}</td>
                  <td>{formatNumber(sumOf(models, 'input_tokens'))}</td>
                  <td>{formatNumber(sumOf(models, 'cached_tokens'))}</td>
                  <td>{formatNumber(sumOf(models, 'output_tokens'))}</td>
                  <td>{priceOf({ cost_usd, cost_estimated: models.some((one) => one.cost_estimated) })}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

type Counted = 'calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens'

function sumOf(models: readonly Readonly<Record<Counted, number>>[], counted: Counted): number {
  return models.reduce((sum, one) => sum + one[counted], 0)
}

function priceOf(used: { readonly cost_usd: number | null; readonly cost_estimated: boolean }): string {
  return used.cost_usd === null ? 'unknown' : priceInWords(used.cost_usd, used.cost_estimated)
}
