import type { Provenance } from '../../../contract/endpoint.ts'
import { automated } from '../engine/step-provenance.ts'
import type { Work } from '../engine/statement.ts'
import { insertAutomation, insertVersion } from './automation-rows.ts'
import { saveTriggers } from './save-triggers.ts'
import type { StoredDefinition } from './schemas.ts'

export interface NewAutomation {
  readonly id: string
  readonly definition: StoredDefinition
  readonly enabled: boolean
  readonly provenance: Provenance
  readonly created_at: string
}

/** Stores a new automation with its first version and its triggers. */
export function* insertWhole(made: NewAutomation, at: string): Work<void> {
  const { id, definition, enabled, provenance, created_at } = made
  const { name } = definition
  yield* insertAutomation({ id, name, enabled: enabled ? 1 : 0, version: 1, created_at, updated_at: at })
  const text = JSON.stringify(definition)
  yield* insertVersion({ automation: id, version: 1, definition: text, provenance, created_at })
  yield* saveTriggers(id, definition.triggers ?? [], { enabled, provenance: automated(provenance), at })
}
