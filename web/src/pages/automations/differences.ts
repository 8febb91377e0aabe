import { stable, withoutUndefined, type Draft, type Values } from './draft.ts'

/** Members that are told by their own sentences, or are no change of what it does. */
const TOLD_APART = new Set(['steps', 'triggers', 'id', 'pins', 'enabled'])
const MAX_LENGTH = 80

type Definition = Omit<Draft, 'enabled' | 'triggers'> & Partial<Pick<Draft, 'triggers'>>

/** What has changed from one version to the next, in lines that can be read. */
export function differencesOf(before: Definition, after: Definition): string[] {
  return [
    ...memberLines('', before, after),
    ...listLines('Trigger', before.triggers ?? [], after.triggers ?? []),
    ...listLines('Step', before.steps, after.steps),
    ...orderLine(before, after),
    ...(stable(before.pins ?? {}) === stable(after.pins ?? {}) ? [] : ['Changed the pinned data']),
  ]
}

interface Named {
  readonly id: string
}

function listLines(what: string, before: readonly Named[], after: readonly Named[]): string[] {
  const old = new Map(before.map((one) => [one.id, one]))
  const now = new Set(after.map(({ id }) => id))
  return [
    ...before.filter(({ id }) => !now.has(id)).map(({ id }) => `Removed ${what.toLowerCase()} ${id}`),
    ...after.flatMap((one) => {
      const known = old.get(one.id)
      return known
        ? memberLines(`${what} ${one.id}: `, known, one)
        : [`Added ${what.toLowerCase()} ${one.id}`]
    }),
  ]
}

function orderLine({ steps: before }: Definition, { steps: after }: Definition): string[] {
  const ids = new Set(after.map(({ id }) => id))
  const both = new Set(before.map(({ id }) => id))
  const old = before.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  const now = after.filter(({ id }) => both.has(id)).map(({ id }) => id)
  return old.join('\n') === now.join('\n') ? [] : ['Changed the order of the steps']
}

function memberLines(where: string, before: object, after: object): string[] {
  const [old, now] = [withoutUndefined(before) as Values, withoutUndefined(after) as Values]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !TOLD_APART.has(name),
  )
  return names.flatMap((name) => {
    const [from, to] = [old[name], now[name]]
    if (stable(from) === stable(to)) return []
    if (name === 'args' && isObject(from) && isObject(to)) return memberLines(where, from, to)
    if (from === undefined) return [`${where}set ${name} to ${shown(to)}`]
    if (to === undefined) return [`${where}removed ${name} (was ${shown(from)})`]
    return [`${where}changed ${name} from ${shown(from)} to ${shown(to)}`]
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
