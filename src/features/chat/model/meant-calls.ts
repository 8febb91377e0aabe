import type { TSchema } from '../../../contract/type.ts'
import { meantName, understand } from '../../../platform/validation/understand.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { StepCall } from './model-step.ts'
import {
  DESCRIBE_COMPONENTS,
  DescribeArguments,
  LOAD_TOOLS,
  LoadArguments,
  PLAN_WORKFLOW,
  PlanArguments,
} from './offered-tools.ts'

type Catalog = Pick<ToolCatalog, 'findMeant' | 'understand'>
type Args = Readonly<Record<string, unknown>>

const own: Readonly<Record<string, TSchema>> = {
  [LOAD_TOOLS]: LoadArguments,
  [DESCRIBE_COMPONENTS]: DescribeArguments,
  [PLAN_WORKFLOW]: PlanArguments,
}

/**
 * A call as the model means it: the name of the tool as it is written here, the arguments in the form that it takes. It is
 * done before anything is judged, so that what is judged, asked about and run is the same.
 */
export function meantCall(call: StepCall, catalog: Catalog): StepCall {
  if (call.problem !== undefined || !isObject(call.args)) return call
  const { name: given, args } = call
  const entry = catalog.findMeant(given)
  if (entry) return { ...call, name: entry.tool.action, args: catalog.understand(entry, args) }
  const name = meantName(given, Object.keys(own))
  if (name === undefined) return call
  return { ...call, name, args: withMeantNames(understand(own[name]!, args) as Args, catalog) }
}

/** Tools that the arguments name, wherever they stand. */
function withMeantNames(args: Args, catalog: Catalog): Args {
  const { names, steps } = args
  const actionOf = (name: unknown) =>
    typeof name === 'string' ? (catalog.findMeant(name)?.tool.action ?? name) : name
  return {
    ...args,
    ...(Array.isArray(names) && { names: names.map(actionOf) }),
    ...(Array.isArray(steps) && { steps: steps.map((step: unknown) => meantStep(step, catalog)) }),
  }
}

function meantStep(step: unknown, catalog: Catalog): unknown {
  if (!isObject(step) || typeof step['action'] !== 'string' || !isObject(step['args'])) return step
  const entry = catalog.findMeant(step['action'])
  if (!entry) return step
  return { ...step, action: entry.tool.action, args: catalog.understand(entry, step['args']) }
}

function isObject(value: unknown): value is Args {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
