import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { membersOf, typeOf, type Parameter } from '../planning/parameters.ts'
import type { WorkflowStep } from '../schemas.ts'

/** Something that an earlier step gives and that an argument could take. */
export interface EarlierValue {
  /** As it is written in an argument. */
  readonly reference: string
  readonly description: string
  readonly type: string | undefined
}

const SHOWN = 6

/** What earlier steps give that fits a parameter: the last step first, the same type before what is written as text. */
export function earlierValues(
  parameter: Parameter,
  { steps, catalog }: { steps: readonly WorkflowStep[]; catalog: ToolCatalog },
): EarlierValue[] {
  const wanted = typeOf(parameter.schema)
  const all = steps.toReversed().flatMap(({ id, action }) => {
    const entry = catalog.find(action)
    return membersOf(entry?.tool ?? EMPTY).map(({ name, schema }) => ({
      reference: `$${id}.${name}`,
      description: schema.description ?? name.replaceAll('_', ' '),
      type: typeOf(schema),
    }))
  })
  const same = all.filter(({ type }) => wanted === undefined || type === undefined || isAlike(type, wanted))
  const asText = wanted === 'string' ? all.filter(({ type }) => type === 'array') : []
  return [...same, ...asText].slice(0, SHOWN)
}

/**
 * A reference alone brings its value with its type. Where text is wanted and the step gives something else, a line break
 * after it makes the value be written as text.
 */
export function asWritten(
  value: unknown,
  parameter: Parameter,
  context: { steps: readonly WorkflowStep[]; catalog: ToolCatalog },
): unknown {
  if (typeof value !== 'string' || typeOf(parameter.schema) !== 'string') return value
  const known = earlierValues(parameter, context).find(({ reference }) => reference === value)
  return known?.type === undefined || known.type === 'string' ? value : `${value}\n`
}

const EMPTY = { data: {} } as Parameters<typeof membersOf>[0]

function isAlike(type: string, wanted: string): boolean {
  return type === wanted || (type === 'integer' && wanted === 'number')
}
