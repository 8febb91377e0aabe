import type { Envelope } from '../../../contract/envelope.ts'
import type { Reading } from '../../../contract/tool.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import { componentGuide } from '../components/component-catalog.ts'
import {
  ALL_NAMES,
  forEvent,
  outcomeOf,
  provenanceOf,
  type CallDeps,
  type CallOutcome,
} from './call-outcome.ts'
import type { StepCall } from './model-step.ts'
import {
  DescribeArguments,
  isAlwaysThere,
  isOwnToLoad,
  LoadArguments,
  toldWhenLoaded,
} from './offered-tools.ts'
import { runPlan, waitsForPerson, type Recorded } from './plan-workflow.ts'
import { resultShape } from './result-shape.ts'

/* What the chat itself offers a model beside the tools of the catalogue. */

const WAIT_MS = 30_000

export async function planWorkflow(call: StepCall, deps: CallDeps): Promise<CallOutcome> {
  const { workflows, catalog, writer, asked, signal, taints } = deps
  const { call_id, name: action } = call
  const { untrusted, private: isPrivate } = taints.of(asked.session_id)
  writer.toolStart({
    call_id,
    agent: 'workflows',
    action,
    args: call.args as Readonly<Record<string, unknown>>,
    risk: 'write',
  })
  const { envelope, record } = await runPlan(call.args, {
    workflows,
    catalog,
    writer,
    signal,
    provenance: provenanceOf(asked),
    asksFirst: untrusted && isPrivate,
    goesOn: true,
    waitMs: WAIT_MS,
  })
  const readings = record ? await readingsOfSteps(record, deps) : []
  await taints.add(asked.session_id, readings)
  writer.toolEnd(call_id, forEvent(envelope))
  const outcome = outcomeOf(call, { result: envelope, readings, deps })
  if (!record || !waitsForPerson(record)) return outcome
  return { ...outcome, waitsFor: { workflow_id: record.workflow_id } }
}

async function readingsOfSteps({ steps }: Recorded, { runner, asked, signal }: CallDeps): Promise<Reading[]> {
  const provenance = provenanceOf(asked)
  const run = steps.filter(({ attempts }) => attempts > 0)
  const readings = run.map(({ action, args }) => runner.readings({ action, args, provenance, signal }))
  return (await Promise.all(readings)).flat()
}

export async function loadTools(call: StepCall, deps: CallDeps): Promise<CallOutcome> {
  const { catalog } = deps
  const wanted = namesIn(call, LoadArguments)
  if (!wanted) return outcomeOf(call, { result: namesNeeded(call), deps })
  const entries = wanted.map((name) => ({ name, entry: catalog.find(name) }))
  const isOwn = (name: string) => isOwnToLoad(name) && !deps.deferred
  const loadable = entries.flatMap(({ name, entry }) => {
    if (isOwn(name)) return [name]
    const isReady = entry && catalog.isAvailable(entry) && catalog.setupOf(entry) === undefined
    return isReady ? [entry.tool.action] : []
  })
  const gone = await deps.load(loadable)
  const refused = loadable.filter((action) => gone.includes(action))
  const isUnknown = ({ name, entry }: (typeof entries)[number]) =>
    !entry && !isOwn(name) && !isAlwaysThere(name)
  // What failed first, for the answer begins with "Failed".
  const unknown = entries.filter(isUnknown).map(({ name }) => catalog.unknown(name, ALL_NAMES))
  const lines = entries.flatMap(({ name, entry }) => {
    if (refused.includes(entry?.tool.action ?? name)) return `${name} is not loaded: there is no room for it.`
    if (isOwn(name)) return toldWhenLoaded(name, catalog)
    if (isAlwaysThere(name)) return `${name} is always loaded.`
    if (!entry) return []
    const setup = catalog.setupOf(entry)
    if (setup !== undefined) return `${name} is not set up. ${setup}`
    if (!catalog.isAvailable(entry)) return `${name} does not exist on this system.`
    const shape = resultShape(entry.tool)
    return shape === '' ? `${name} is loaded.` : `${name} is loaded. Its data: ${shape}`
  })
  const dropped = gone.filter((action) => !refused.includes(action))
  const unloaded = dropped.length === 0 ? [] : [`There is no room any more for: ${dropped.join(', ')}.`]
  const message = [...unknown, ...lines, ...unloaded].join('\n')
  const isWrong = unknown.length > 0
  const data = isWrong ? { error: { code: 'unknown_tool' } } : null
  return outcomeOf(call, { result: { success: !isWrong, message, data }, deps })
}

export function describeComponents(call: StepCall, deps: CallDeps): CallOutcome {
  const wanted = namesIn(call, DescribeArguments)
  if (!wanted) return outcomeOf(call, { result: namesNeeded(call), deps })
  const types = new Set(wanted)
  const missing = wanted.filter((type) => !deps.known.has(type)).map((type) => `There is no type ${type}.`)
  const message = [componentGuide(deps.known, { types }), ...missing].join('\n')
  return outcomeOf(call, { result: { success: true, message, data: null }, deps })
}

function namesIn({ args }: StepCall, schema: typeof LoadArguments): string[] | undefined {
  const given = structuredClone(args) as { names: string[] }
  return checkFor(schema, 'body')(given).length === 0 ? given.names : undefined
}

function namesNeeded({ name }: StepCall): Envelope {
  const message = `${name} needs names: a list of names as they stand in the instructions.`
  return { success: false, message, data: { error: { code: 'invalid_arguments' } } }
}
