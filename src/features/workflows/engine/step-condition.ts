import { evaluateCondition } from '../../../platform/expressions/evaluate.ts'
import { ExpressionError } from '../../../platform/expressions/expression-error.ts'
import { parseExpression } from '../../../platform/expressions/parse.ts'
import { conditionIsAboutItem } from '../step-names.ts'
import type { HeldWorkflow } from './held-workflow.ts'
import { propagate } from './propagate.ts'
import type { ReadyStep, StepDefinition } from './step-rows.ts'
import { readValues, type StepValues } from './step-values.ts'
import { UnresolvedReference } from './variables.ts'
import { change, type Work } from './statement.ts'

/**
 * Whether the step is to run. Otherwise it has been skipped, or has failed because nobody can tell. What was true once
 * stays true: a person may have been asked about the step since.
 */
export function* isConditionMet(
  workflow: HeldWorkflow,
  step: ReadyStep,
  definition: StepDefinition,
): Work<boolean> {
  const { when } = definition
  if (when === undefined || step.met === 1 || conditionIsAboutItem(definition)) return true
  const from = step.asks === 1 ? 'asking' : 'running'
  try {
    const values = yield* readValues(workflow, step)
    if (holds(when, values, workflow.transaction.at)) {
      yield* change('UPDATE workflow_steps SET met = 1 WHERE key = ?1', step.key)
      return true
    }
    yield* workflow.skipByCondition(step, { from, message: 'Skipped because its condition was false.' })
    yield* propagate(workflow, { key: step.key, how: 'condition' })
  } catch (error) {
    const told = sentenceOf(error)
    if (told === undefined) throw error
    yield* workflow.fail(step, { from, error: { code: 'bad_condition', message: told } })
  }
  yield* workflow.moveOn()
  return false
}

/** The answer of a condition. `$now` and ages are those of the transaction. */
export function holds(text: string, { inExpressions }: StepValues, at: string): boolean {
  const lookup = inExpressions
  const expression = parseExpression(text, { isKnown: (name) => lookup(name) !== undefined })
  return evaluateCondition(expression, { lookup, now: () => Date.parse(at) })
}

/** What is wrong with an expression, for a person; undefined for any other error. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ExpressionError)
    return `The condition has no answer (column ${error.column}): ${error.message}`
  return error instanceof UnresolvedReference ? error.message : undefined
}
