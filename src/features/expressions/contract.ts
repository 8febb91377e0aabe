import { defineContract } from '../../contract/endpoint.ts'
import { closed, dictionary, nullable } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

const Problem = Type.Object({
  message: Type.String({ description: 'What is wrong, in a sentence' }),
  column: Type.Integer({
    minimum: 1,
    description: 'Where, counted in characters from 1; most emoji count as two',
  }),
  expected: Type.Array(Type.String(), { description: 'What could stand there instead' }),
})

export const expressionsContract = defineContract({
  check: {
    method: 'POST',
    path: '/api/expressions/check',
    anyCaller: true,
    summary: 'Check an expression, and try it with values',
    description:
      'Literals, lists, `$name.path[0]`, `[*]` for every entry, `== != < <= > >= in + - * / % and or not`, parentheses, ' +
      'and `size empty contains starts_with ends_with like lower upper any all number text age_s`. A missing member is ' +
      'null. With `values` it is also evaluated; nothing is changed.',
    body: closed({
      expression: Type.String({ maxLength: 10_000, description: 'The expression' }),
      values: Type.Optional(
        dictionary(Type.Unknown(), { description: 'What the `$names` stand for, to try it with' }),
      ),
    }),
    result: Type.Object({
      valid: Type.Boolean({ description: 'Whether it can be read, and with `values` also evaluated' }),
      problem: nullable(Problem, { description: 'Why not' }),
      names: Type.Array(Type.String(), { description: 'The `$names` in it' }),
      value: Type.Optional(Type.Unknown({ description: 'What it is with `values`' })),
    }),
    example: {
      body: { expression: '$mail.bytes > 1000', values: { mail: { bytes: 2048 } } },
      result: { valid: true, problem: null, names: ['mail'], value: true },
    },
  },
})
