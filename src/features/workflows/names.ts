import type { StepGraph } from './engine/step-graph.ts'
import { referencesIn, type Reference } from './engine/variables.ts'

/** Names that are always known. */
export const builtInNames = ['user_name', 'user_email', 'home', 'today', 'now'] as const
export type BuiltInName = (typeof builtInNames)[number]

/** Which step's result a name takes, and what of it: all data, the output of that name, or the only output. */
export type Source = readonly [position: number, takes: 'data' | 'output' | 'only_output']
export type Sources = Readonly<Record<string, Source>>

export interface NamingStep {
  readonly id: string
  readonly args: Readonly<Record<string, unknown>>
  readonly outputs?: readonly string[]
}

/** What the names in the arguments of each step mean. */
export interface Names {
  /** Every reference of a step, and where it leads. */
  of(position: number, args: Readonly<Record<string, unknown>>): { references: Reference[]; sources: Sources }
  /** Why a name is not known to a step, as the end of a sentence. */
  reasonAgainst(name: string, position: number): string
  /** Whether some step gives it, earlier or not. */
  isGivenByAny(name: string): boolean
  /** Every name that a step could use. */
  knownTo(position: number): string[]
}

/** Outputs come first, then step ids, then the variables of the workflow, then what is always known. */
export function namesOf(
  steps: readonly NamingStep[],
  { graph, variables }: { graph: StepGraph; variables: Readonly<Record<string, unknown>> },
): Names {
  const publishers = publishersOf(steps)
  const rank: number[] = []
  for (const [place, position] of graph.order.entries()) rank[position] = place

  const sourceOf = (name: string, position: number): Source | 'ambiguous' | undefined => {
    const earlier = (publishers.get(name) ?? []).filter((other) => graph.isBefore(other, position))
    if (earlier.length > 0) {
      const latest = earlier.reduce((one, other) => (rank[other]! > rank[one]! ? other : one))
      if (!earlier.every((other) => other === latest || graph.isBefore(other, latest))) return 'ambiguous'
      return [latest, steps[latest]!.outputs!.length === 1 ? 'only_output' : 'output']
    }
    const step = graph.positions.get(name)
    return step !== undefined && graph.isBefore(step, position) ? [step, 'data'] : undefined
  }
  const isGiven = (name: string) =>
    Object.hasOwn(variables, name) || (builtInNames as readonly string[]).includes(name)
  const isKnown = (name: string, position: number) => {
    const source = sourceOf(name, position)
    return source === undefined ? isGiven(name) : source !== 'ambiguous'
  }

  return {
    of(position, args) {
      const references = referencesIn(args, (name) => isKnown(name, position))
      const used = new Set(references.filter(({ known }) => known).map(({ name }) => name))
      const sources = [...used].map((name) => [name, sourceOf(name, position)] as const)
      return { references, sources: Object.fromEntries(sources.filter(isTaken)) }
    },

    reasonAgainst(name, position) {
      const owners = (publishers.get(name) ?? []).concat(graph.positions.get(name) ?? [])
      if (owners.includes(position)) return "is this step's own result, so it isn't known before it has run"
      const earlier = owners
        .filter((owner) => graph.isBefore(owner, position))
        .map((owner) => steps[owner]!.id)
      if (earlier.length > 1)
        return `is published by ${list(earlier)}, neither of which comes last; name the step, e.g. $${earlier[0]}.${name}`
      if (owners.length === 0) return 'is not a variable or the output of an earlier step'
      const later = steps[owners[0]!]!.id
      return `is published by step "${later}", which may not have run before: add "${later}" to depends_on`
    },

    isGivenByAny: (name) => publishers.has(name) || graph.positions.has(name),

    knownTo(position) {
      const before = steps.filter((_, other) => graph.isBefore(other, position))
      return [
        ...before.flatMap(({ id, outputs = [] }) => [...outputs, id]),
        ...Object.keys(variables),
        ...builtInNames,
      ]
    },
  }
}

/** The steps that give each output. */
function publishersOf(steps: readonly NamingStep[]): ReadonlyMap<string, readonly number[]> {
  const publishers = new Map<string, number[]>()
  for (const [position, { outputs = [] }] of steps.entries())
    for (const name of new Set(outputs)) publishers.set(name, [...(publishers.get(name) ?? []), position])
  return publishers
}

function isTaken(entry: readonly [string, Source | string | undefined]): entry is readonly [string, Source] {
  return typeof entry[1] === 'object'
}

function list(ids: readonly string[]): string {
  return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
}
