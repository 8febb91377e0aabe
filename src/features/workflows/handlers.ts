import type { Handlers, InputOf, Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Static } from '../../contract/type.ts'
import type { workflowsContract } from './contract.ts'
import type { Origin } from './engine/create-workflow.ts'
import type { WorkflowEngine } from './engine/engine.ts'
import { noSuchStep, noSuchWorkflow } from './engine/refusals.ts'
import { generateHandlers } from './generate-handlers.ts'
import { drawGraph } from './engine/graph.ts'
import { readEvents } from './engine/history.ts'
import { readItems } from './engine/items/item-records.ts'
import type { Planner } from './planning/planner.ts'
import { readExport, readRecord, summaryOfRow } from './engine/records.ts'
import type { WorkflowRecord } from './schemas.ts'
import {
  imported,
  mapProvenance,
  provenanceOfSteps,
  runAgainBy,
  type StepProvenance,
} from './engine/step-provenance.ts'
import { recordedArguments } from './engine/step-secrets.ts'
import { findStep, readSteps, stepOf } from './engine/step-rows.ts'
import { planOf, type StepsToCheck } from './validate-steps.ts'
import type { Wizard } from './wizard/wizard.ts'
import { findWorkflow, readVariables, selectWorkflows, type WorkflowRow } from './engine/workflow-rows.ts'
import type { Workflows } from './workflows.ts'
import type { Work } from './engine/statement.ts'
import type { scheduleEndpoints } from './schedule-endpoints.ts'
import type { Schedules } from './schedules/schedules.ts'
import type { wizardEndpoints } from './wizard-endpoints.ts'

type Recorded = Static<typeof WorkflowRecord>
type StepsGiven = Exclude<InputOf<(typeof workflowsContract)['create']>['body'], unknown[]>
type Own = Handlers<typeof workflowsContract>
type OfOthers =
  | keyof ReturnType<typeof scheduleHandlers>
  | keyof ReturnType<typeof generateHandlers>
  | keyof ReturnType<typeof wizardHandlers>

/** What makes steps of words; a process that only runs workflows has neither. */
export interface Builders {
  readonly planner?: Planner
  readonly wizard?: Wizard
}

export function workflowsHandlers(workflows: Workflows, { planner, wizard }: Builders = {}): Own {
  return {
    ...scheduleHandlers(workflows),
    ...generateHandlers({ ...workflows, planner }),
    ...wizardHandlers(wizard),
    ...readingHandlers(workflows),
    ...changingHandlers(workflows),
  }
}

const reading = ['items', 'list', 'read', 'graph', 'history', 'export'] as const
type Reading = (typeof reading)[number]

function readingHandlers({ engine, now }: Workflows): Pick<Own, Reading> {
  const about = <Result>(id: string, read: (row: WorkflowRow) => Work<Result>) =>
    engine.backend.read(ofWorkflow(id, read))
  return {
    async list({ query }) {
      const { status, automation_id, limit = 50, cursor } = query
      const page = selectWorkflows({ status, automation_id, before: positionOf(cursor), limit: limit + 1 })
      const rows = await engine.backend.read(page)
      const shown = rows.slice(0, limit)
      const next_cursor = rows.length > limit ? String(shown.at(-1)!.number) : null
      return { workflows: shown.map(summaryOfRow), next_cursor }
    },

    read: ({ params }) => about(params.workflow_id, readRecord),

    graph: ({ params }) =>
      about(params.workflow_id, function* (row) {
        return yield* drawGraph(row.id, yield* readSteps(row.number))
      }),

    async history({ params, query }) {
      const { limit = 200, cursor } = query
      const after = positionOf(cursor) ?? 0
      const events = await about(params.workflow_id, (row) =>
        readEvents(row.number, { after, limit: limit + 1 }),
      )
      const shown = events.slice(0, limit)
      return { events: shown, next_cursor: events.length > limit ? String(shown.at(-1)!.seq) : null }
    },

    async items({ params, query }) {
      const { limit = 200, cursor } = query
      const after = positionOf(cursor) ?? -1
      const items = await about(params.workflow_id, function* (row) {
        const step = yield* findStep(row.number, params.step_id)
        if (!step) throw noSuchStep(params.step_id)
        return yield* readItems(step.key, { after, limit: limit + 1 })
      })
      const shown = items.slice(0, limit)
      return { items: shown, next_cursor: items.length > limit ? String(shown.at(-1)!.index) : null }
    },

    export: ({ params }) => about(params.workflow_id, (row) => readExport(row, now().toISOString())),
  }
}

