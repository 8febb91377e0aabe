import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { splitClauses } from '../planning/clauses.ts'
import {
  parametersOf,
  typeOf,
  type JsonSchema,
  type Parameter,
  type ParameterKind,
} from '../planning/parameters.ts'
import { verbsOf } from '../planning/understand-clause.ts'
import { earlierValues } from './earlier-values.ts'
import { scheduleText } from './schedule-text.ts'
import { triggerText } from './trigger-text.ts'
import type { WorkflowStep } from '../schemas.ts'
import type { Trigger } from '../triggers/schemas.ts'
import type { Question, WizardState } from './wizard-state.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

export interface Asked {
  readonly message: string
  readonly suggestions: readonly string[]
}

export interface AskDeps {
  readonly catalog: ToolCatalog
  readonly now: () => Date
  /** Stores what something that happens should start; left out, only times start anything. */
  readonly automations?: AutomationPort | undefined
}

/** What the wizard needs of saved automations. */
export interface AutomationPort {
  create(definition: {
    readonly name: string
    readonly triggers: readonly Trigger[]
    readonly steps: readonly WorkflowStep[]
  }): Promise<{ automation_id: string }>
}

export const LATER = 'Ask me when it runs'
const MAX_NAME_LENGTH = 200
const FOLDERS = ['~/Documents', '~/Downloads', '~']

/** The question of a state, with answers that would fit. */
export function askQuestion(state: WizardState, deps: AskDeps): Asked {
  const { question } = state
  if (question.kind === 'tool') return askTool(question, state, deps)
  if (question.kind === 'argument') return askArgument(question.name, state, deps)
  return QUESTIONS[question.kind](state, deps)
}

const QUESTIONS: Readonly<
  Record<Exclude<Question['kind'], 'tool' | 'argument'>, (state: WizardState, deps: AskDeps) => Asked>
> = {
  goal: () => ({
    message:
      'What should the workflow do? Say it in a sentence, e.g. list the files in ~/Downloads, then write the list to ~/list.txt.',
    suggestions: [],
  }),
  describe: () => ({ message: 'What should the next step do?', suggestions: [] }),
  optional: askOptional,
  approval: askApproval,
  more: askMore,
  schedule: (_state, { automations }) => ({
    message: automations
      ? 'When should it run? Say a time, e.g. "every weekday at 9", or what should start it, e.g. "when a PDF lands in Downloads", or no.'
      : 'Should it run on a schedule? Say when, e.g. "every weekday at 9" or "every 2 hours", or no.',
    suggestions: [
      'No',
      'Every day at 9',
      'Every weekday at 9',
      'Every hour',
      ...(automations ? ['When a file lands in ~/Downloads', 'When I get mail'] : []),
    ],
  }),
  trigger_check: ({ triggers = [] }) => ({
    message: `${triggerText(triggers)} Is that right?`,
    suggestions: ['Yes', 'No'],
  }),
  schedule_check: ({ schedule }, { now }) => ({
    message: `${scheduleText(schedule!, now())} Is that right?`,
    suggestions: ['Yes', 'No, at another time'],
  }),
  name: (state, { catalog }) => ({
    message: 'What should it be called?',
    suggestions: [nameFor(state, catalog)],
  }),
  start: () => ({
    message: 'All set. Start it now, or just save it?',
    suggestions: ['Yes, start it', 'No, just save it'],
  }),
}

/** The part of the goal that no step has been made for yet. */
export function nextPart({ goal, steps }: WizardState, catalog: ToolCatalog): string | undefined {
  if (goal === null) return undefined
  return splitClauses(goal, verbsOf(catalog.list()))[steps.length]?.text
}

/** A name that says what it does. */
export function nameFor({ goal, steps }: WizardState, catalog: ToolCatalog): string {
  const titles = steps.map(({ action }) => catalog.find(action)?.tool.title ?? action)
  const text = (goal ?? titles.join(', then ')).replaceAll(/\s+/g, ' ').trim()
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text
}

export function entryOf({ current }: WizardState, catalog: ToolCatalog): CatalogEntry {
  // Tools of plugins can go at any time; then the draft is refused when it is made.
  return (
    catalog.find(current!.action) ?? {
      agent: current!.agent,
      tool: gone(current!.action),
      origin: 'plugin',
      alwaysAsks: true,
    }
  )
}

function gone(action: string): CatalogEntry['tool'] {
  return {
    action,
    title: action,
    params: {},
    data: {},
    risk: 'read',
    example: { args: {} },
  } as CatalogEntry['tool']
}

