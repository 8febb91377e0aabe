import { evaluate } from '../../../../platform/expressions/evaluate.ts'
import { parseExpression } from '../../../../platform/expressions/parse.ts'
import { computedIn, plainArguments } from '../../step-names.ts'
import type { StepDefinition, StepRow } from '../step-rows.ts'
import type { StepValues } from '../step-values.ts'
import { resolveReferences } from '../variables.ts'

export interface Given {
  readonly values: StepValues
  readonly at: string
}

/** What one call of a step runs with: every name replaced, and what SET_VALUES works out for the item worked out. */
export function itemArguments(
  { action, args }: Pick<StepRow, 'action'> & Pick<StepDefinition, 'args'>,
  given: Given,
): Record<string, unknown> {
  const plain = resolveReferences(plainArguments({ action, args }), given.values.inArguments) as object
  const computed = Object.entries(computedIn({ action, args }))
  if (computed.length === 0) return { ...plain }
  return {
    ...plain,
    compute: Object.fromEntries(computed.map(([name, text]) => [name, valueOf(text, given)])),
  }
}

export function valueOf(text: string, { values, at }: Given): unknown {
  const lookup = values.inExpressions
  const expression = parseExpression(text, { isKnown: (name) => lookup(name) !== undefined })
  return evaluate(expression, { lookup, now: () => Date.parse(at) })
}
