import type { Draft, Step } from './draft.ts'
import { renameReferences } from './references.ts'

export interface NewStep {
  readonly agent: string
  readonly action: string
}

export interface InsertOptions {
  /** The step before it; undefined puts it before all others. */
  readonly after: string | undefined
  /** Beside what already follows that step, and not between them. */
  readonly isBranch: boolean
}

/** The step goes between the given one and what waited for it. */
export function insertStep(draft: Draft, tool: NewStep, { after, isBranch }: InsertOptions): [Draft, string] {
  const id = freeId(draft, tool.action.toLowerCase())
  const step: Step = { id, ...tool, args: {}, depends_on: after === undefined ? [] : [after] }
  const follows = ({ depends_on }: Step) =>
    after === undefined ? depends_on.length === 0 : depends_on.includes(after)
  const relinked = isBranch
    ? draft.steps
    : draft.steps.map((one) => (follows(one) ? withDependency(one, after, id) : one))
  const place = after === undefined ? 0 : draft.steps.findIndex((one) => one.id === after) + 1
  return [{ ...draft, steps: relinked.toSpliced(place, 0, step) }, id]
}

/** What waited for the step waits for what the step has waited for. */
export function removeStep(draft: Draft, id: string): Draft {
  const gone = draft.steps.find((step) => step.id === id)
  if (!gone) return draft
  const steps = draft.steps
    .filter((step) => step !== gone)
    .map((step) =>
      step.depends_on.includes(id)
        ? {
            ...step,
            depends_on: unique(step.depends_on.flatMap((one) => (one === id ? gone.depends_on : one))),
          }
        : step,
    )
  return { ...draft, steps, ...pinsWithout(draft, id) }
}

/** Undefined when the name is taken or not one. */
export function renameStep(draft: Draft, id: string, to: string): Draft | undefined {
  if (to === id) return draft
  if (to === '' || to.length > 128 || draft.steps.some((step) => step.id === to)) return undefined
  // A published name of the same spelling comes first: what others say is then about that.
  const isPublished = draft.steps.some(({ outputs }) => outputs?.includes(id))
  const steps = draft.steps.map((step) => ({
    ...(isPublished ? step : renameReferences(step, id, to)),
    id: step.id === id ? to : step.id,
    outputs: step.outputs,
    depends_on: step.depends_on.map((one) => (one === id ? to : one)),
  }))
  const pins = Object.fromEntries(
    Object.entries(draft.pins ?? {}).map(([name, data]) => [name === id ? to : name, data]),
  )
  return {
    ...draft,
    steps: steps.map(({ outputs, ...step }) => (outputs ? { ...step, outputs } : step)),
    ...(draft.pins && { pins }),
  }
}

/** One place up or down. Two that follow each other change their turn as well. */
export function moveStep(draft: Draft, id: string, by: -1 | 1): Draft {
  const at = draft.steps.findIndex((step) => step.id === id)
  const [first, second] = [Math.min(at, at + by), Math.max(at, at + by)]
  const [upper, lower] = [draft.steps[first], draft.steps[second]]
  if (at === -1 || !upper || !lower) return draft
  const swapped = draft.steps.with(first, lower).with(second, upper)
  if (!lower.depends_on.includes(upper.id)) return { ...draft, steps: swapped }
  const turned = swapped.map((step) => {
    if (step === lower)
      return {
        ...step,
        depends_on: unique([...upper.depends_on, ...step.depends_on.filter((one) => one !== upper.id)]),
      }
    if (step === upper) return { ...step, depends_on: [lower.id] }
    return step.depends_on.includes(lower.id) ? withDependency(step, lower.id, upper.id) : step
  })
  return turned.some((step) => reaches(turned, step.id, step.id)) ? draft : { ...draft, steps: turned }
}

/** Makes the second step wait for the first, or no longer. Unchanged where steps would wait for each other. */
export function connectSteps(draft: Draft, from: string, to: string): Draft {
  if (!canConnect(draft.steps, from, to)) return draft
  const steps = draft.steps.map((step) => {
    if (step.id !== to) return step
    const others = step.depends_on.filter((one) => one !== from)
    return { ...step, depends_on: step.depends_on.includes(from) ? others : [...others, from] }
  })
  return { ...draft, steps }
}

export function canConnect(steps: readonly Step[], from: string, to: string): boolean {
  return from !== to && !reaches(steps, to, from)
}

export function freeId({ steps, triggers }: Pick<Draft, 'steps' | 'triggers'>, wanted: string): string {
  const taken = new Set([...steps, ...triggers].map(({ id }) => id))
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted}_${count}`)) count += 1
  return `${wanted}_${count}`
}

/** Whether the second one comes after the first, by whichever way. */
function reaches(steps: readonly Step[], from: string, to: string): boolean {
  const after = new Set<string>()
  const followers = (id: string) => steps.filter((step) => step.depends_on.includes(id))
  for (const step of followers(from)) after.add(step.id)
  for (const id of after) for (const step of followers(id)) after.add(step.id)
  return after.has(to)
}

function withDependency(step: Step, from: string | undefined, to: string): Step {
  const depends_on =
    from === undefined ? [to] : unique(step.depends_on.map((one) => (one === from ? to : one)))
  return { ...step, depends_on }
}

function pinsWithout({ pins }: Draft, id: string): Pick<Draft, 'pins'> {
  if (!pins) return {}
  return { pins: Object.fromEntries(Object.entries(pins).filter(([name]) => name !== id)) }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
