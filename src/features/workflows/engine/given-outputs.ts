import { AppError, type ErrorIssue } from '../../../contract/errors.ts'

export interface GivenOutputs {
  readonly input?: unknown
  readonly outputs?: Readonly<Record<string, unknown>>
}

/** The data of a step whose result a person gives: what its output names, and its id, then stand for. */
export function outputsData(
  { outputs: names = [] }: { outputs?: readonly string[] },
  given: GivenOutputs,
): unknown {
  if (given.outputs === undefined && given.input === undefined)
    throw refusal([{ path: '/body/input', message: 'or outputs is required with "input"' }])
  if (given.outputs !== undefined) {
    const issues = [...missing(names, given.outputs), ...strange(names, given.outputs)]
    if (issues.length > 0) throw refusal(issues)
    return given.outputs
  }
  const { input } = given
  if (names.length === 0) return input
  if (names.length === 1) return { [names[0]!]: input }
  if (input !== null && typeof input === 'object' && missing(names, input).length === 0) return input
  throw refusal([{ path: '/body/outputs', message: `is required: the step publishes ${names.join(', ')}` }])
}

function missing(names: readonly string[], values: object): ErrorIssue[] {
  return names
    .filter((name) => !Object.hasOwn(values, name))
    .map((name) => ({ path: `/body/outputs/${name}`, message: 'is required: the step publishes it' }))
}

function strange(names: readonly string[], values: object): ErrorIssue[] {
  if (names.length === 0) return []
  return Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      path: `/body/outputs/${name}`,
      message: `is not published; the step publishes ${names.join(', ')}`,
    }))
}

function refusal(errors: ErrorIssue[]): AppError {
  return new AppError('invalid_request', "The values don't match what the step publishes; see errors.", {
    errors,
  })
}
