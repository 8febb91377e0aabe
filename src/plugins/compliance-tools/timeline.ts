import type { IncidentParams } from './incident-params.ts'

export interface TakenAction {
  readonly time?: string
  readonly action: string
  readonly by?: string
}

/** `14:05 – Alert raised`, `2026-04-12 14:05 UTC: Alert raised`, `2026-04-12T14:05Z Alert raised`. */
const leadingTime =
  /^\[?((?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})?[T ]?(?:\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?(?:\s?(?:Z|UTC|GMT|CES?T))?)\]?\s*(?:[-–—:|]\s*)?(?=\S)/i

/** The actions as they were given, and those that say when they were taken, after the incident itself. */
export function timelineOf({ date_of_incident: date, actions_taken: taken = [] }: IncidentParams): {
  actions: TakenAction[]
  timeline: TakenAction[]
} {
  const actions = taken.map((each) => (typeof each === 'string' ? readText(each) : each))
  const timed = actions.filter((action) => action.time !== undefined)
  const beginning = date === undefined ? [] : [{ time: date, action: 'Incident occurred' }]
  return { actions, timeline: [...beginning, ...inOrder(timed)] }
}

function readText(text: string): TakenAction {
  const trimmed = text.trim()
  const found = leadingTime.exec(trimmed)
  const time = found?.[1]?.trim()
  // A bare number in front is part of the sentence.
  if (!found || !time || !/\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2}/.test(time))
    return { action: trimmed }
  return { time, action: trimmed.slice(found[0].length) }
}

/** By time when all of them are clock times, or all are dates; as given otherwise, for they cannot be compared. */
function inOrder(actions: readonly TakenAction[]): readonly TakenAction[] {
  const keys = actions.map(({ time = '' }) => sortKey(time))
  if (keys.includes(undefined) || new Set(keys.map((key) => key!.length)).size > 1) return actions
  return actions
    .map((action, index) => ({ action, key: keys[index]! }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ action }) => action)
}

function sortKey(time: string): string | undefined {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?(?:Z|UTC|GMT))?$/i.exec(time)
  if (clock) return `${clock[1]!.padStart(2, '0')}:${clock[2]}:${clock[3] ?? '00'}`
  const dated = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?(?:Z|UTC|GMT))?)?$/i.exec(
    time,
  )
  if (!dated) return undefined
  return `${dated[1]} ${(dated[2] ?? '0').padStart(2, '0')}:${dated[3] ?? '00'}:${dated[4] ?? '00'}`
}
