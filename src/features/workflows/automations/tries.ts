import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import { runAgainBy } from '../engine/step-provenance.ts'
import { readSteps } from '../engine/step-rows.ts'
import { escapeReferences } from '../engine/variables.ts'
import type { Work } from '../engine/statement.ts'
import { findWorkflow } from '../engine/workflow-rows.ts'
import type { WorkflowStep } from '../schemas.ts'
import { noSuchAutomation } from './no-such-automation.ts'
import {
  definitionOfVersion,
  findAutomation,
  findVersion,
  newestRun,
  type AutomationRow,
  type VersionRow,
} from './automation-rows.ts'
import { behindRun } from './behind-steps.ts'
import { planOfDefinition } from './check-definition.ts'
import { checkInputs } from './inputs.ts'

export interface TryWish {
  readonly step_id?: string
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly event?: unknown
  readonly pins?: Readonly<Record<string, unknown>>
}

type Pins = ReadonlyMap<string, unknown>

/** Runs an automation, or one step of it, with given data in place of steps. It does not count as a run. */
export class Tries {
  readonly #deps: { readonly engine: WorkflowEngine; readonly catalog: ToolCatalog }

  constructor(deps: { engine: WorkflowEngine; catalog: ToolCatalog }) {
    this.#deps = deps
  }

  /** The id of the workflow. */
  async start(id: string, wish: TryWish, by: Provenance): Promise<string> {
    const { engine, catalog } = this.#deps
    const { automation, version, given } = await engine.backend.read(lookUp(id))
    const definition = definitionOfVersion(version)
    const pins: Pins = new Map(Object.entries({ ...definition.pins, ...wish.pins }))
    const steps =
      wish.step_id === undefined
        ? definition.steps.map((step) => withPin(step, pins))
        : oneStep(definition.steps, { step_id: wish.step_id, pins, given })
    const inputs = checkInputs(definition.inputs, wish.inputs ?? {})
    const event = wish.event ?? null
    const variables = { ...definition.variables, inputs, event, events: event === null ? [] : [event] }
    const plan = planOfDefinition({ ...definition, steps, variables }, { catalog })
    const provenance = runAgainBy(version.provenance, by)
    const name = `${automation.name} (try)`
    const stepProvenance = behindRun(definition, provenance)
    const origin = { name, source: 'automation', provenance, stepProvenance, actor: by } as const
    return (await engine.create(plan, origin))!
  }
}

interface Known {
  readonly automation: AutomationRow
  readonly version: VersionRow
  /** What the steps gave in the newest run. */
  readonly given: Pins
}

function* lookUp(id: string): Work<Known> {
  const automation = yield* findAutomation(id)
  if (!automation) throw noSuchAutomation(id)
  const version = (yield* findVersion(id, automation.version))!
  const newest = yield* newestRun(id)
  const row = newest && (yield* findWorkflow(newest.id))
  const steps = row ? yield* readSteps(row.number) : []
  const given = steps.flatMap(({ id: step, status, result }): [string, unknown][] =>
    status === 'completed' ? [[step, (JSON.parse(result ?? '{}') as Partial<Envelope>).data]] : [],
  )
  return { automation, version, given: new Map(given) }
}

/** The step, and before it only what gives it its data. */
function oneStep(
  steps: readonly WorkflowStep[],
  { step_id, pins, given }: { step_id: string; pins: Pins; given: Pins },
): WorkflowStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const wanted = byId.get(step_id)
  if (!wanted) throw new AppError('not_found', `The automation has no step "${step_id}".`)
  const before = new Set(wanted.depends_on)
  for (const id of before) for (const earlier of byId.get(id)?.depends_on ?? []) before.add(earlier)
  const known = new Map([...given, ...pins])
  const unknown = [...before].filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new AppError(
      'conflict',
      `Step "${step_id}" needs data of ${unknown.join(', ')}. Run the automation once, or pin data to them.`,
    )
  return steps
    .filter(({ id }) => id === step_id || before.has(id))
    .map((step) => (step.id === step_id ? step : withPin(step, known)))
}

/** A step that gives fixed data instead of running. */
function withPin(step: WorkflowStep, pins: Pins): WorkflowStep {
  if (!pins.has(step.id)) return step
  const { id, depends_on, outputs } = step
  const args = { data: escapeReferences(pins.get(id) ?? null) }
  return { id, agent: 'flow', action: 'SET_VALUES', args, depends_on, ...(outputs && { outputs }) }
}
