import type { Provenance } from '../../../contract/endpoint.ts'
import { all, change, first, type Work } from '../engine/statement.ts'
import type { WorkflowStatus } from '../schemas.ts'
import type { StoredDefinition } from './schemas.ts'

export interface AutomationRow {
  readonly id: string
  readonly name: string
  readonly enabled: number
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

export interface VersionRow {
  readonly automation: string
  readonly version: number
  readonly definition: string
  readonly provenance: Provenance
  readonly created_at: string
}

export interface RunRow {
  readonly automation_id: string
  readonly id: string
  readonly status: WorkflowStatus
  readonly automation_version: number
  readonly created_at: string
  readonly finished_at: string | null
  readonly trigger: string | null
}

const RUN = 'automation_id, id, status, automation_version, created_at, finished_at, trigger'

export function* insertAutomation(row: AutomationRow): Work<void> {
  yield* change(
    'INSERT INTO automations (id, name, enabled, version, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
    row.id,
    row.name,
    row.enabled,
    row.version,
    row.created_at,
    row.updated_at,
  )
}

export function* insertVersion(row: VersionRow): Work<void> {
  yield* change(
    `INSERT INTO automation_versions (automation, version, definition, provenance, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5)`,
    row.automation,
    row.version,
    row.definition,
    row.provenance,
    row.created_at,
  )
}

export function* updateAutomation(row: Omit<AutomationRow, 'created_at'>): Work<void> {
  yield* change(
    'UPDATE automations SET name = ?2, enabled = ?3, version = ?4, updated_at = ?5 WHERE id = ?1',
    row.id,
    row.name,
    row.enabled,
    row.version,
    row.updated_at,
  )
}

/** Its runs stay as they are. */
export function* deleteAutomation(id: string): Work<void> {
  yield* change('DELETE FROM automations WHERE id = ?1', id)
  yield* change('DELETE FROM automation_versions WHERE automation = ?1', id)
  yield* change('DELETE FROM automation_permissions WHERE automation = ?1', id)
}

export function* findAutomation(id: string): Work<AutomationRow | undefined> {
  return yield* first<AutomationRow>('SELECT * FROM automations WHERE id = ?1', id)
}

/** Keeps it for this transaction: whoever starts a run of it, or changes it, does this first. */
export function* lockAutomation(id: string): Work<AutomationRow | undefined> {
  const rows = yield { sql: 'SELECT * FROM automations WHERE id = ?1', values: [id], locks: true }
  return rows[0] as AutomationRow | undefined
}

export function* selectAutomations(): Work<readonly AutomationRow[]> {
  return yield* all<AutomationRow>('SELECT * FROM automations ORDER BY created_at DESC, id')
}

export function* findVersion(automation: string, version: number): Work<VersionRow | undefined> {
  return yield* first<VersionRow>(
    'SELECT * FROM automation_versions WHERE automation = ?1 AND version = ?2',
    automation,
    version,
  )
}

export function* selectVersions(automation: string): Work<readonly VersionRow[]> {
  return yield* all<VersionRow>(
    'SELECT * FROM automation_versions WHERE automation = ?1 ORDER BY version DESC',
    automation,
  )
}

/** The present version of each. */
export function* selectPresentVersions(): Work<readonly VersionRow[]> {
  return yield* all<VersionRow>(
    `SELECT automation_versions.* FROM automation_versions JOIN automations
       ON automations.id = automation_versions.automation AND automations.version = automation_versions.version`,
  )
}

export function definitionOfVersion({ definition }: Pick<VersionRow, 'definition'>): StoredDefinition {
  return JSON.parse(definition) as StoredDefinition
}

export function* newestRun(automation: string): Work<RunRow | undefined> {
  return yield* first<RunRow>(
    `SELECT ${RUN} FROM workflows WHERE automation_id = ?1 AND status <> 'cancelled' ORDER BY number DESC LIMIT 1`,
    automation,
  )
}

export function* newestRuns(): Work<readonly RunRow[]> {
  return yield* all<RunRow>(
    `SELECT ${RUN} FROM workflows WHERE number IN (
       SELECT max(number) FROM workflows WHERE automation_id IS NOT NULL AND status <> 'cancelled' GROUP BY automation_id)`,
  )
}

/** Runs that have not ended, the oldest first. */
export function* openRuns(automation: string): Work<readonly { number: number; id: string }[]> {
  return yield* all<{ number: number; id: string }>(
    `SELECT number, id FROM workflows WHERE automation_id = ?1 AND status IN ('pending', 'running', 'waiting', 'paused')
     ORDER BY number`,
    automation,
  )
}

export function* grantPermission(
  { automation, version, step_id }: { automation: string; version: number; step_id: string },
  at: string,
): Work<void> {
  yield* change(
    `INSERT INTO automation_permissions (automation, version, step_id, granted_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (automation, version, step_id) DO NOTHING`,
    automation,
    version,
    step_id,
    at,
  )
}

export function* revokePermission(automation: string, version: number, step_id: string): Work<void> {
  yield* change(
    'DELETE FROM automation_permissions WHERE automation = ?1 AND version = ?2 AND step_id = ?3',
    automation,
    version,
    step_id,
  )
}

export function* permittedSteps(automation: string, version: number): Work<string[]> {
  const rows = yield* all<{ step_id: string }>(
    'SELECT step_id FROM automation_permissions WHERE automation = ?1 AND version = ?2 ORDER BY step_id',
    automation,
    version,
  )
  return rows.map(({ step_id }) => step_id)
}
