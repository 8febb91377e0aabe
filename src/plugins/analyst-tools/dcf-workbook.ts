import type { Workbook } from '../../platform/spreadsheets/write/workbook.ts'
import { dcfSheet } from './dcf-sheet.ts'
import { sensitivitySteps, type DcfInputs, type DcfValues } from './dcf-values.ts'
import { inputNames, inputsSheet, largestOf } from './inputs-sheet.ts'
import { amountFormat, numberStyles, usualFormats } from './model-styles.ts'
import { sensitivitySheet } from './sensitivity-sheet.ts'

/** A workbook in which only the inputs are numbers: everything else is a formula that follows them. */
export function dcfWorkbook(inputs: DcfInputs, values: DcfValues): Workbook {
  return {
    sheets: [inputsSheet(inputs, values), dcfSheet(inputs, values), sensitivitySheet(inputs)],
    styles: numberStyles({
      ...usualFormats,
      amount: amountFormat(largestOf(inputs)),
      whole: Number.isInteger(inputs.shares) ? '#,##0' : '#,##0.00',
      price: Math.abs(values.sharePrice) < 0.1 ? '#,##0.0000_);(#,##0.0000)' : usualFormats.price,
      percent: sensitivitySteps(inputs).growth < 0.001 ? '0.000%' : '0.00%',
    }),
    names: inputNames,
  }
}
