import type { Handlers } from '../../contract/endpoint.ts'
import { evaluate } from '../../platform/expressions/evaluate.ts'
import { ExpressionError } from '../../platform/expressions/expression-error.ts'
import { namesIn, parseExpression } from '../../platform/expressions/parse.ts'
import type { expressionsContract } from './contract.ts'

export function expressionsHandlers(now: () => Date): Handlers<typeof expressionsContract> {
  return {
    check({ body: { expression, values } }) {
      const names: string[] = []
      try {
        const lookup = (name: string) =>
          values && Object.hasOwn(values, name) ? { value: values[name] } : undefined
        const parsed = parseExpression(
          expression,
          values ? { isKnown: (name) => lookup(name) !== undefined } : {},
        )
        names.push(...namesIn(parsed))
        if (!values) return { valid: true, problem: null, names }
        return {
          valid: true,
          problem: null,
          names,
          value: evaluate(parsed, { lookup, now: () => now().getTime() }),
        }
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        const { message, column, expected } = error
        return { valid: false, problem: { message, column, expected: [...expected] }, names }
      }
    },
  }
}
