import type { Call } from '../../contract/endpoint.ts'
import type { WorkflowPort } from '../../features/chat/router/intents/workflows/workflow-port.ts'
import { workflowsHandlers } from '../../features/workflows/handlers.ts'
import type { Planner } from '../../features/workflows/planning/planner.ts'
import { planOf } from '../../features/workflows/validate-steps.ts'
import { readSchedule } from '../../features/workflows/wizard/schedule-words.ts'
import { selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'

const NEWEST = 100
/** What somebody may ask for however long ago it was made: a schedule can make a hundred others within the hour. */
const lasting = ['running', 'waiting', 'pending', 'paused', 'failed'] as const

/** The workflows and schedules as sentences in the chat reach them. */
export function workflowPort(workflows: Workflows, planner: Planner): WorkflowPort {
  const { engine, schedules, catalog } = workflows
  const handlers = workflowsHandlers(workflows)
  const rerun: WorkflowPort['rerun'] = async (id, provenance) => {
    const input = { params: { workflow_id: id }, query: undefined, body: {} }
    const again = await handlers.rerun(input, { provenance } as Call)
    return 'workflow_id' in again ? again.workflow_id : id
  }
  return {
    async list() {
      const pages = [{}, ...lasting.map((status) => ({ status }))].map((page) =>
        engine.backend.read(selectWorkflows({ ...page, limit: NEWEST })),
      )
      const rows = new Map((await Promise.all(pages)).flat().map((row) => [row.number, row]))
      const newestFirst = [...rows.values()].toSorted((one, other) => other.number - one.number)
      return newestFirst.map(({ id, name, status, created_at }) => ({
        workflow_id: id,
        name,
        status,
        created_at,
      }))
    },
    pause: (id, actor) => engine.interrupt(id, actor),
    resume: (id, actor) => engine.resume(id, actor),
    rerun,
    remove: (id, actor) => engine.remove(id, actor),
    schedules: () => schedules.list(),
    async switchSchedule(id, enabled) {
      await (enabled ? schedules.resume(id) : schedules.pause(id))
    },
    removeSchedule: (id) => schedules.remove(id),
    async runSchedule(id, { provenance, signal }) {
      const { name, workflow_id, prompt } = await schedules.read(id)
      if (workflow_id !== undefined) {
        await rerun(workflow_id, provenance)
        return
      }
      const kept = await schedules.planned(id)
      const planned = kept ?? (await planner.planUnattended(prompt!, signal))
      // What sends or deletes asks as it does at its time.
      const origin = {
        name,
        source: 'schedule',
        provenance: kept ? 'schedule' : planner.provenance(),
        stepProvenance: kept?.provenance,
        actor: provenance,
        schedule_id: id,
      } as const
      await engine.create(planOf(planned, { catalog }), origin)
    },
    readTimes: readSchedule,
    plan: (sentence, signal) => planner.plan(sentence, signal),
    schedule: (wish) => schedules.create(wish),
  }
}
