import type { ScheduleWish } from '../../../../workflows/wizard/schedule-words.ts'
import { askFor, type Understood } from '../../answers/act.ts'
import type { When } from '../../readers/reader.ts'
import type { ScheduleSummary, WorkflowPort } from './workflow-port.ts'
import { momentText } from './workflow-names.ts'

const TOLD_RUNS = 3

/** Only who is at this machine makes schedules: they run when nobody looks. */
export function mayMakeSchedules({ asked, writer }: Pick<Understood, 'asked' | 'writer'>): boolean {
  if (asked.provenance === 'local-client') return true
  writer.say('You can only create schedules on this machine, not with a message from outside.')
  return false
}

interface TimeSlots {
  readonly times: string
  readonly command?: string
  readonly doubtful_hour?: number
}

/** The times as a schedule takes them; where they are not complete, what is missing was asked for. */
export function timesIn(
  port: WorkflowPort,
  { slots: { times, command }, writer, when }: Understood<TimeSlots>,
): ScheduleWish | undefined {
  const read = port.readTimes(times)
  if ('wish' in read && read.wish)
    return read.wish.cron === undefined ? read.wish : { timezone: when.timeZone, ...read.wish }
  if ('problem' in read && read.problem.startsWith('At what time') && command !== undefined) {
    writer.decline('What time? Nothing was scheduled yet.')
    const message = `${times} at $value ${command}`
    writer.add(askFor({ title: 'Schedule', label: 'Time', type: 'time', message, submit: 'Schedule' }))
    return undefined
  }
  writer.decline(`Nothing was scheduled. ${'problem' in read ? read.problem : 'Say when it should run.'}`)
  return undefined
}

/** When it comes next, and how else the hour can be meant: "at 5" can be in the afternoon. */
export function tellRuns(
  { next_runs }: ScheduleSummary,
  { doubtful_hour: hour }: TimeSlots,
  when: When,
): string {
  const runs = next_runs.slice(0, TOLD_RUNS).map((run) => momentText(run, when))
  const next = runs.length === 0 ? 'It never happens.' : `Next: ${runs.join('; ')} (${when.timeZone}).`
  return hour === undefined ? next : `${next} If you meant ${hour} in the afternoon, say ${hour}pm.`
}
