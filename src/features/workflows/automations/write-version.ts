import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { automated } from '../engine/step-provenance.ts'
import type { Work } from '../engine/statement.ts'
import * as rows from './automation-rows.ts'
import { definitionOfVersion, type AutomationRow } from './automation-rows.ts'
import { shownDefinition, withBehind } from './behind-steps.ts'
import { noSuchAutomation } from './no-such-automation.ts'
import { saveTriggers } from './save-triggers.ts'
import type { StoredDefinition } from './schemas.ts'

function versionRow(
  automation: string,
  definition: StoredDefinition,
  { version, provenance, at }: { version: number; provenance: Provenance; at: string },
) {
  return { automation, version, definition: JSON.stringify(definition), provenance, created_at: at }
}

export interface NewVersion {
  readonly definition: StoredDefinition
  /** As it is when left out. */
  readonly enabled: boolean | undefined
  readonly ifMatch: string | undefined
  readonly provenance: Provenance
  readonly at: string
}

/** Makes a new version of what is stored, or only switches it where nothing else changes. */
export function* writeVersion(id: string, wish: NewVersion): Work<void> {
  const { definition, ifMatch, provenance, at } = wish
  const row = yield* rows.lockAutomation(id)
  if (!row) throw noSuchAutomation(id)
  assertSeen(row, ifMatch)
  const enabled = wish.enabled ?? row.enabled === 1
  const before = (yield* rows.findVersion(id, row.version))!
  const isSame = JSON.stringify(shownDefinition(definitionOfVersion(before))) === JSON.stringify(definition)
  const version = isSame ? row.version : row.version + 1
  const stored = withBehind(definition, before)
  if (!isSame) yield* rows.insertVersion(versionRow(id, stored, { version, provenance, at }))
  const { name } = definition
  yield* rows.updateAutomation({ id, name, enabled: enabled ? 1 : 0, version, updated_at: at })
  const behind = automated(isSame ? before.provenance : provenance)
  yield* saveTriggers(id, definition.triggers ?? [], { enabled, provenance: behind, at })
}

/** Lets its triggers start it, or not; nothing else about it changes. */
export function* switchAutomation(id: string, { enabled, at }: { enabled: boolean; at: string }): Work<void> {
  const row = yield* rows.lockAutomation(id)
  if (!row) throw noSuchAutomation(id)
  if ((row.enabled === 1) === enabled) return
  const { name, version } = row
  yield* rows.updateAutomation({ id, name, enabled: enabled ? 1 : 0, version, updated_at: at })
  const { definition, provenance } = (yield* rows.findVersion(id, version))!
  const { triggers = [] } = definitionOfVersion({ definition })
  yield* saveTriggers(id, triggers, { enabled, provenance: automated(provenance), at })
}

function assertSeen({ version }: AutomationRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.replaceAll('"', '') === String(version)) return
  throw new AppError(
    'precondition_failed',
    `The automation has been changed: it is at version ${version} now. Read it again first.`,
  )
}
