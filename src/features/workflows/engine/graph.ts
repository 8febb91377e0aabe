import type { Static } from '../../../contract/type.ts'
import type { WorkflowGraph } from '../schemas.ts'
import { countItems, itemsOf } from './items/item-records.ts'
import type { Work } from './statement.ts'
import { graphOf, type StepGraph } from './step-graph.ts'
import { stepOf, type StepRow } from './step-rows.ts'

type Drawn = Static<typeof WorkflowGraph>

/** What a drawing of the workflow needs. */
export function* drawGraph(workflow_id: string, rows: readonly StepRow[]): Work<Drawn> {
  const items = yield* countItems(rows)
  const steps = rows.map(stepOf)
  const graph = graphOf(steps)
  const layer = layersOf(graph)
  const nodes = rows.map((row, position) => ({
    id: row.id,
    agent: row.agent,
    action: row.action,
    status: row.status,
    needs_human: steps[position]!.needs_human === true,
    layer: layer[position]!,
    duration_ms: durationOf(row),
    ...itemsOf(row, items),
  }))
  const layers: string[][] = []
  for (const { id, layer: place } of nodes) (layers[place] ??= []).push(id)
  return {
    workflow_id,
    nodes,
    edges: graph.parents.flatMap((parents, child) =>
      parents.map((parent) => ({ from: steps[parent]!.id, to: steps[child]!.id })),
    ),
    layers,
    critical_path: criticalPath(graph, (position) => nodes[position]!.duration_ms ?? 0).map(
      (position) => steps[position]!.id,
    ),
  }
}

function layersOf({ order, parents }: StepGraph): number[] {
  const layer: number[] = []
  for (const position of order)
    layer[position] = Math.max(-1, ...parents[position]!.map((parent) => layer[parent]!)) + 1
  return layer
}

/** The chain that took longest; of chains that took as long, the one with more steps. */
function criticalPath({ order, parents }: StepGraph, weigh: (position: number) => number): number[] {
  const length: { ms: number; steps: number; after: number | undefined }[] = []
  const isLonger = (a: number, b: number) =>
    length[a]!.ms - length[b]!.ms || length[a]!.steps - length[b]!.steps || b - a
  const longest = (positions: readonly number[]) =>
    positions.reduce<number | undefined>(
      (best, next) => (best === undefined || isLonger(next, best) > 0 ? next : best),
      undefined,
    )
  for (const position of order) {
    const after = longest(parents[position]!)
    const before = after === undefined ? { ms: 0, steps: 0 } : length[after]!
    length[position] = { ms: before.ms + weigh(position), steps: before.steps + 1, after }
  }
  const path: number[] = []
  for (let at = longest(order); at !== undefined; at = length[at]!.after) path.unshift(at)
  return path
}

function durationOf({ started_at, finished_at }: StepRow): number | null {
  if (started_at === null || finished_at === null) return null
  return Math.max(0, Date.parse(finished_at) - Date.parse(started_at))
}
