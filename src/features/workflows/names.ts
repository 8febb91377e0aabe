import type { StepGraph } from './engine/step-graph.ts'
import { referencesIn, type Reference } from './engine/variables.ts'

/** Names that are always known. */
export const builtInNames = ['user_name', 'user_email', 'home', 'today', 'now'] as const
export type BuiltInName = (typeof builtInNames)[number]

/** Which step's result a name takes, and what of it: all data, the output of that name, or the only output. */
export type Source = readonly [position: number, takes: 'data' | 'output' | 'only_output']
/** Where the names lead. Branches can publish the same one: then the last that completed counts. */
export type Sources = Readonly<Record<string, Source | readonly Source[]>>

export interface NamingStep {
  readonly id: string
  readonly outputs?: readonly string[]
  readonly when?: string
  readonly after?: string
  readonly on_error?: string
}

/** What the names in the arguments of each step mean. */
export interface Names {
  isKnown(name: string, position: number): boolean
  /** Every reference in the arguments of a step; `local` names are known there and lead nowhere else. */
  references(
    position: number,
    args: Readonly<Record<string, unknown>>,
    local?: readonly string[],
  ): Reference[]
  /** Where the names lead that other steps give. */
  sources(position: number, used: Iterable<string>): Sources
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
  const isConditional = conditionalSteps(steps, graph)
  const rank: number[] = []
  for (const [place, position] of graph.order.entries()) rank[position] = place

  const sourceOf = (name: string, position: number): Source | readonly Source[] | 'ambiguous' | undefined => {
    const earlier = (publishers.get(name) ?? []).filter((other) => graph.isBefore(other, position))
    if (earlier.length > 0) {
      const meant = lastPublishers(earlier, { graph, rank, isConditional })
      if (meant.length === 0) return 'ambiguous'
      const sources = meant.map((one): Source => [one, takesOf(steps[one]!)])
      return sources.length === 1 ? sources[0]! : sources
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
    isKnown,

    references: (position, args, local = []) =>
      referencesIn(args, (name) => local.includes(name) || isKnown(name, position)),

    sources(position, used) {
      const found = [...new Set(used)].map((name) => [name, sourceOf(name, position)] as const)
      return Object.fromEntries(found.filter(isTaken))
    },

    reasonAgainst: (name, position) => reasonAgainst(name, { position, publishers, graph, steps }),

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

function reasonAgainst(
  name: string,
  {
    position,
    publishers,
    graph,
    steps,
  }: {
    position: number
    publishers: ReadonlyMap<string, readonly number[]>
    graph: StepGraph
    steps: readonly NamingStep[]
  },
): string {
  const owners = (publishers.get(name) ?? []).concat(graph.positions.get(name) ?? [])
  if (owners.includes(position)) return "is this step's own result, so it isn't known before it has run"
  const earlier = owners.filter((owner) => graph.isBefore(owner, position)).map((owner) => steps[owner]!.id)
  if (earlier.length > 1)
    return `is published by ${list(earlier)}, neither of which comes last; name the step, e.g. $${earlier[0]}.${name}`
  if (owners.length === 0) return 'is not a variable or the output of an earlier step'
  const later = steps[owners[0]!]!.id
  return `is published by step "${later}", which may not have run before: add "${later}" to depends_on`
}

/** Each source of a name, whether there is one or several. */
export function candidatesOf(source: Source | readonly Source[]): readonly Source[] {
  return typeof source[0] === 'number' ? [source as Source] : (source as readonly Source[])
}

/** The steps that give each output. */
function publishersOf(steps: readonly NamingStep[]): ReadonlyMap<string, readonly number[]> {
  const publishers = new Map<string, number[]>()
  for (const [position, { outputs = [] }] of steps.entries())
    for (const name of new Set(outputs)) publishers.set(name, [...(publishers.get(name) ?? []), position])
  return publishers
}

/** Whether each step may end without a result although nothing goes wrong. */
function conditionalSteps(steps: readonly NamingStep[], { order, parents }: StepGraph): boolean[] {
  const found: boolean[] = []
  for (const position of order) {
    const { when, after = 'success', on_error } = steps[position]!
    const before = parents[position]!
    found[position] =
      when !== undefined ||
      after !== 'success' ||
      on_error === 'continue' ||
      (before.length > 0 && before.every((parent) => found[parent]))
  }
  return found
}

/** Checking more of them for each reference would take too long. */
const MAX_BRANCHES = 16

/**
 * The publisher that comes last, and with it those that count where it is skipped. None where two come last and one of
 * them always runs, for then nobody can say which is meant.
 */
function lastPublishers(
  publishers: readonly number[],
  {
    graph,
    rank,
    isConditional,
  }: { graph: StepGraph; rank: readonly number[]; isConditional: readonly boolean[] },
): number[] {
  const chosen: number[] = []
  for (const one of publishers.toSorted((a, b) => rank[b]! - rank[a]!)) {
    const beside = chosen.filter((later) => !graph.isBefore(one, later))
    if (beside.length > 0 && ![one, ...beside].every((each) => isConditional[each])) return []
    if (beside.length < chosen.length && chosen.some((later) => !isConditional[later])) continue
    if (chosen.push(one) > MAX_BRANCHES) return []
  }
  return chosen
}

function takesOf({ outputs = [] }: NamingStep): Source[1] {
  return outputs.length === 1 ? 'only_output' : 'output'
}

function isTaken(
  entry: readonly [string, Source | readonly Source[] | string | undefined],
): entry is readonly [string, Source | readonly Source[]] {
  return typeof entry[1] === 'object'
}

function list(ids: readonly string[]): string {
  return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
}
