import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Automation = AnswerOf<'GET /api/automations/:automation_id'>
export type Step = Automation['steps'][number]
export type Trigger = Automation['triggers'][number]
export type Values = Readonly<Record<string, unknown>>

/** An automation while it is being written. Steps and triggers are known by their ids. */
export type Draft = Readonly<
  Pick<
    Automation,
    | 'name'
    | 'description'
    | 'inputs'
    | 'secrets'
    | 'variables'
    | 'mode'
    | 'most'
    | 'pins'
    | 'steps'
    | 'triggers'
    | 'enabled'
  >
>

const MEMBERS = [
  'name',
  'description',
  'inputs',
  'secrets',
  'variables',
  'mode',
  'most',
  'pins',
  'steps',
  'triggers',
  'enabled',
] as const satisfies readonly (keyof Draft)[]

export const EMPTY_DRAFT: Draft = { name: '', steps: [], triggers: [], enabled: true }

/** What of an automation can be changed. */
export function draftOf(automation: Draft): Draft {
  return Object.fromEntries(
    MEMBERS.filter((name) => automation[name] !== undefined).map((name) => [name, automation[name]]),
  ) as unknown as Draft
}

/** As the service takes it: what was left empty is left out. */
export function definitionOf(draft: Draft): Draft {
  const steps = draft.steps.map((step) => ({ ...step, args: withoutUndefined(step.args) }))
  const isNothing = (value: unknown) =>
    value === undefined || value === '' || (isPlain(value) && Object.keys(value).length === 0)
  const kept = Object.entries({ ...draft, steps }).filter(([, value]) => !isNothing(value))
  return { ...(Object.fromEntries(kept) as unknown as Draft), name: nameOf(draft) }
}

/** Nobody recognises an automation by its id: without a name it is called by what it does. */
export function nameOf({ name, steps }: Pick<Draft, 'name' | 'steps'>): string {
  const words = steps.map(({ action }) => action.toLowerCase().replaceAll('_', ' ')).join(', then ')
  const given = (name.trim() || words || 'New automation').replaceAll(/\s+/g, ' ').slice(0, 200)
  return name.trim() === '' ? given.charAt(0).toUpperCase() + given.slice(1) : given
}

export function isSame(one: Draft, other: Draft): boolean {
  return stable(definitionOf(one)) === stable(definitionOf(other))
}

/** The same text for the same value, in whichever order its members were set. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isPlain(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** Members that are undefined are taken away. */
export function withoutUndefined<Kind extends object>(value: Kind): Kind {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Kind
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
