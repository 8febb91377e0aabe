import type { Draft, Step, Values } from './draft.ts'

/** A name of a step in all that another one says of it: `$old.path` becomes `$new.path`, `$$old` stays. */
export function renameReferences<Value>(value: Value, from: string, to: string): Value {
  const pattern = new RegExp(String.raw`\$\$|\$${escaped(from)}(?![\p{L}\p{N}_-])`, 'gu')
  const renamed = (one: unknown): unknown => {
    if (typeof one === 'string')
      return one.replaceAll(pattern, (found) => (found === '$$' ? found : `$${to}`))
    if (Array.isArray(one)) return one.map(renamed)
    if (one === null || typeof one !== 'object') return one
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, renamed(member)]))
  }
  return renamed(value) as Value
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)
}

/** Ids of all steps that have ended when this one starts. */
export function stepsBefore(steps: readonly Step[], id: string): ReadonlySet<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const before = new Set(byId.get(id)?.depends_on)
  for (const one of before) for (const earlier of byId.get(one)?.depends_on ?? []) before.add(earlier)
  return before
}

/** Something that an argument or an expression can use. */
export interface Reference {
  /** As it is written, e.g. `$find.results[0].path`. */
  readonly text: string
  /** Where it comes from, in words. */
  readonly from: string
  /** What it was in the run that is looked at; undefined when nobody knows. */
  readonly value: unknown
}

/** What was known in a run: data by step id. */
export interface KnownData {
  readonly steps: Values
  readonly event: unknown
  readonly inputs: Values
}

const BUILT_IN = ['today', 'now', 'home', 'user_name', 'user_email']

/** Everything that a step can use, with the values of a run. */
export function referencesFor(draft: Draft, step: Step | undefined, known: KnownData): Reference[] {
  const before = step ? stepsBefore(draft.steps, step.id) : new Set<string>()
  const names = Object.keys(draft.inputs?.['properties'] ?? {})
  return [
    ...(step ? ownReferences(step) : []),
    ...membersOf({ text: '$event', value: known.event ?? undefined, from: 'What started it' }),
    ...names.map((name) => ({ text: `$inputs.${name}`, from: 'Inputs', value: known.inputs[name] })),
    ...draft.steps
      .filter(({ id }) => before.has(id))
      .flatMap(({ id, outputs = [] }) => [
        ...membersOf({ text: `$${id}`, value: known.steps[id], from: `Step ${id}` }),
        ...outputs.map((name) => ({ text: `$${name}`, from: `Output of ${id}`, value: undefined })),
      ]),
    ...Object.entries(draft.variables ?? {}).map(([name, value]) => ({
      text: `$${name}`,
      from: 'Variables',
      value,
    })),
    ...(draft.secrets ?? []).map((name) => ({ text: `$secret.${name}`, from: 'Secrets', value: undefined })),
    ...BUILT_IN.map((name) => ({ text: `$${name}`, from: 'Always there', value: undefined })),
  ]
}

const ERROR_REFERENCES = ['step_id', 'code', 'message'].map((name) => ({
  text: `$error.${name}`,
  from: 'What failed before it',
  value: undefined,
}))

/** What only the step itself knows: the item that it runs for, and what failed before it. */
function ownReferences({ for_each, after = 'success' }: Step): Reference[] {
  const ofItem = for_each
    ? [
        { text: `$${for_each.as ?? 'item'}`, from: 'The item of the list', value: undefined },
        { text: '$index', from: 'Its position in the list', value: undefined },
      ]
    : []
  return [...ofItem, ...(after === 'success' ? [] : ERROR_REFERENCES)]
}

const MAX_DEPTH = 3
const MAX_MEMBERS = 40

/** The value and what is in it, a few levels deep. */
function membersOf(own: Reference, depth = 0): Reference[] {
  const { text, from, value } = own
  if (depth >= MAX_DEPTH || value === null || typeof value !== 'object') return [own]
  const inside = Array.isArray(value)
    ? value.slice(0, 1).map((entry: unknown) => [`${text}[0]`, entry] as const)
    : Object.entries(value)
        .slice(0, MAX_MEMBERS)
        .map(([name, member]) => [memberOf(text, name), member as unknown] as const)
  return [
    own,
    ...inside.flatMap(([path, member]) => membersOf({ text: path, value: member, from }, depth + 1)),
  ]
}

function memberOf(text: string, name: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`
}