function changingHandlers({ engine, catalog, starts }: Workflows): Omit<Own, OfOthers | Reading> {
  // Such an answer may be stored, to be given again.
  const read = async (id: string): Promise<Recorded> => {
    const record = await engine.backend.read(ofWorkflow(id, readRecord))
    const steps = record.steps.map((step) => ({
      ...step,
      args: { ...recordedArguments({ catalog }, step.action, step.args) },
    }))
    return { ...record, steps }
  }
  const create = async (given: StepsToCheck, origin: Origin & { at: string }) => {
    const { at, ...rest } = origin
    return read((await engine.create(planOf(given, { catalog, at }), rest))!)
  }
  return {
    create({ body }, { provenance }) {
      const whole: StepsGiven = Array.isArray(body) ? { steps: body } : body
      const { steps, variables = {}, name, start } = whole
      const at = Array.isArray(body) ? '/body' : '/body/steps'
      return create({ steps, variables }, { name, start, source: 'api', provenance, at })
    },

    async import({ body, query }, { provenance: actor }) {
      const { steps, variables = {}, name, provenance: claimed = {} } = body
      const stepProvenance = mapProvenance(claimed as StepProvenance, (one) => imported(one, actor))
      const origin = { name, start: false, source: 'import', actor, at: '/body/steps' } as const
      const provenance = imported(undefined, actor)
      const record = await create({ steps, variables }, { ...origin, provenance, stepProvenance })
      if (query.start !== true) return record
      return { ...record, confirmation: await starts.ask(record.workflow_id) }
    },

    async rerun({ params, body }, { provenance: actor }) {
      const old = await engine.backend.read(ofWorkflow(params.workflow_id, (row) => copyBy(row, actor)))
      const variables = { ...old.variables, ...body.variables }
      const origin = { ...old.origin, start: body.start, actor, at: '/body/steps' }
      return create({ steps: old.steps, variables }, origin)
    },

    ...steeringHandlers(engine, read),

    async intervene({ params, body }, call) {
      const { approved, decision = approved ? 'approve' : 'reject', ...rest } = body
      await engine.intervene(params.workflow_id, { ...rest, decision }, call.provenance)
      return read(params.workflow_id)
    },

    async retry({ params, body }, { provenance }) {
      await engine.retry(params.workflow_id, body, provenance)
      return read(params.workflow_id)
    },

    async remove({ params }, { provenance }) {
      await engine.remove(params.workflow_id, provenance)
      return { workflow_id: params.workflow_id, deleted: true as const }
    },
  }
}

function steeringHandlers(
  engine: WorkflowEngine,
  read: (id: string) => Promise<Recorded>,
): Pick<Own, 'interrupt' | 'resume' | 'undo'> {
  return {
    async interrupt({ params }, { provenance }) {
      await engine.interrupt(params.workflow_id, provenance)
      return read(params.workflow_id)
    },

    async resume({ params }, { provenance }) {
      await engine.resume(params.workflow_id, provenance)
      return read(params.workflow_id)
    },

    undo: async ({ params }, { provenance }) => read(await engine.undo(params.workflow_id, provenance)),
  }
}

function* ofWorkflow<Result>(id: string, read: (row: WorkflowRow) => Work<Result>): Work<Result> {
  const row = yield* findWorkflow(id)
  if (!row || row.status === 'cancelled') throw noSuchWorkflow(id)
  return yield* read(row)
}

function* copyBy(row: WorkflowRow, actor: Provenance): Work<StepsToCheck & { origin: Origin }> {
  const steps = yield* readSteps(row.number)
  const origin = {
    name: row.name,
    source: 'rerun',
    provenance: runAgainBy(row.provenance, actor),
    stepProvenance: mapProvenance(provenanceOfSteps(row, steps), (made) => runAgainBy(made, actor)),
    // Strangers' words stay theirs, whoever runs them again.
    run: runOf(row),
  } as const
  return { steps: steps.map(stepOf), variables: yield* readVariables(row.number), origin }
}

function runOf(row: WorkflowRow): Origin['run'] {
  const { automation_id, automation_version, tainted, depth } = row
  if (automation_id === null) return undefined
  const trigger = { type: 'rerun', workflow_id: row.id }
  return { automation_id, version: automation_version!, trigger, tainted: tainted === 1, depth }
}

function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'Invalid cursor. Use next_cursor from the previous answer.')
}

function scheduleHandlers({ schedules }: { schedules: Schedules }): Handlers<typeof scheduleEndpoints> {
  return {
    listSchedules: async () => ({ schedules: await schedules.list() }),

    createSchedule: ({ body }) => schedules.create(body),

    readSchedule: ({ params }) => schedules.read(params.schedule_id),
    pauseSchedule: ({ params }) => schedules.pause(params.schedule_id),
    resumeSchedule: ({ params }) => schedules.resume(params.schedule_id),

    async removeSchedule({ params }) {
      await schedules.remove(params.schedule_id)
      return { schedule_id: params.schedule_id, deleted: true as const }
    },
  }
}

function wizardHandlers(wizard: Wizard | undefined): Handlers<typeof wizardEndpoints> {
  const present = () => {
    if (wizard) return wizard
    throw new AppError(
      'unavailable',
      'This process has no guided builder. Send the steps to POST /api/workflows.',
    )
  }
  return {
    startWizard: ({ body }, call) => present().start(body, call),
    chatWithWizard: ({ body }, call) => present().chat(body.session_id, body.message, call),
    stepBackInWizard: ({ body }) => present().back(body.session_id),
  }
}
