import { columnName } from '../../platform/spreadsheets/cell-reference.ts'
import type { Row, Sheet, StyledCell } from '../../platform/spreadsheets/write/workbook.ts'
import { dcfAt, sensitivitySteps, type DcfInputs } from './dcf-values.ts'
import { flowCell, flowCells } from './inputs-sheet.ts'
import { amountWidth, formula, number, sectionRow, text } from './model-styles.ts'

const steps = [-2, -1, 0, 1, 2] as const
/** Rows counted from 1: the inputs for the steps, and where each table has its row of growth rates. */
const rowOf = { waccStep: 5, growthStep: 6, price: 9, enterprise: 17 } as const
const width = steps.length + 1

/** The cell that must show the same as the valuation itself. */
export const middlePrice = `Sensitivity!${columnName(3)}${rowOf.price + 3}`

/**
 * Price and enterprise value over discount rate and growth. Each cell is the whole model as one formula, because the
 * what-if tables of Excel do not work in other programs.
 */
export function sensitivitySheet(inputs: DcfInputs): Sheet {
  const step = sensitivitySteps(inputs)
  const highest = dcfAt(inputs, {
    wacc: inputs.wacc - 2 * step.wacc,
    growth: inputs.growth + 2 * step.growth,
  })
  return {
    name: 'Sensitivity',
    columns: [
      { width: 26 },
      ...steps.map(() => ({ width: amountWidth(Math.abs(highest?.enterpriseValue ?? 0)) })),
    ],
    rows: [
      { cells: [text(`${inputs.company} – sensitivity`, 'title')], height: 26 },
      [text('Growth across, WACC down. The centre is the valuation itself.', 'subtitle')],
      [],
      sectionRow('Steps', width),
      [text('WACC step'), number(step.wacc, 'input', 'percent')],
      [text('Growth step'), number(step.growth, 'input', 'percent')],
      [],
      sectionRow('Implied share price', width),
      ...tableRows(inputs, { top: rowOf.price, kind: 'price', step }),
      [],
      sectionRow('Enterprise value', width),
      ...tableRows(inputs, { top: rowOf.enterprise, kind: 'enterprise', step }),
    ],
    gridLines: false,
    tab: '70AD47',
  }
}

interface TablePlan {
  readonly top: number
  readonly kind: 'price' | 'enterprise'
  readonly step: { readonly wacc: number; readonly growth: number }
}

function tableRows(inputs: DcfInputs, plan: TablePlan): Row[] {
  const { top, step } = plan
  const heads = steps.map((times) =>
    formula(
      stepped('Terminal_growth', times, `$B$${rowOf.growthStep}`),
      inputs.growth + times * step.growth,
      {
        role: 'head',
        format: 'percent',
      },
    ),
  )
  const rows = steps.map((times, index) => {
    const wacc = inputs.wacc + times * step.wacc
    const head = formula(stepped('WACC', times, `$B$${rowOf.waccStep}`), wacc, {
      role: 'head',
      format: 'percent',
    })
    const row = top + 1 + index
    return [
      head,
      ...steps.map((growthTimes, place) =>
        tableCell(inputs, {
          plan,
          rates: { wacc, growth: inputs.growth + growthTimes * step.growth },
          cells: { wacc: `$A${row}`, growth: `${columnName(place + 1)}$${top}` },
          isMiddle: times === 0 && growthTimes === 0,
        }),
      ),
    ]
  })
  return [[text('WACC  \\  terminal growth', 'headLeft'), ...heads], ...rows]
}

interface TableCell {
  readonly plan: TablePlan
  readonly rates: { readonly wacc: number; readonly growth: number }
  readonly cells: { readonly wacc: string; readonly growth: string }
  readonly isMiddle: boolean
}

function tableCell(inputs: DcfInputs, { plan, rates, cells, isMiddle }: TableCell): StyledCell {
  const years = inputs.flows.length
  const { wacc, growth } = cells
  const flows = `SUMPRODUCT(${flowCells(years)}/(1+${wacc})^(ROW(${flowCells(years)})-ROW(${flowCell(0)})+1))`
  const terminal = `${flowCell(years - 1)}*(1+${growth})/(${wacc}-${growth})/(1+${wacc})^${years}`
  const enterprise = `${flows}+${terminal}`
  const code = plan.kind === 'price' ? `(${enterprise}-Total_debt+Cash)/Shares` : enterprise
  const found = dcfAt(inputs, rates)
  const value = plan.kind === 'price' ? found?.sharePrice : found?.enterpriseValue
  return formula(`IF(${wacc}>${growth},${code},"n/a")`, value ?? 'n/a', {
    role: isMiddle ? 'middle' : 'plain',
    format: plan.kind === 'price' ? 'price' : 'amount',
  })
}

function stepped(name: string, times: number, step: string): string {
  if (times === 0) return name
  return `${name}${times < 0 ? '-' : '+'}${Math.abs(times)}*${step}`
}
