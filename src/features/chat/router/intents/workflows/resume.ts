import { defineIntent } from '../../define-intent.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { moveJob } from './move-job.ts'
import { resuming } from './pause-and-resume.ts'

export const intent = defineIntent({
  name: 'workflow.resume',
  label: 'Resume a workflow',
  example: 'Resume the backup workflow',
  effect: 'changes',
  shownBy: 'workflow.show',
  slots: JobSlots,
  needs: ['name'],
  templates: [
    '<proceed> [<my>] {name} <job> [<promptly>]',
    '<proceed> [<my>] <job> [<promptly>]',
    '<proceed> [<my>] (workflow|job) [called|named] {name} [<promptly>]',
    '<proceed> <my> {job} [<promptly>]',
    '(start|restart|run|do) <my> paused {job} [<job>] [<promptly>]',
  ],
  examples: [
    '(resume|continue|unpause|go on with) the {workflow} [workflow|job]',
    'let the {workflow} go on',
  ],
  fill: jobOf,
  act: (understood, port) => moveJob(understood, port, resuming),
})
