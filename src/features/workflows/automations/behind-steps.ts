import { isPersonal, type Provenance } from '../../../contract/endpoint.ts'
import { mapProvenance, runAgainBy, type StepProvenance } from '../engine/step-provenance.ts'
import { definitionOfVersion, type VersionRow } from './automation-rows.ts'
import type { StoredDefinition } from './schemas.ts'

type Version = Pick<VersionRow, 'definition' | 'provenance'>

/** Who is behind each step of a version. */
export function behindVersion(version: Version): Record<string, Provenance> {
  const { steps, behind = {} } = definitionOfVersion(version)
  return Object.fromEntries(
    steps.map(({ id }) => [id, Object.hasOwn(behind, id) ? behind[id]! : version.provenance]),
  )
}

/** Who is behind the steps of a run. What is stored can make them less trusted, never more. */
export function behindRun({ behind }: StoredDefinition, by: Provenance): StepProvenance | undefined {
  return behind && mapProvenance(behind, (made) => runAgainBy(by, made))
}

/** A step that somebody else made stays theirs until it is changed: saving it with others proves nothing. */
export function withBehind(definition: StoredDefinition, before: Version): StoredDefinition {
  const made = behindVersion(before)
  const old = new Map(definitionOfVersion(before).steps.map((step) => [JSON.stringify(step), made[step.id]!]))
  const kept = definition.steps.flatMap((step) => {
    const by = old.get(JSON.stringify(step))
    return by === undefined || isPersonal(by) ? [] : [[step.id, by] as const]
  })
  if (kept.length === 0) return definition
  return { ...definition, behind: { ...definition.behind, ...Object.fromEntries(kept) } }
}

/** A definition as clients see it. */
export function shownDefinition(
  definition: StoredDefinition,
): Omit<StoredDefinition, 'recurring' | 'behind'> {
  const { recurring: _r, behind: _b, ...shown } = definition
  return shown
}
