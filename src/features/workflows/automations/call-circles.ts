import type { ErrorIssue } from '../../../contract/errors.ts'
import { definitionOfVersion, type VersionRow } from './automation-rows.ts'
import type { StoredDefinition } from './schemas.ts'

/** Which automations a definition calls by name. One that is named by a value is found when it runs. */
export function calledBy({ steps }: Pick<StoredDefinition, 'steps'>): { id: string; position: number }[] {
  return steps.flatMap(({ agent, action, args }, position) =>
    agent === 'flow' && action === 'CALL_AUTOMATION' && typeof args['automation'] === 'string'
      ? [{ id: args['automation'], position }]
      : [],
  )
}

/** The circle that a definition would close; undefined when it closes none. */
export function circleIssue(
  id: string,
  definition: StoredDefinition,
  others: readonly VersionRow[],
): ErrorIssue | undefined {
  const known = new Map(others.map((row) => [row.automation, definitionOfVersion(row)]))
  known.set(id, definition)
  for (const { id: called, position } of calledBy(definition)) {
    const way = wayTo(id, called, known)
    if (!way) continue
    const names = [id, ...way].map((one) => known.get(one)?.name ?? one)
    return {
      path: `/body/steps/${position}/args/automation`,
      message: `forms a loop: ${names.join(' → ')}`,
    }
  }
  return undefined
}

function wayTo(
  goal: string,
  from: string,
  known: ReadonlyMap<string, StoredDefinition>,
): readonly string[] | undefined {
  const ways = new Map<string, readonly string[]>([[from, [from]]])
  for (const [id, way] of ways) {
    if (id === goal) return way
    for (const { id: next } of calledBy(known.get(id) ?? { steps: [] }))
      if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return undefined
}
