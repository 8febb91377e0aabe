import { defineIntent, optional } from '../../define-intent.ts'
import { saying, type Understood } from '../../answers/act.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import { ended, moveJob, type Move } from './move-job.ts'
import { titleOf } from './workflow-names.ts'

const remove = '[yes] (delete|remove|get rid of|drop|erase)'

export const intent = defineIntent({
  name: 'workflow.remove',
  label: 'Delete a workflow or schedule',
  example: 'Delete the weekly report schedule',
  effect: 'removes',
  shownBy: 'workflow.show',
  slots: { ...JobSlots, confirmed: optional.boolean },
  needs: ['name'],
  templates: [
    `${remove} [<my>] {name} (<job>|schedule)`,
    `${remove} [<my>] (workflow|job|schedule) [called|named|for] [<my>] {name}`,
    'cancel <my> {name} (<job>|schedule) (for good|forever|completely)',
    `${remove} <my> {job}`,
  ],
  fill(captured, said) {
    const job = jobOf(captured, said)
    // A report or an export can be a file as well.
    if (captured['job'] !== undefined && /\b(?:report|export|import|digest)\b/i.test(job?.name ?? ''))
      return undefined
    return job && { ...job, confirmed: /^yes\b/.test(said.lower) || undefined }
  },
  act: (understood, port) => moveJob(understood, port, removing(understood.slots.confirmed === true)),
})

/** Deletes only what was confirmed; until then it asks. */
function removing(isConfirmed: boolean): Move {
  return {
    verb: 'delete',
    workflow: {
      can: [...ended, 'running', 'waiting', 'paused', 'pending'],
      async act(found, { writer, asked }, { workflows }) {
        const title = titleOf(found)
        if (!isConfirmed) {
          ask(writer, { kind: 'workflow', id: found.workflow_id, title })
          return `Delete the workflow ${title} (${found.status}) and its history? Nothing has been deleted yet.`
        }
        await workflows.remove(found.workflow_id, asked.provenance)
        return `Deleted the workflow ${title}.`
      },
    },
    schedule: {
      can: () => true,
      async act(found, { writer }, { workflows }) {
        const title = titleOf(found)
        if (!isConfirmed) {
          ask(writer, { kind: 'schedule', id: found.schedule_id, title })
          return `Delete the schedule ${title}? Nothing has been deleted yet. Its past runs stay.`
        }
        await workflows.removeSchedule(found.schedule_id)
        return `Deleted the schedule ${title}.`
      },
    },
  }
}

/** By its id: another one may have the same name. */
function ask(
  writer: Understood['writer'],
  { kind, id, title }: Record<'kind' | 'id' | 'title', string>,
): void {
  writer.add(saying(`Delete ${title}`, `Yes, delete the ${kind} "${id}"`, 'danger'))
}
