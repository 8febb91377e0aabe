import type { When } from '../../readers/reader.ts'
import type { ScheduleSummary, WorkflowSummary } from './workflow-port.ts'
import { mentions } from '../../answers/matching.ts'

type Named = WorkflowSummary | ScheduleSummary

/** Those that are called so, else those whose name has the words; all of them when no name was said. */
export function namedIn<Entry extends Named>(
  all: readonly Entry[],
  name: string | undefined,
): readonly Entry[] {
  if (name === undefined) return all
  const exact = all.filter((entry) => isCalled(entry, name))
  return exact.length > 0 ? exact : all.filter((entry) => entry.name !== null && mentions(entry.name, name))
}

/** Whether this is its name or id, and not only a part of it. */
export function isCalled(entry: Named, name: string): boolean {
  const wanted = name.toLowerCase()
  return entry.name?.toLowerCase() === wanted || idOf(entry).toLowerCase() === wanted
}

/** Several runs of one workflow: the newest of each name is meant. */
export function newestOfEach(all: readonly WorkflowSummary[]): readonly WorkflowSummary[] {
  const seen = new Set<string>()
  return all.filter(({ name, workflow_id }) => {
    const key = name ?? workflow_id
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export function titleOf(entry: Named): string {
  return entry.name ?? idOf(entry)
}

/** A name that only this one of them has. */
export function ownNameIn(all: readonly Named[], entry: Named): string {
  const isOwn = all.filter(({ name }) => name === entry.name).length === 1
  return isOwn && !/["“”]/.test(titleOf(entry)) ? titleOf(entry) : idOf(entry)
}

function idOf(entry: Named): string {
  return 'schedule_id' in entry ? entry.schedule_id : entry.workflow_id
}

/** "Monday, 16 November 2026 at 09:00", by the clock of whoever asks. */
export function momentText(moment: string, { timeZone }: When): string {
  const at = new Date(moment)
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day.format(at)} at ${clock.format(at)}`
}

export function nextText({ next_run_at, enabled }: ScheduleSummary, when: When): string {
  if (!enabled) return 'Its schedule is off.'
  return next_run_at === null ? "It won't run again." : `It runs next on ${momentText(next_run_at, when)}.`
}
