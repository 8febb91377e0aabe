import type { Provenance } from '../../../contract/endpoint.ts'
import { createWorkflow, type AutomationRun } from '../engine/create-workflow.ts'
import type { Scene } from '../engine/open-workflow.ts'
import type { Work } from '../engine/statement.ts'
import { checkInputs } from './inputs.ts'
import { definitionOfVersion, type AutomationRow, type VersionRow } from './automation-rows.ts'
import { behindRun } from './behind-steps.ts'
import { planOfDefinition } from './check-definition.ts'
import { recurringTrigger } from './recurring.ts'
import type { StoredDefinition } from './schemas.ts'

export interface RunWish {
  readonly automation: Pick<AutomationRow, 'id' | 'name'>
  readonly version: VersionRow
  /** Who is behind it now; the automation itself where an event starts it. */
  readonly provenance: Provenance
  readonly actor: string
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  /** What happened; several where they were collected. */
  readonly events?: readonly unknown[]
  readonly run: Omit<AutomationRun, 'automation_id' | 'version'>
  /** What there is only one run for. */
  readonly tick?: string
  readonly start?: boolean | undefined
}

/** Makes a workflow of a version. The id of the new workflow; undefined when what it is for has had one. */
export function* startRun(scene: Scene, wish: RunWish): Work<string | undefined> {
  const { automation, version, provenance, actor, events = [], run, tick, start } = wish
  const definition = definitionOfVersion(version)
  const inputs = checkInputs(definition.inputs, wish.inputs ?? {})
  const known = { inputs, event: events.at(-1) ?? null, events }
  // Who made a schedule of steps knew nothing of events, and may have called something so.
  const variables = { ...definition.variables, ...(definition.recurring ? {} : known) }
  const plan = planOfDefinition({ ...definition, variables }, { catalog: scene.rules.catalog })
  return yield* createWorkflow(scene, plan, {
    name: definition.recurring?.unnamed ? null : automation.name,
    ...sourceOf(definition, wish),
    provenance,
    stepProvenance: behindRun(definition, provenance),
    actor,
    start,
    tick,
    run: { ...run, automation_id: automation.id, version: version.version },
  })
}

/** A time of a schedule, or something else. */
function sourceOf(definition: StoredDefinition, { automation, run }: RunWish) {
  const isScheduled = run.trigger?.['type'] === 'schedule' && recurringTrigger(definition) !== undefined
  return isScheduled
    ? { source: 'schedule' as const, schedule_id: automation.id }
    : { source: 'automation' as const }
}
