import { expect, test } from 'vitest'
import { Type } from '../../../contract/type.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import { parametersOf } from '../planning/parameters.ts'
import { readAnswer, yesOrNo } from './read-answer.ts'

const params = Type.Object({
  path: Type.String(),
  kind: Type.Enum(['bar', 'line']),
  share: Type.Number(),
  deep: Type.Boolean(),
  names: Type.Array(Type.String()),
  flows: Type.Array(Type.Number()),
  rows: Type.Array(Type.Object({})),
  chart: Type.Object({}),
  any: Type.Unknown(),
})
const parameters = parametersOf({ params } as never as AnyTool)
const read = (name: string, message: string) =>
  readAnswer(
    parameters.find((parameter) => parameter.name === name)!,
    message,
  )

test.each([
  ['path', ' ~/a b.txt ', '~/a b.txt'],
  ['path', '"cancel"', 'cancel'],
  ['path', '$find.path — The folder', '$find.path'],
  ['path', '$5 a day — more or less', '$5 a day — more or less'],
  ['kind', 'BAR', 'bar'],
  ['share', '9%', 0.09],
  ['share', '12,500.5', 12500.5],
  ['share', '-3', -3],
  ['share', '1,5', 1.5],
  ['share', '1.234,5', 1234.5],
  ['share', '10 000', 10000],
  ['share', 'twenty five', 25],
  ['deep', 'yes please', true],
  ['deep', 'No.', false],
  ['names', 'a, "b c", d', ['a', 'b c', 'd']],
  ['names', 'one, two\nthree', ['one, two', 'three']],
  ['names', '["x, y"]', ['x, y']],
  ['flows', '120, 135.5, -2', [120, 135.5, -2]],
  ['rows', '[{"a":1}]', [{ a: 1 }]],
  ['rows', '$list.entries', '$list.entries'],
  ['chart', '{"type":"bar"}', { type: 'bar' }],
  ['any', 'true', true],
  ['any', 'just words', 'just words'],
])('%s from %j', (name, message, value) => {
  expect(read(name, message)).toEqual({ value })
})

test.each([
  ['kind', 'donut', 'one of bar, line'],
  ['share', 'much', 'a number'],
  ['share', '', 'a number'],
  ['deep', 'perhaps', 'yes or no'],
  ['flows', '1, much', 'list of numbers'],
  ['rows', 'a, b', 'JSON'],
  ['rows', '{}', 'JSON'],
  ['chart', '[]', 'JSON'],
])('%s is not %j', (name, message, problem) => {
  expect(read(name, message)).toEqual({ problem: expect.stringContaining(problem) })
})

test.each([
  ['Yes, start it', true],
  ['sure', true],
  ['No, just save it', false],
  ['that is all', false],
  ['write it to a file', undefined],
  ['notify me', undefined],
])('%s', (message, answer) => {
  expect(yesOrNo(message)).toBe(answer)
})
