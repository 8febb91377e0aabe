import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { dcfValues, percent, refuseImpossible, type DcfInputs, type DcfValues } from './dcf-values.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'

const Params = Type.Object({
  output_path: Type.String({ minLength: 1, description: 'Absolute path of the new .xlsx file' }),
  company_name: Type.String({ minLength: 1, maxLength: 200, description: 'The company to value' }),
  wacc: Type.Number({
    exclusiveMinimum: 0,
    description: 'Weighted average cost of capital as a fraction: 0.10 means 10%',
  }),
  terminal_growth_rate: Type.Optional(
    Type.Number({
      default: 0.025,
      minimum: -0.5,
      description: 'Perpetual growth after the last projected year, as a fraction; must be below wacc',
    }),
  ),
  shares_outstanding: Type.Number({ exclusiveMinimum: 0, description: 'Number of shares' }),
  cash_equivalents: Type.Optional(Type.Number({ default: 0, minimum: 0, description: 'Cash today' })),
  total_debt: Type.Optional(Type.Number({ default: 0, minimum: 0, description: 'Debt today' })),
  years: Type.Optional(
    Type.Integer({ default: 5, minimum: 1, maximum: 50, description: 'Number of projected years' }),
  ),
  projected_fcf: Type.Array(Type.Number(), {
    minItems: 1,
    maxItems: 50,
    description: 'Projected free cash flow, one number per year, next year first',
  }),
})

const Data = Type.Object({
  path: Type.String({ description: 'The workbook that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  company_name: Type.String(),
  years: Type.Integer({ description: 'Projected years' }),
  wacc: Type.Number({ description: 'As a fraction' }),
  terminal_growth_rate: Type.Number({ description: 'As a fraction; 0.025 by default' }),
  present_value_of_cash_flows: Type.Number({ description: 'Of the projected years' }),
  terminal_value: Type.Number({ description: 'Value of everything after the last year, at that year' }),
  present_value_of_terminal_value: Type.Number({ description: 'The same, discounted to today' }),
  enterprise_value: Type.Number({ description: 'Value of the business' }),
  net_debt: Type.Number({ description: 'Debt minus cash' }),
  equity_value: Type.Number({ description: 'Enterprise value minus net debt' }),
  implied_share_price: Type.Number({ description: 'Equity value per share' }),
  warnings: Type.Array(Type.String(), { description: 'Points to question' }),
})

export const createDcfModel = defineTool({
  action: 'CREATE_DCF_MODEL',
  title: 'Create a DCF model',
  description:
    'Writes a discounted-cash-flow valuation as an Excel workbook with live formulas: discount factors, present values, terminal value, enterprise and equity value, implied share price, a sensitivity table over WACC and growth, and checks.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'create a dcf model for Acme',
    'value this company by discounted cash flow',
    'build a dcf valuation in excel',
    'what is the implied share price at a wacc of 9%',
  ],
  example: {
    args: {
      output_path: '{folder}/acme-dcf.xlsx',
      company_name: 'Acme Corp',
      wacc: 0.1,
      terminal_growth_rate: 0.025,
      shares_outstanding: 100,
      cash_equivalents: 150,
      total_debt: 400,
      projected_fcf: [120, 135, 150, 162, 172],
    },
  },
  targets: { paths: ['output_path'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [{ path: params.output_path, name: 'output_path', access: 'write' }]),
  async run(params, call) {
    const path = await outputPath(call, { path: params.output_path, name: 'output_path', extension: '.xlsx' })
    const inputs: DcfInputs = {
      company: params.company_name.trim() || params.company_name,
      wacc: params.wacc,
      growth: params.terminal_growth_rate ?? 0.025,
      shares: params.shares_outstanding,
      cash: params.cash_equivalents ?? 0,
      debt: params.total_debt ?? 0,
      flows: params.projected_fcf,
    }
    refuseImpossible(inputs, params.years ?? 5)
    const values = dcfValues(inputs)
    const [{ dcfWorkbook }, { writeWorkbook }] = await Promise.all([
      import('./dcf-workbook.ts'),
      import('../../platform/spreadsheets/write/write-workbook.ts'),
    ])
    const workbook = dcfWorkbook(inputs, values)
    const { signal } = call
    const { bytes } = await writeOutput(
      path,
      (temporaryPath) => writeWorkbook(temporaryPath, workbook, { signal }),
      { caller: call, signal },
    )
    const warnings = warningsOf(inputs, values)
    return {
      message: messageOf(path, { inputs, values, warnings }),
      data: { path, bytes, ...dataOf(inputs, values), warnings },
    }
  },
})

function dataOf(inputs: DcfInputs, values: DcfValues) {
  return {
    company_name: inputs.company,
    years: inputs.flows.length,
    wacc: inputs.wacc,
    terminal_growth_rate: inputs.growth,
    present_value_of_cash_flows: values.sumOfPresentValues,
    terminal_value: values.terminalValue,
    present_value_of_terminal_value: values.presentTerminalValue,
    enterprise_value: values.enterpriseValue,
    net_debt: values.netDebt,
    equity_value: values.equityValue,
    implied_share_price: values.sharePrice,
  }
}

function warningsOf({ flows, wacc, growth }: DcfInputs, values: DcfValues): string[] {
  const { presentTerminalValue, enterpriseValue } = values
  const terminalShare = presentTerminalValue > 0 ? presentTerminalValue / enterpriseValue : 0
  return [
    ...(flows.at(-1)! <= 0
      ? ['The last cash flow is not positive, so the terminal value is meaningless.']
      : []),
    ...(values.equityValue <= 0
      ? ['Debt exceeds the value of the business: the equity is worth nothing.']
      : []),
    ...(terminalShare > 0.85
      ? [`${percent(Number(terminalShare.toFixed(3)))} of the value lies beyond the projected years.`]
      : []),
    ...(wacc - growth < 0.02
      ? ['Growth is close to WACC: small changes in either move the price a lot.']
      : []),
  ]
}

interface Told {
  readonly inputs: DcfInputs
  readonly values: DcfValues
  readonly warnings: readonly string[]
}

function messageOf(path: string, { inputs, values, warnings }: Told): string {
  const amount = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
  const price = values.sharePrice.toLocaleString('en', { maximumSignificantDigits: 6 })
  return [
    `${inputs.company} is worth ${amount(values.equityValue)} (${price} per share) at a WACC of ${percent(inputs.wacc)} and a terminal growth rate of ${percent(inputs.growth)}.`,
    `The model is in ${path}.`,
    ...warnings,
  ].join(' ')
}
