import type { Static } from '../../../contract/type.ts'
import type { TriggerRow } from '../triggers/trigger-rows.ts'
import { definitionOfVersion, type AutomationRow, type RunRow, type VersionRow } from './automation-rows.ts'
import { shownDefinition } from './behind-steps.ts'
import type { Automation, AutomationSummary, AutomationVersion, Run } from './schemas.ts'

export interface Found {
  readonly row: AutomationRow
  readonly version: VersionRow
  readonly triggers: readonly TriggerRow[]
  readonly permissions: readonly string[]
  readonly newest: RunRow | undefined
}

/** An automation as clients see it. */
export function presentAutomation(found: Found): Static<typeof Automation> {
  const { row, version, triggers, permissions, newest } = found
  const { triggers: declared = [], ...definition } = shownDefinition(definitionOfVersion(version))
  return {
    automation_id: row.id,
    ...definition,
    triggers: [...declared],
    name: row.name,
    enabled: row.enabled === 1,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    trigger_states: triggers.map(presentTrigger),
    permissions: [...permissions],
    last_run: newest ? presentRun(newest) : null,
  }
}

export function presentSummary(found: Omit<Found, 'permissions'>): Static<typeof AutomationSummary> {
  const { row, version, triggers, newest } = found
  const definition = definitionOfVersion(version)
  return {
    automation_id: row.id,
    name: row.name,
    enabled: row.enabled === 1,
    version: row.version,
    step_count: definition.steps.length,
    trigger_types: [...new Set((definition.triggers ?? []).map(({ type }) => type))],
    trigger_count: definition.triggers?.length ?? 0,
    trouble: triggers.find(({ trouble }) => trouble !== null)?.trouble ?? null,
    updated_at: row.updated_at,
    last_run: newest ? presentRun(newest) : null,
  }
}

export function presentVersion(row: VersionRow): Static<typeof AutomationVersion> {
  const { version, created_at, provenance } = row
  return { version, created_at, by: provenance, definition: shownDefinition(definitionOfVersion(row)) }
}

export function presentRun(row: RunRow): Static<typeof Run> {
  const { id, status, automation_version, created_at, finished_at, trigger } = row
  return {
    workflow_id: id,
    status,
    version: automation_version,
    created_at,
    finished_at,
    trigger: trigger === null ? null : (JSON.parse(trigger) as { id: string }).id,
  }
}

function presentTrigger({ id, type, token, checked_at, next_at, trouble }: TriggerRow) {
  const address = token === null ? {} : { address: `/webhook/automation/${token}` }
  return { id, type, ...address, checked_at, next_at, trouble }
}
