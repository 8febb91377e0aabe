import type { ErrorIssue } from '../../contract/errors.ts'
import { ExpressionError } from '../../platform/expressions/expression-error.ts'
import { namesIn, parseExpression } from '../../platform/expressions/parse.ts'
import type { Reference } from './engine/variables.ts'
import type { Names, Sources } from './names.ts'
import type { WorkflowStep } from './schemas.ts'

/** An expression of a step, and the names that only this step knows. */
interface StepExpression {
  readonly path: string
  readonly text: string
  readonly local: readonly string[]
}

/** Every name that a step uses, where it leads, and which expressions cannot be read. */
export interface UsedNames {
  /** Those of the arguments, with paths in them. */
  readonly inArguments: readonly Reference[]
  /** All of them, with paths in the step. */
  readonly references: readonly Reference[]
  readonly sources: Sources
  readonly issues: readonly ErrorIssue[]
}

export function usedNames(
  step: WorkflowStep,
  { names, position }: { names: Names; position: number },
): UsedNames {
  const inArguments = names.references(position, step.args, localNames(step))
  const references = inArguments.map((reference) => ({ ...reference, path: `/args${reference.path}` }))
  const issues: ErrorIssue[] = []
  for (const expression of expressionsOf(step)) {
    const isKnown = (name: string) => expression.local.includes(name) || names.isKnown(name, position)
    try {
      for (const name of namesIn(parseExpression(expression.text, { isKnown })))
        references.push({ name, known: isKnown(name), path: expression.path, whole: false })
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      issues.push({ path: expression.path, message: messageOf(error) })
    }
  }
  // What the step calls by a name of its own is not looked for elsewhere.
  const local = new Set([...localNames(step), ...expressionsOf(step).flatMap((one) => one.local)])
  const used = references.filter(({ known, name }) => known && !local.has(name)).map(({ name }) => name)
  return { inArguments, references, sources: names.sources(position, used), issues }
}

/** Members that contradict each other. */
export function controlIssues({ after = 'success', depends_on }: WorkflowStep): ErrorIssue[] {
  return after !== 'success' && depends_on.length === 0
    ? [{ path: '/after', message: `"${after}" needs depends_on: it is about how those steps end` }]
    : []
}

/** What only this step knows: what went wrong before it. */
export function localNames({ after = 'success' }: Pick<WorkflowStep, 'after'>): string[] {
  return after === 'success' ? [] : ['error']
}

function expressionsOf(step: WorkflowStep): StepExpression[] {
  const { when } = step
  return when === undefined ? [] : [{ path: '/when', text: when, local: localNames(step) }]
}

function messageOf({ message, column, expected }: ExpressionError): string {
  const instead =
    expected.length === 0 || message.includes('expected') ? '' : `; expected ${expected.join(', ')}`
  return `can't be read at column ${column}: ${message.replace(/\.$/, '')}${instead}`
}
