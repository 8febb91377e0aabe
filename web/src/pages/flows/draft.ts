import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type PlannedStep = AnswerOf<'POST /api/workflows/generate'>['steps'][number]
export type Values = Readonly<Record<string, unknown>>

/** A step while it is being written. */
export interface DraftStep {
  /** Stays when the id is changed; dependencies are kept by it. */
  readonly key: string
  readonly id: string
  readonly agent: string
  readonly action: string
  readonly args: Values
  readonly dependsOn: readonly string[]
  /** The published names as they are typed, with commas between them. */
  readonly outputs: string
  readonly needsHuman: boolean
  readonly limits: Pick<PlannedStep, 'retry' | 'timeout_s'>
}

export type Draft = readonly DraftStep[]

export function draftOf(steps: readonly PlannedStep[]): Draft {
  return steps.map(
    ({ id, agent, action, args, depends_on, outputs = [], needs_human, retry, timeout_s }) => ({
      key: id,
      id,
      agent,
      action,
      args,
      dependsOn: depends_on,
      outputs: outputs.join(', '),
      needsHuman: needs_human ?? false,
      limits: { ...(retry !== undefined && { retry }), ...(timeout_s !== undefined && { timeout_s }) },
    }),
  )
}

export function plannedOf(draft: Draft): PlannedStep[] {
  const ids = new Map(draft.map(({ key, id }) => [key, id.trim()]))
  return draft.map(({ key, agent, action, args, dependsOn, outputs, needsHuman, limits }) => {
    const names = outputs
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return {
      id: ids.get(key)!,
      agent,
      action,
      args: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
      depends_on: dependsOn.flatMap((other) => ids.get(other) ?? []),
      ...(names.length > 0 && { outputs: names }),
      ...(needsHuman && { needs_human: true }),
      ...limits,
    }
  })
}

/** One more step at the end, which follows the last one. */
export function withStep(draft: Draft, { agent, action }: Pick<DraftStep, 'agent' | 'action'>): Draft {
  const name = freeName(draft, action.toLowerCase())
  const last = draft.at(-1)
  return [
    ...draft,
    {
      key: name,
      id: name,
      agent,
      action,
      args: {},
      dependsOn: last ? [last.key] : [],
      outputs: '',
      needsHuman: false,
      limits: {},
    },
  ]
}

export function withoutStep(draft: Draft, key: string): Draft {
  return draft
    .filter((step) => step.key !== key)
    .map((step) => ({ ...step, dependsOn: step.dependsOn.filter((other) => other !== key) }))
}

/** Steps that may come before this one: all but itself and those that already come after it. */
export function possibleForerunners(draft: Draft, key: string): Draft {
  const after = new Set([key])
  for (let grown = true; grown;) {
    const found = draft.filter(
      (step) => !after.has(step.key) && step.dependsOn.some((other) => after.has(other)),
    )
    for (const step of found) after.add(step.key)
    grown = found.length > 0
  }
  return draft.filter((step) => !after.has(step.key))
}

function freeName(draft: Draft, wanted: string): string {
  const taken = new Set(draft.flatMap(({ key, id }) => [key, id]))
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted}_${count}`)) count += 1
  return `${wanted}_${count}`
}
