import type { RecurringTimes } from '../../../../../platform/language/values/recurring.ts'
import type { NewSchedule } from '../../../../workflows/schedules/schedules.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { jobOf } from './job-slots.ts'
import { mayMakeSchedules, tellRuns, timesIn } from './schedule-times.ts'
import type { ScheduleSummary } from './workflow-port.ts'
import { namedIn, titleOf } from './workflow-names.ts'
import { scheduleTable } from './workflow-tables.ts'

const whose = '([<my>] {name} (<job>|schedule)|<my> {job})'
const instead = '(instead [of {old}]|from now on)'

export const intent = defineIntent({
  name: 'schedule.change',
  label: "Change a schedule's times",
  example: 'Run the backup every day at 10 instead',
  effect: 'changes',
  shownBy: 'schedule.show',
  slots: { name: required.text, times: required.text, doubtful_hour: optional.number },
  needs: ['name', 'times'],
  templates: [
    `(change|move|set|reschedule|switch) ${whose} [time|times] to [run] {when:recurring} [${instead}]`,
    `(run|do|start|make|let) ${whose} [run] {when:recurring} ${instead}`,
    `(make|let) ${whose} run {when:recurring}`,
  ],
  fill(captured, said) {
    const { name } = jobOf(captured, said) ?? {}
    return name === undefined ? undefined : { name, ...(captured['when'] as RecurringTimes) }
  },
  // The times of a schedule are changed only by whoever says it in so many words.
  read: () => undefined,
  /** A schedule cannot be given other times: it is made anew with the same steps, and the old one goes. */
  async act(understood, { workflows }) {
    const { writer, slots, when } = understood
    if (!mayMakeSchedules(understood)) return
    const all = await workflows.schedules()
    const found = namedIn(all, slots.name)
    const [old] = found
    if (!old || found.length > 1) {
      writer.decline(
        old ? 'Which schedule? Say its full name. Nothing was changed yet.' : `No schedule “${slots.name}”.`,
      )
      if (all.length > 0) writer.add(scheduleTable(all))
      return
    }
    const wish = timesIn(workflows, understood)
    if (!wish) return
    const made = await workflows.schedule({ ...wish, ...withoutTimes(old) })
    await workflows.removeSchedule(old.schedule_id)
    writer.say(
      `${titleOf(made)} has new times. ${old.enabled ? tellRuns(made, slots, when) : 'It is still off.'}`,
    )
    writer.add(scheduleTable([made]))
  },
})

function withoutTimes({
  schedule_id,
  name,
  steps,
  workflow_id,
  prompt,
  enabled,
  catch_up,
}: ScheduleSummary): NewSchedule {
  return {
    ...(name !== null && { name }),
    same_as: schedule_id,
    ...(workflow_id !== undefined ? { workflow_id } : steps ? { steps } : { prompt: prompt! }),
    enabled,
    ...(catch_up !== undefined && { catch_up }),
  }
}