function askTool(
  { wish, offered }: { wish: string; offered: readonly string[] },
  { steps }: WizardState,
  { catalog }: AskDeps,
): Asked {
  const tools = offered.flatMap((action) => catalog.find(action)?.tool ?? [])
  const lines = tools.map(
    ({ title, action, description }, index) => `${index + 1}. ${title} (${action}): ${description}`,
  )
  return {
    message: [
      `Which tool should do step ${steps.length + 1}, "${shortened(wish)}"?`,
      ...lines,
      'Say a number or a name, or rephrase it.',
    ].join('\n'),
    suggestions: tools.map(({ title, action }) => `${action} — ${title}`),
  }
}

function askArgument(name: string, state: WizardState, { catalog }: AskDeps): Asked {
  const { tool } = entryOf(state, catalog)
  const parameter = parametersOf(tool).find((one) => one.name === name)
  if (!parameter) return { message: `What is ${name}?`, suggestions: [LATER] }
  const example = exampleOf((tool.example.args as Readonly<Record<string, unknown>>)[name])
  const values = earlierValues(parameter, { steps: state.steps, catalog })
  const about = parameter.description === '' ? '' : `: ${parameter.description.replace(/\.$/, '')}`
  return {
    message: [
      `${tool.title} needs ${name} (${typeWords(parameter)})${about}.`,
      ...(example === undefined ? [] : [`For example: ${example}`]),
      ...(values.length > 0
        ? [`It can also be the result of an earlier step, e.g. ${values[0]!.reference}.`]
        : []),
    ].join('\n'),
    suggestions: [
      ...values.map(({ reference, description }) => `${reference} — ${description}`),
      ...(parameter.choices.length > 0 ? parameter.choices : []),
      ...(parameter.kind === 'boolean' ? ['Yes', 'No'] : []),
      ...(parameter.kind === 'path' && !parameter.isDestination ? FOLDERS : []),
      ...(parameter.required ? [LATER] : []),
    ],
  }
}

function askOptional(state: WizardState, { catalog }: AskDeps): Asked {
  const { tool } = entryOf(state, catalog)
  const open = openOptional(state, catalog)
  const lines = open.map((parameter) => {
    const { name, schema, description } = parameter
    const fallback = schema.default === undefined ? '' : `, ${JSON.stringify(schema.default)} by default`
    return `- ${name} (${typeWords(parameter)}${fallback})${description === '' ? '' : `: ${description}`}`
  })
  return {
    message: [
      `Anything else to set for ${tool.title}? It also has:`,
      ...lines,
      'Say e.g. "name = value", or no.',
    ].join('\n'),
    suggestions: ['No', ...open.slice(0, 5).map(({ name }) => name)],
  }
}

/** Parameters that need not be given and have not been. */
export function openOptional(state: WizardState, catalog: ToolCatalog): Parameter[] {
  return parametersOf(entryOf(state, catalog).tool).filter(
    ({ name, required }) => !required && !Object.hasOwn(state.current!.args, name),
  )
}

function askApproval(state: WizardState, { catalog }: AskDeps): Asked {
  const { tool } = entryOf(state, catalog)
  const warnings: Partial<Record<typeof tool.risk, string>> = {
    external: ' It sends something out of this machine.',
    dangerous: tool.trashes ? ' It moves something to the trash.' : " It can't be undone.",
  }
  const warning = warnings[tool.risk] ?? ''
  return {
    message: `Should it ask you each time before "${tool.title}" runs?${warning}`,
    suggestions: warning === '' ? ['No', 'Yes'] : ['Yes', 'No'],
  }
}

function askMore(state: WizardState, { catalog }: AskDeps): Asked {
  const part = nextPart(state, catalog)
  return {
    message:
      part === undefined
        ? 'Is there another step? Say what it should do, or no.'
        : `Next is "${part}". Add a step for it? Say yes, no, or what to do instead.`,
    suggestions: part === undefined ? ["No, that's all", 'Yes'] : ['Yes', "No, that's all"],
  }
}

/** The type of a parameter as a person would say it. */
function typeWords({ kind, choices, schema }: Parameter): string {
  if (kind === 'choice')
    return `one of ${(choices.length > 0 ? choices : (schema.enum ?? [])).map(String).join(', ')}`
  if (kind !== 'number') return TYPE_WORDS[kind]
  return `${typeOf(schema) === 'integer' ? 'a whole number' : 'a number'}${rangeWords(schema)}`
}

const TYPE_WORDS: Readonly<Record<Exclude<ParameterKind, 'choice' | 'number'>, string>> = {
  boolean: 'yes or no',
  path: 'a path',
  paths: 'paths, separated by commas',
  texts: 'a list, separated by commas',
  numbers: 'numbers, separated by commas',
  records: 'a list as JSON',
  list: 'a list as JSON',
  object: 'an object as JSON',
  url: 'a web address',
  query: 'text',
  content: 'text',
  text: 'text',
  anything: 'any value',
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  return maximum === undefined ? '' : `, at most ${maximum}`
}

function exampleOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shortened(text.replaceAll('{folder}', '~').replaceAll('\n', ' ').trim())
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
