import { defineIntent, required, type Captured } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { moveJob } from './move-job.ts'
import { pausing, resuming } from './pause-and-resume.ts'

export const intent = defineIntent({
  name: 'schedule.pause',
  label: 'Pause a schedule',
  example: 'Pause the backup schedule',
  family: 'workflow.show',
  effect: 'changes',
  shownBy: 'schedule.show',
  slots: { ...JobSlots, enabled: required.boolean },
  needs: ['name'],
  templates: [
    '(<halt>|<proceed>) [<my>] {name} schedule [<promptly>]',
    '(<halt>|<proceed>) [<my>] schedule [called|named|for|of] [<my>] {name} [<promptly>]',
    '(turn|switch) <my> {name} schedule [back] (on|off) [<promptly>]',
    '(turn|switch) <my> schedule [called|named|for|of] [<my>] {name} [back] (on|off)',
  ],
  examples: ['stop running the {workflow} every (day|night|week)'],
  fill: (captured, said) => switched(jobOf(captured, said), said),
  act: (understood, port) => moveJob(understood, port, understood.slots.enabled ? resuming : pausing),
})

function switched(job: Captured | undefined, { lower }: Sentence) {
  const enabled =
    /^(?:resume|continue|unpause|enable|activate|reactivate|carry|go)\b|\bon(?: again)?$|\b(?:turn|switch)(?: back)? on\b/.test(
      lower,
    )
  return job && { ...job, of: 'schedule', enabled }
}
