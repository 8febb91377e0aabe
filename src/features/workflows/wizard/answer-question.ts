import { AppError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { asSentence } from '../../../platform/validation/validation.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { parametersOf, type Parameter } from '../planning/parameters.ts'
import { readWhen } from '../planning/automations/read-when.ts'
import { newStepId } from '../planning/step-id.ts'
import type { WorkflowStep } from '../schemas.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { planOf } from '../validate-steps.ts'
import { entryOf, LATER, nameFor, nextPart, openOptional, type AskDeps } from './ask-question.ts'
import { asWritten } from './earlier-values.ts'
import { readAnswer, yesOrNo } from './read-answer.ts'
import { scheduleText } from './schedule-text.ts'
import { readSchedule } from './schedule-words.ts'
import { suggestTools, type SuggestDeps } from './suggest-tools.ts'
import type { Outcome, Question, WizardState } from './wizard-state.ts'

/** What steps know besides the results of others: what has happened, where something starts them. */
export function knownIn({ triggers }: Pick<WizardState, 'triggers'>): Readonly<Record<string, unknown>> {
  return triggers ? { event: {} } : {}
}

export type AnswerDeps = AskDeps & SuggestDeps

/** What an answer makes of the state. It is the only thing that changes a draft. */
export async function answerQuestion(
  state: WizardState,
  message: string,
  { signal, ...deps }: AnswerDeps & { signal: AbortSignal },
): Promise<Outcome> {
  return ANSWERS[state.question.kind](state, { message, deps, signal })
}

const ANSWERS: Readonly<
  Record<Question['kind'], (state: WizardState, answer: Answer) => Outcome | Promise<Outcome>>
> = {
  goal: takeGoal,
  describe: (state, { message, ...answer }) => offerTools(state, { ...answer, wish: message }),
  tool: chooseTool,
  argument: setArgument,
  optional: setOptional,
  approval: decideApproval,
  more: decideMore,
  schedule: decideSchedule,
  schedule_check: checkSchedule,
  trigger_check: checkTriggers,
  name: nameIt,
  start: decideStart,
}

interface Answer {
  readonly message: string
  readonly deps: AnswerDeps
  readonly signal: AbortSignal
}

type Offering = Omit<Answer, 'message'> & { readonly wish?: string }

/** A goal that says what starts it is asked about without that; it is read back before anything is made. */
function takeGoal(state: WizardState, { message, deps, signal }: Answer): Promise<Outcome> {
  const read = deps.automations ? readWhen(message, deps.catalog) : undefined
  const isStarted = read && 'triggers' in read && read.rest !== '' && !isOnlyTimes(read.triggers)
  return isStarted
    ? offerTools({ ...state, goal: read.rest, triggers: read.triggers }, { deps, signal })
    : offerTools({ ...state, goal: message }, { deps, signal })
}

/** Times are asked for at the end, as ever. */
function isOnlyTimes(triggers: readonly Trigger[]): boolean {
  return triggers.every(({ type }) => type === 'schedule')
}

async function offerTools(state: WizardState, { wish, deps, signal }: Offering): Promise<Outcome> {
  const wanted = wish ?? nextPart(state, deps.catalog) ?? state.goal ?? ''
  const offered = await suggestTools(wanted, deps, signal)
  if (offered.length > 0) return { next: { ...state, question: { kind: 'tool', wish: wanted, offered } } }
  return {
    problem: 'No tool fits that. Say what to do and with what, e.g. search my Documents for invoices.',
  }
}

async function chooseTool(state: WizardState, { message, deps, signal }: Answer): Promise<Outcome> {
  const { catalog } = deps
  const offered = state.question.kind === 'tool' ? state.question.offered : []
  const action = chosenAction(message, { offered, catalog })
  if (action === undefined) return offerTools(state, { wish: message, deps, signal })
  if (state.steps.length >= limits.plan_steps.value)
    return {
      problem: `A workflow made here can have at most ${limits.plan_steps.value} steps. Say cancel, or go back.`,
    }
  const entry = catalog.find(action)!
  const before = state.steps.at(-1)
  const current: WorkflowStep = {
    id: newStepId(action, state.steps),
    agent: entry.agent,
    action,
    args: {},
    depends_on: before ? [before.id] : [],
  }
  return { next: askNext({ ...state, current, later: [] }, catalog) }
}

/** By number, by action, by title, or as the suggestion reads. */
function chosenAction(
  message: string,
  { offered, catalog }: { offered: readonly string[]; catalog: ToolCatalog },
): string | undefined {
  const text = message.trim().replace(/\s+—\s.*$/s, '')
  const number = /^#?(\d{1,2})[.)]?$/.exec(text)?.[1]
  if (number !== undefined) return offered[Number(number) - 1]
  const plain = text.toLowerCase().replaceAll(/[\s_]+/g, ' ')
  const isMeant = (name: string) => name.toLowerCase().replaceAll(/[\s_]+/g, ' ') === plain
  return catalog.list().find(({ tool }) => isMeant(tool.action) || isMeant(tool.title))?.tool.action
}

/** The first required argument that is still open; then whatever else could be set; then approval. */
function askNext(state: WizardState, catalog: ToolCatalog, { isOptionalDone = false } = {}): WizardState {
  const { current, later } = state
  const open = parametersOf(entryOf(state, catalog).tool).find(
    ({ name, required }) => required && !Object.hasOwn(current!.args, name) && !later.includes(name),
  )
  if (open) return { ...state, question: { kind: 'argument', name: open.name } }
  if (!isOptionalDone && openOptional(state, catalog).length > 0)
    return { ...state, question: { kind: 'optional' } }
  if (later.length > 0) return withStep(state, true)
  return { ...state, question: { kind: 'approval' } }
}

function setArgument(state: WizardState, { message, deps }: Answer): Outcome {
  const { catalog } = deps
  const name = state.question.kind === 'argument' ? state.question.name : ''
  const parameter = parametersOf(entryOf(state, catalog).tool).find((one) => one.name === name)
  if (isLater(message) && parameter?.required !== false) {
    const next = { ...state, later: [...state.later, name] }
    return { next: askNext(next, catalog), note: `You will be asked for ${name} when the step runs.` }
  }
  return parameter
    ? setValue(state, { parameter, message, catalog })
    : { problem: `The tool no longer takes ${name}.` }
}

function setValue(
  state: WizardState,
  { parameter, message, catalog }: { parameter: Parameter; message: string; catalog: ToolCatalog },
): Outcome {
  const read = readAnswer(parameter, message)
  if ('problem' in read) return read
  const value = asWritten(read.value, parameter, { steps: state.steps, catalog })
  const current = { ...state.current!, args: { ...state.current!.args, [parameter.name]: value } }
  const problem = problemWith({ ...state, current }, { name: parameter.name, catalog })
  if (problem !== undefined) return { problem }
  return { next: askNext({ ...state, current }, catalog) }
}

/** Why the draft cannot run because of one argument; everything is checked as it will be when it is made. */
function problemWith(
  { steps, current, triggers }: WizardState,
  { name, catalog }: { name: string; catalog: ToolCatalog },
): string | undefined {
  const draft = [...steps, { ...current!, needs_human: true }]
  const place = `/steps/${steps.length}/args/${name}`
  const found = issuesOf(draft, { catalog, triggers }).find(
    ({ path }) => path === place || path.startsWith(`${place}/`),
  )
  if (!found) return undefined
  const where = found.path.slice(place.length).replaceAll('/', '.')
  return asSentence(`${name}${where} ${found.message}`)
}

function issuesOf(
  steps: readonly WorkflowStep[],
  { catalog, triggers }: { catalog: ToolCatalog; triggers: WizardState['triggers'] },
) {
  try {
    planOf({ steps, variables: knownIn({ triggers }) }, { catalog, at: '/steps' })
    return []
  } catch (error) {
    if (error instanceof AppError && error.errors) return error.errors
    throw error
  }
}

function setOptional(state: WizardState, { message, deps }: Answer): Outcome {
  const { catalog } = deps
  const open = openOptional(state, catalog)
  const named = /^\s*([\w-]+)\s*(?:=|:|\bis\b|\bto\b)\s*(\S.*)$/s.exec(message)
  const wanted = open.find(({ name }) => name === (named?.[1] ?? message.trim()).toLowerCase())
  if (wanted && named) return setValue(state, { parameter: wanted, message: named[2]!, catalog })
  if (wanted) return { next: { ...state, question: { kind: 'argument', name: wanted.name } } }
  if (yesOrNo(message) !== false)
    return { problem: `Say "name = value" with one of ${open.map(({ name }) => name).join(', ')}, or no.` }
  const lacking =
    state.later.length > 0
      ? []
      : issuesOf([...state.steps, state.current!], { catalog, triggers: state.triggers })
  const [first] = lacking
  if (first) return { problem: asSentence(`The step can't run like this: it ${first.message}`) }
  return { next: askNext(state, catalog, { isOptionalDone: true }) }
}

function decideApproval(state: WizardState, { message }: Answer): Outcome {
  const answer = yesOrNo(message)
  if (answer === undefined) return { problem: 'Say yes or no.' }
  return { next: withStep(state, answer) }
}

/** The step is complete: it joins the others. */
function withStep(state: WizardState, asks: boolean): WizardState {
  const step: WorkflowStep = { ...state.current!, ...(asks && { needs_human: true }) }
  return { ...state, steps: [...state.steps, step], current: null, later: [], question: { kind: 'more' } }
}

async function decideMore(state: WizardState, { message, deps, signal }: Answer): Promise<Outcome> {
  const answer = yesOrNo(message)
  if (answer === false)
    return { next: { ...state, question: { kind: state.triggers ? 'trigger_check' : 'schedule' } } }
  if (answer === undefined) return offerTools(state, { wish: message, deps, signal })
  const part = nextPart(state, deps.catalog)
  if (part !== undefined) return offerTools(state, { wish: part, deps, signal })
  return { next: { ...state, question: { kind: 'describe' } } }
}

function decideSchedule(state: WizardState, { message, deps }: Answer): Outcome {
  const read = readSchedule(message)
  if ('problem' in read) return decideTriggers(state, { message, deps }) ?? read
  if (read.wish === null) return { next: { ...state, schedule: null, question: { kind: 'name' } } }
  try {
    scheduleText(read.wish, deps.now())
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
  return { next: { ...state, schedule: read.wish, question: { kind: 'schedule_check' } } }
}

/** Undefined where it says nothing of what happens. */
function decideTriggers(state: WizardState, { message, deps }: Omit<Answer, 'signal'>): Outcome | undefined {
  const read = deps.automations ? readWhen(message, deps.catalog) : undefined
  if (!read) return undefined
  if ('question' in read) return { problem: read.question }
  return { next: { ...state, triggers: read.triggers, question: { kind: 'trigger_check' } } }
}

function checkTriggers({ triggers, ...state }: WizardState, answer: Answer): Outcome {
  const isRight = yesOrNo(answer.message)
  if (isRight === true) return { next: { ...state, triggers: triggers ?? [], question: { kind: 'name' } } }
  if (isRight === false && state.steps.some((step) => JSON.stringify(step.args).includes('$event')))
    return { problem: 'Steps use what has happened. Say what should start it instead, or cancel.' }
  if (isRight === false) return { next: { ...state, question: { kind: 'schedule' } } }
  return decideTriggers({ ...state, ...(triggers && { triggers }) }, answer) ?? { problem: 'Say yes or no.' }
}

function checkSchedule(state: WizardState, answer: Answer): Outcome {
  const isRight = yesOrNo(answer.message)
  if (isRight === true) return { next: { ...state, question: { kind: 'name' } } }
  if (isRight === false) return { next: { ...state, schedule: null, question: { kind: 'schedule' } } }
  return decideSchedule(state, answer)
}

function nameIt(state: WizardState, { message, deps }: Answer): Outcome {
  const isAccepted = yesOrNo(message) !== undefined && message.trim().split(/\s+/).length < 3
  const name = (isAccepted ? nameFor(state, deps.catalog) : message.trim()).slice(0, 200)
  const named = { ...state, name }
  if (state.schedule || state.triggers) return { make: named, start: false }
  return { next: { ...named, question: { kind: 'start' } } }
}

function decideStart(state: WizardState, { message }: Answer): Outcome {
  const start = yesOrNo(message)
  return start === undefined
    ? { problem: 'Say yes to start it now, or no to just save it.' }
    : { make: state, start }
}

function isLater(message: string): boolean {
  return (
    /^(?:later|ask me(?: later| then)?|ask me when it runs|i do not know(?: yet)?|i don't know(?: yet)?)[.!]?$/i.test(
      message.trim(),
    ) || message.trim() === LATER
  )
}
