import type { Provenance } from '../../../contract/endpoint.ts'
import type { Static } from '../../../contract/type.ts'
import { imported, mapProvenance, type StepProvenance } from '../engine/step-provenance.ts'
import { definitionOfVersion } from './automation-rows.ts'
import { behindVersion, shownDefinition } from './behind-steps.ts'
import type { NewAutomation } from './insert-automation.ts'
import type { Found } from './present-automation.ts'
import type { ExportedAutomation, ImportedAutomation } from './transfer-endpoints.ts'

/** An automation as a document. What was pinned are data of this machine. */
export function documentOf(
  { row: { name }, version }: Pick<Found, 'row' | 'version'>,
  now: Date,
): Static<typeof ExportedAutomation> {
  const { pins: _, ...definition } = shownDefinition(definitionOfVersion(version))
  const head = { format: 'deskhand.automation', version: 2, exported_at: now.toISOString() } as const
  return { ...head, ...definition, name, provenance: behindVersion(version) }
}

/** Nobody here has seen what a document brings: it is switched off, and its steps stay those of whoever made them. */
export function readDocument(
  document: Static<typeof ImportedAutomation>,
  by: Provenance,
): Pick<NewAutomation, 'definition' | 'enabled' | 'provenance'> {
  const { format: _f, version: _v, exported_at: _e, provenance: claimed = {}, ...definition } = document
  const behind = mapProvenance(claimed as StepProvenance, (one) => imported(one, by))
  return { definition: { ...definition, behind }, enabled: false, provenance: imported(undefined, by) }
}
