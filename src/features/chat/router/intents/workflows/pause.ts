import { defineIntent } from '../../define-intent.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { moveJob } from './move-job.ts'
import { pausing } from './pause-and-resume.ts'

export const intent = defineIntent({
  name: 'workflow.pause',
  label: 'Pause a workflow',
  example: 'Pause the backup workflow',
  effect: 'changes',
  shownBy: 'workflow.show',
  slots: JobSlots,
  needs: ['name'],
  templates: [
    '(<halt>|cancel) [<my>] {name} <job> [<promptly>]',
    '(<halt>|cancel) [<my>|that] <job> [<promptly>]',
    '(<halt>|cancel) [<my>] (workflow|job) [called|named] {name} [<promptly>]',
    '(<halt>|cancel) <my> {job} [<promptly>]',
    'put <my> {job} [<job>] on hold',
    '(pause|stop) what is running',
  ],
  examples: ['put the {workflow} on hold', 'pause all workflows'],
  fill: jobOf,
  act: (understood, port) => moveJob(understood, port, pausing),
})
