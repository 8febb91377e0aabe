import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'

/** What a valuation by discounted cash flow starts from. Rates are fractions. */
export interface DcfInputs {
  readonly company: string
  readonly wacc: number
  readonly growth: number
  readonly shares: number
  readonly cash: number
  readonly debt: number
  /** Free cash flow of each year, the next year first. */
  readonly flows: readonly number[]
}

export interface DcfValues {
  readonly factors: readonly number[]
  readonly presentValues: readonly number[]
  readonly sumOfPresentValues: number
  readonly terminalValue: number
  readonly presentTerminalValue: number
  readonly enterpriseValue: number
  readonly netDebt: number
  readonly equityValue: number
  readonly sharePrice: number
}

export function dcfValues(inputs: DcfInputs): DcfValues {
  const { wacc, growth, flows, cash, debt, shares } = inputs
  const factors = flows.map((_, index) => 1 / (1 + wacc) ** (index + 1))
  const presentValues = flows.map((flow, index) => flow * factors[index]!)
  const sumOfPresentValues = presentValues.reduce((sum, value) => sum + value, 0)
  const terminalValue = (flows.at(-1)! * (1 + growth)) / (wacc - growth)
  const presentTerminalValue = terminalValue * factors.at(-1)!
  const enterpriseValue = sumOfPresentValues + presentTerminalValue
  const equityValue = enterpriseValue - debt + cash
  const values = {
    factors,
    presentValues,
    sumOfPresentValues,
    terminalValue,
    presentTerminalValue,
    enterpriseValue,
    netDebt: debt - cash,
    equityValue,
    sharePrice: equityValue / shares,
  }
  refuseOverflow(values)
  return values
}

/** Enterprise value and price at another discount rate and growth; undefined where the formula has no meaning. */
export function dcfAt(
  { flows, cash, debt, shares }: DcfInputs,
  { wacc, growth }: { wacc: number; growth: number },
): { enterpriseValue: number; sharePrice: number } | undefined {
  if (!(wacc > growth && wacc > -1)) return undefined
  const sum = flows.reduce((total, flow, index) => total + flow / (1 + wacc) ** (index + 1), 0)
  const terminal = (flows.at(-1)! * (1 + growth)) / (wacc - growth) / (1 + wacc) ** flows.length
  const enterpriseValue = sum + terminal
  return { enterpriseValue, sharePrice: (enterpriseValue - debt + cash) / shares }
}

/** Steps of a sensitivity table around the middle, small enough that growth stays below the discount rate in it. */
export function sensitivitySteps({ wacc, growth }: DcfInputs): { wacc: number; growth: number } {
  const room = wacc - growth
  const step = [0.01, 0.005, 0.0025, 0.001, 0.0005, 0.0001].find((one) => one * 3 < room)
  return step === undefined ? { wacc: room / 4, growth: room / 8 } : { wacc: step, growth: step / 2 }
}

/** Refuses what no valuation can be made of, before anything is written. */
export function refuseImpossible(inputs: DcfInputs, years: number): void {
  const refusal = refusalOf(inputs, years)
  if (refusal !== undefined) throw new AppError('invalid_request', refusal)
}

function refusalOf({ wacc, growth, shares, flows }: DcfInputs, years: number): string | undefined {
  if (wacc >= 1) return fractionRefusal('wacc', wacc)
  if (growth >= 1) return fractionRefusal('terminal_growth_rate', growth)
  if (growth >= wacc) {
    return `terminal_growth_rate (${percent(growth)}) must be below wacc (${percent(wacc)}). Otherwise the value would be infinite.`
  }
  if (!(shares > 0)) return 'shares_outstanding must be above zero to get a price per share.'
  if (flows.length === years) return undefined
  return `projected_fcf has ${countOf(flows.length, 'value')}, but years is ${years} (5 by default). Give one value per year, or set years to ${flows.length}.`
}

function fractionRefusal(name: string, rate: number): string {
  return `${name} is a fraction: 0.10 means 10%, so ${rate} would be ${rate * 100}%. Did you mean ${Number((rate / 100).toPrecision(12))}?`
}

export function percent(rate: number): string {
  return `${Number((rate * 100).toFixed(4))}%`
}

function refuseOverflow(values: DcfValues): void {
  const { enterpriseValue, terminalValue, equityValue, sharePrice, netDebt } = values
  const all = [...values.presentValues, enterpriseValue, terminalValue, equityValue, sharePrice, netDebt]
  if (all.every((value) => Number.isFinite(value))) return
  throw new AppError(
    'invalid_request',
    'The numbers are too large to calculate with. Use thousands or millions.',
  )
}
