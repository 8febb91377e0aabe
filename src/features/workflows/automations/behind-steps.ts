import { isDeepStrictEqual } from 'node:util'
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

/**
 * What somebody else wants to be done stays theirs until it is something else: to save it, to give it another name or
 * another place proves nothing.
 */
export function withBehind(definition: StoredDefinition, before: Version): StoredDefinition {
  const made = behindVersion(before)
  const ofOthers = definitionOfVersion(before)
    .steps.filter(({ id }) => !isPersonal(made[id]!))
    .flatMap((step) => effectsOf(step).map((effect) => ({ effect, by: made[step.id]! })))
  const kept = definition.steps.flatMap((step) => {
    const effects = effectsOf(step)
    const other = ofOthers.find(({ effect }) => effects.some((one) => isDeepStrictEqual(one, effect)))
    return other ? [[step.id, other.by] as const] : []
  })
  if (kept.length === 0) return definition
  return { ...definition, behind: { ...definition.behind, ...Object.fromEntries(kept) } }
}

/** What a step does, and what would undo it. */
function effectsOf({ agent, action, args, undo }: StoredDefinition['steps'][number]): readonly object[] {
  return [{ agent, action, args }, ...(undo ? [{ undo }] : [])]
}

/** A definition as clients see it. */
export function shownDefinition(
  definition: StoredDefinition,
): Omit<StoredDefinition, 'recurring' | 'behind'> {
  const { recurring: _r, behind: _b, ...shown } = definition
  return shown
}
