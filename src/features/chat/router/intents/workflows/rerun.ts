import { defineIntent } from '../../define-intent.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { ended, moveJob, type Move } from './move-job.ts'
import { titleOf } from './workflow-names.ts'

const run = '(run|rerun|re-run|start|restart|execute|trigger|kick off|launch|repeat|retry|do)'

export const intent = defineIntent({
  name: 'workflow.rerun',
  label: 'Run a workflow again',
  example: 'Run the backup again',
  effect: 'starts',
  shownBy: 'workflow.show',
  slots: JobSlots,
  needs: ['name'],
  templates: [
    `${run} [<my>] {name} <job> [<promptly>]`,
    `${run} [<my>] <job> [<promptly>]`,
    `${run} [<my>] (workflow|job|schedule) [called|named] {name} [<promptly>]`,
    `${run} [<my>] {name} schedule [<promptly>]`,
    `${run} <my> {job} [<promptly>]`,
  ],
  examples: [
    '(run|start|execute|do|repeat) the {workflow} [workflow|job] [again|once more]',
    'rerun the {workflow} [workflow]',
    'kick off the {workflow} again',
  ],
  fill: jobOf,
  act: (understood, port) => moveJob(understood, port, running),
})

const running: Move = {
  verb: 'run',
  workflow: {
    can: [...ended, 'running', 'waiting', 'paused'],
    async act(found, { asked }, { workflows }) {
      await workflows.rerun(found.workflow_id, asked.provenance)
      return `Running ${titleOf(found)} again.`
    },
  },
  schedule: {
    can: () => true,
    async act(found, { asked }, { workflows }) {
      await workflows.runSchedule(found.schedule_id, asked)
      return `Running ${titleOf(found)} now.${found.enabled ? '' : ' Its schedule stays off.'}`
    },
  },
}
