import { expect, test } from 'vitest'
import { builtInKind, formatKind } from './number-format-kind.ts'

test.for([
  ['General', 'number'],
  ['#,##0.00', 'number'],
  ['0%', 'number'],
  ['"days" 0', 'number'],
  ['[Red]0.00', 'number'],
  ['#,##0\\ "kr";[Red]-#,##0', 'number'],
  ['[$-409]#,##0', 'number'],
  ['0.00E+00', 'number'],
  ['yyyy-mm-dd', 'date'],
  ['[$-409]d-mmm-yy', 'date'],
  ['m/d/yy h:mm', 'date'],
  ['mmm', 'date'],
  ['h:mm AM/PM', 'time'],
  ['mm:ss.0', 'time'],
  ['[h]:mm:ss', 'duration'],
  ['[mm]:ss', 'duration'],
] as const)('%s shows a %s', ([code, kind]) => {
  expect(formatKind(code)).toBe(kind)
})

test('formats that are known by number', () => {
  expect([0, 4, 14, 20, 22, 46, 49, 57].map(builtInKind)).toEqual([
    'number',
    'number',
    'date',
    'time',
    'date',
    'duration',
    'number',
    'date',
  ])
})
