import { numberIn } from './fit-scalar.ts'
import { isMembers, type Members } from './json-schema.ts'

/** Charts as other libraries write them: datasets, lists of pairs, bare numbers, values by name. */
export function repairChart(members: Members): void {
  const series = asList(members['series'])
  if (series === undefined) return
  const pairs = pairsIn(series)
  if (pairs) {
    if (pairs.labels.length > 0) members['labels'] ??= pairs.labels
    members['series'] = [{ name: nameOf(members), values: pairs.values }]
    return
  }
  members['series'] = series.map((one, index) => {
    if (Array.isArray(one)) return { name: `Series ${index + 1}`, values: one }
    return isMembers(one) ? repairSeries(one, { members, index }) : one
  })
}

function asList(series: unknown): unknown[] | undefined {
  if (Array.isArray(series)) return series
  if (!isMembers(series)) return undefined
  // {"Jan": 49, "Feb": 36}
  const entries = Object.entries(series)
  return entries.every(([, value]) => numberIn(value) !== undefined)
    ? entries.map(([label, value]) => ({ label, value }))
    : [series]
}

/** A list of numbers, or of labels with a number each. */
function pairsIn(series: readonly unknown[]): { labels: unknown[]; values: unknown[] } | undefined {
  if (series.length === 0) return undefined
  if (series.every((one) => one === null || typeof one !== 'object'))
    return { labels: [], values: series.map((one) => numberIn(one) ?? null) }
  const pairs = series.map((one) => (isMembers(one) ? pairIn(one) : undefined))
  return pairs.every((pair) => pair !== undefined)
    ? { labels: pairs.map(([label]) => label), values: pairs.map(([, value]) => value) }
    : undefined
}

function pairIn(one: Members): [unknown, number] | undefined {
  const label = one['label'] ?? one['name'] ?? one['x'] ?? one['category'] ?? one['date'] ?? one['time']
  const value = numberIn(one['value'] ?? one['y'] ?? one['count'] ?? one['amount'])
  return value === undefined || (typeof label !== 'string' && typeof label !== 'number')
    ? undefined
    : [label, value]
}

function repairSeries(one: Members, { members, index }: { members: Members; index: number }): Members {
  const { data, label, ...rest } = one
  const written = rest['values'] ?? rest['points'] ?? data ?? rest['y']
  const name = [rest['name'], label, rest['title']].find((text) => typeof text === 'string' && text !== '')
  const named = { ...rest, name: name ?? `Series ${index + 1}` }
  if (!Array.isArray(written)) return named
  const isScatter = members['chart_type'] === 'scatter'
  const pairs = isScatter ? undefined : pairsIn(written)
  if (pairs === undefined) return { ...named, values: undefined, points: written.map(asPoint) }
  if (pairs.labels.length > 0) members['labels'] ??= pairs.labels
  return { ...named, points: undefined, values: pairs.values }
}

function asPoint(point: unknown): unknown {
  return Array.isArray(point) ? { x: point[0], y: point[1] } : point
}

function nameOf({ title }: Members): string {
  return typeof title === 'string' && title !== '' ? title.slice(0, 200) : 'Value'
}
