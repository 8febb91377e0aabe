import { defineIntent } from '../../define-intent.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { namedIn, nextText, titleOf } from './workflow-names.ts'
import { scheduleTable } from './workflow-tables.ts'

const scheduled = '(schedules|(scheduled|recurring) (<jobs>|tasks))'

export const intent = defineIntent({
  name: 'schedule.show',
  label: 'Schedules',
  example: 'What is scheduled?',
  family: 'workflow.show',
  slots: JobSlots,
  templates: [
    `[<show>|list|which are] [all] [of] [<my>] ${scheduled} [are there|do i have]`,
    `(are there|do i have|have i got) [any] ${scheduled}`,
    '(what|which) (schedules|<jobs>) (are scheduled|run (every day|daily|<soon>))',
    '(what|which) schedules (are there|do i have)',
    'what is scheduled [next]',
    'what runs (<soon>|every (day|night|week|hour))',
    'when (does|will|is) <my> {job} [<job>] (run|scheduled|start|next run|run next) [again|next]',
    'when (does|will|is) <my> {name} <job> (run|scheduled|start|next run|run next) [again|next]',
    'when is <my> next {job} [<job>]',
  ],
  examples: [
    '(show|list) [me] (my|the|all) (schedules|scheduled jobs|scheduled workflows|recurring workflows)',
    'when (does|will|is) the {workflow} (run|start|scheduled) [next]',
    'which workflows are recurring',
  ],
  fill: jobOf,
  async act({ writer, when, slots: { name } }, { workflows }) {
    const all = await workflows.schedules()
    const found = namedIn(all, name)
    if (all.length === 0) writer.say('Nothing is scheduled.')
    else if (name === undefined)
      writer.say(`${all.length} ${all.length === 1 ? 'schedule' : 'schedules'}, next to run first.`)
    else if (found.length === 0) writer.decline(`No schedule “${name}”. Your schedules:`)
    else if (found.length === 1) writer.say(`${titleOf(found[0]!)}: ${nextText(found[0]!, when)}`)
    if (all.length > 0) writer.add(scheduleTable(found.length > 0 ? found : all))
  },
})
