import { AppError, type ErrorIssue } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { WorkflowStep } from '../schemas.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { tooManySteps } from './finish-plan.ts'
import { readTriggers, triggersSchema } from './model-triggers.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

/** What a model said, as far as it has the right form. */
export interface ModelPlan {
  readonly steps: readonly WorkflowStep[]
  readonly explanation: string
  readonly unplanned: readonly string[]
  readonly triggers: readonly Trigger[]
}

/** What is offered to a model besides tools. */
export interface Offer {
  readonly tools: readonly CatalogEntry[]
  /** Conditions and lists, for a request that speaks of them. */
  readonly control?: boolean
  readonly triggers?: boolean
}

/** The form of a plan for a model: nothing in it but what we ask for. */
export function planSchema({
  tools,
  control = false,
  triggers = false,
}: Offer): Readonly<Record<string, unknown>> {
  const texts = { type: 'array', items: { type: 'string' } }
  return {
    type: 'object',
    additionalProperties: false,
    required: ['steps', 'explanation', 'unplanned', ...(triggers ? ['triggers'] : [])],
    properties: {
      ...(triggers && { triggers: triggersSchema }),
      steps: {
        type: 'array',
        maxItems: limits.plan_steps.value,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'action', 'args', 'depends_on', 'needs_human'],
          properties: {
            id: { type: 'string', description: 'Short lower-case name, unique in the plan' },
            action: { type: 'string', enum: tools.map(({ tool }) => tool.action) },
            args: { type: 'object', additionalProperties: true, description: "The tool's arguments" },
            depends_on: { ...texts, description: 'Ids of the steps that come before' },
            needs_human: { type: 'boolean', description: 'A person must look at it or add something' },
            ...(control && controlSchema),
          },
        },
      },
      explanation: { type: 'string', description: 'What the plan does, in one to three sentences' },
      unplanned: { ...texts, description: 'Parts of the request that no tool can do' },
    },
  }
}

const controlSchema = {
  when: { type: 'string' },
  for_each: {
    type: 'object',
    additionalProperties: false,
    required: ['in'],
    properties: { in: { type: 'string' }, as: { type: 'string' } },
  },
  after: { type: 'string', enum: ['success', 'failure', 'always'] },
}

const MAX_EXPLANATION_LENGTH = 2_000
const MAX_UNPLANNED = 50
/** What models write where they know no value. */
const PLACEHOLDER =
  /^(?:<[^<>]*>|\{\{.*\}\}|\[[a-z _-]+\]|\?+|\.\.\.|…|TODO|TBD|unknown|n\/a|null|undefined|none|placeholder|\/?path\/to\/.*|your[_ -].*)$/is

/** Reads an answer. Everything that is wrong with its form is told at once; members that nobody asked for are dropped. */
export function readPlan(answer: unknown, offer: Offer): ModelPlan {
  const issues: ErrorIssue[] = []
  if (!isObject(answer) || !Array.isArray(answer['steps']))
    throw refused([
      {
        path: '/steps',
        message: 'must be a list; answer with one JSON object {steps, explanation, unplanned}',
      },
    ])
  const given: readonly unknown[] = answer['steps']
  const excess = tooManySteps(given.length)
  if (excess !== undefined) throw refused([{ path: '/steps', message: excess }])
  const steps = given.map((step, position) => readStep(step, { position, offer, issues }))
  const triggers = offer.triggers ? readTriggers(answer['triggers'], issues) : []
  if (Buffer.byteLength(JSON.stringify(steps)) > limits.workflow_body_bytes.value)
    issues.push({ path: '/steps', message: 'is too large' })
  if (issues.length > 0) throw refused(issues)
  return {
    steps: withChain(steps),
    triggers,
    explanation: textOf(answer['explanation']).slice(0, MAX_EXPLANATION_LENGTH),
    unplanned: listOf(answer['unplanned'])
      .filter((text) => text.trim() !== '')
      .slice(0, MAX_UNPLANNED),
  }
}

interface Reading {
  readonly position: number
  readonly offer: Offer
  readonly issues: ErrorIssue[]
}

function readStep(given: unknown, { position, offer, issues }: Reading): WorkflowStep {
  const step = isObject(given) ? given : {}
  const tell = (member: string, message: string) =>
    issues.push({ path: `/steps/${position}${member}`, message })
  if (!isObject(given)) tell('', 'must be an object')
  const action = textOf(step['action'])
  const entry = offer.tools.find(({ tool }) => tool.action === action)
  if (!entry) tell('/action', `"${action.slice(0, 80)}" was not offered; use one of the tools that were`)
  const args = argumentsOf(step['args'])
  if (!args) tell('/args', 'must be an object')
  const id = textOf(step['id']).trim().slice(0, 128) || `step_${position + 1}`
  return {
    id,
    agent: entry?.agent ?? '',
    action,
    args: args ?? {},
    depends_on: listOf(step['depends_on']),
    ...(step['needs_human'] === true && { needs_human: true }),
    ...(offer.control && controlOf(step)),
  }
}

/** Whether they can be read is checked with the rest of the plan. */
function controlOf(
  step: Readonly<Record<string, unknown>>,
): Pick<WorkflowStep, 'when' | 'for_each' | 'after'> {
  const when = textOf(step['when']).trim()
  const list = isObject(step['for_each']) ? step['for_each'] : {}
  const name = textOf(list['as']).trim()
  const after = step['after']
  return {
    ...(when !== '' && { when }),
    ...(textOf(list['in']) !== '' && {
      for_each: { in: textOf(list['in']), ...(/^\w+$/.test(name) && { as: name }) },
    }),
    ...((after === 'failure' || after === 'always') && { after }),
  }
}

/** Some models can only write the arguments as text. What stands there for "I do not know" is left out. */
function argumentsOf(given: unknown): Record<string, unknown> | undefined {
  const value = typeof given === 'string' ? parsed(given) : (given ?? {})
  if (!isObject(value)) return undefined
  const known = Object.entries(value).filter(
    ([, member]) => member !== null && !(typeof member === 'string' && PLACEHOLDER.test(member.trim())),
  )
  return Object.fromEntries(known)
}

/** Steps that name no order at all run in the order in which they were given, as a person reads them. */
function withChain(steps: readonly WorkflowStep[]): WorkflowStep[] {
  if (steps.some(({ depends_on }) => depends_on.length > 0)) return [...steps]
  return steps.map((step, index) => (index === 0 ? step : { ...step, depends_on: [steps[index - 1]!.id] }))
}

/** The JSON object in a text that may have words or a fence around it. */
export function parsed(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start === -1 || end < start) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1)) as unknown
  } catch {
    return undefined
  }
}

function refused(errors: readonly ErrorIssue[]): AppError {
  return new AppError('invalid_request', 'The answer is not a plan.', { errors })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
