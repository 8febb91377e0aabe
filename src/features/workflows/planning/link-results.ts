import type { AnyTool } from '../../../contract/tool.ts'
import { withoutSpans } from '../../../platform/language/spans.ts'
import {
  membersOf,
  parametersOf,
  typeOf,
  type JsonSchema,
  type Parameter,
  type ParameterKind,
} from './parameters.ts'
import { POINTING } from './read-values.ts'
import type { Understood } from './understood.ts'

/** A step that a later clause can speak of. */
export interface EarlierStep {
  readonly id: string
  readonly tool: AnyTool
}

export interface LinkContext {
  readonly clause: string
  /** In their order. */
  readonly earlier: readonly EarlierStep[]
  /** A folder that was named last without a step of its own. */
  readonly folder?: string | undefined
}

export interface Linked extends Understood {
  readonly doubts: readonly string[]
}

const TOWARDS_IT =
  /\b(?:to|into|in|onto|inside)\s+(?:it|that|this|there|(?:the|that|this) (?:new )?(?:folder|directory|archive))\b/i
const TEXT_MEMBERS = ['content', 'text', 'markdown', 'summary', 'message']
const LIST_MEMBERS = ['results', 'entries', 'rows', 'items', 'matches', 'documents', 'data']

/**
 * Takes what a call lacks from the results of earlier steps: "it", "the result" and the like say so. Where the clause
 * does not point back, only what the step before gives is taken, and a person is to look at it.
 */
export function linkResults(tool: AnyTool, call: Understood, context: LinkContext): Linked {
  const wanted = parametersOf(tool).filter(({ name }) => !Object.hasOwn(call.args, name))
  const found = pointsBack(context.clause) ? pointedAt(wanted, call.args, context) : implied(wanted, context)
  const doubts = [...(call.doubts ?? []), ...(found?.doubt === undefined ? [] : [found.doubt])]
  const args = found ? { ...call.args, [found.name]: found.value } : call.args
  return { ...call, args, doubts, missing: call.missing.filter((name) => name !== found?.name) }
}

/** Whether a clause speaks of something that was said before it. */
export function pointsBack(clause: string): boolean {
  return POINTING.test(withoutSpans(clause))
}

interface Found {
  readonly value: unknown
  readonly doubt?: string
}

/** One thing was pointed at, so one parameter takes it: where it is put, what is written, then what is worked on. */
function pointedAt(
  wanted: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
  { clause, earlier, folder }: LinkContext,
): (Found & { name: string }) | undefined {
  const isTarget = TOWARDS_IT.test(withoutSpans(clause))
  const orders: ((parameter: Parameter) => boolean)[] = [
    ({ kind, isDestination }) => isTarget && kind === 'path' && isDestination,
    ({ kind, required }) => required && (kind === 'content' || kind === 'records' || kind === 'list'),
    ({ kind, required, isDestination }) =>
      required && !isDestination && (kind === 'path' || kind === 'paths'),
    ({ required, kind }) => required && kind !== 'path',
    ({ kind }) => kind === 'content' || kind === 'records',
    ({ kind, isDestination }) => kind === 'paths' || (kind === 'path' && !isDestination),
  ]
  for (const parameter of orders.flatMap((isNext) => wanted.filter(isNext))) {
    if (folder !== undefined && parameter.kind === 'path')
      return { name: parameter.name, value: inFolder(folder, parameter, args) }
    for (const step of earlier.toReversed()) {
      const found = takenFrom(step, parameter)
      if (found) return { name: parameter.name, ...found }
    }
  }
  return undefined
}

function implied(
  wanted: readonly Parameter[],
  { earlier }: LinkContext,
): (Found & { name: string }) | undefined {
  const before = earlier.at(-1)
  const parameter = wanted.find(
    ({ kind, required }) => required && (kind === 'content' || kind === 'records'),
  )
  const found = before && parameter && takenFrom(before, parameter)
  return (
    found && { ...found, name: parameter.name, doubt: `${parameter.name} was taken from step "${before.id}"` }
  )
}

/** What is put into a folder keeps its name there; so it does not matter whether the folder is there yet. */
function inFolder(
  folder: string,
  { isDestination }: Parameter,
  args: Readonly<Record<string, unknown>>,
): string {
  const source = args['path']
  if (!isDestination || typeof source !== 'string' || source.startsWith('$')) return folder
  const name = source.replace(/\/+$/, '').split('/').at(-1)!
  return `${folder.replace(/\/+$/, '')}/${name}`
}

function takenFrom({ id, tool }: EarlierStep, parameter: Parameter): Found | undefined {
  return TAKERS[parameter.kind]?.({ id, members: membersOf(tool), parameter })
}

interface Taking {
  readonly id: string
  readonly members: Members
  readonly parameter: Parameter
}

const TAKERS: Partial<Record<ParameterKind, (taking: Taking) => Found | undefined>> = {
  content: ({ id, members, parameter }) =>
    textOf(id, members) ?? (parameter.required ? { value: `$${id}\n` } : undefined),
  records: ({ id, members }) => listOf(id, members),
  list: ({ id, members }) => listOf(id, members),
  path: ({ id, members }) => pathOf(id, members),
  paths: ({ id, members }) => pathsOf(id, members),
  number: sameMember,
  text: sameMember,
  texts: sameMember,
}

function sameMember({ id, members, parameter }: Taking): Found | undefined {
  const same = members.find(
    ({ name, schema }) => name === parameter.name && typeOf(schema) === typeOf(parameter.schema),
  )
  return same && { value: `$${id}.${same.name}` }
}

function pathsOf(id: string, members: Members): Found | undefined {
  const several = members.find(({ name, schema }) => /paths|files$/.test(name) && isListOf(schema, 'string'))
  if (several) return { value: `$${id}.${several.name}` }
  const found = foundPaths(members)
  if (found !== undefined) return { value: `$${id}.${found}[*].path` }
  const one = pathOf(id, members)
  return one && one.doubt === undefined ? { value: [one.value] } : undefined
}

type Members = ReturnType<typeof membersOf>

/** Text as it is; anything else written as text, which the line break at its end brings about. */
function textOf(id: string, members: Members): Found | undefined {
  const text = TEXT_MEMBERS.find((name) =>
    members.some((member) => member.name === name && typeOf(member.schema) === 'string'),
  )
  if (text !== undefined) return { value: `$${id}.${text}` }
  const list = mainList(members)
  if (list === undefined) return undefined
  // Files are told by their paths, one in each line; what else there is to know of them is for nobody to read.
  return { value: foundPaths(members) === list ? `$${id}.${list}[*].path\n` : `$${id}.${list}\n` }
}

function listOf(id: string, members: Members): Found | undefined {
  const list = mainList(members)
  return list === undefined ? undefined : { value: `$${id}.${list}` }
}

/** The path of what a step made, or of the first thing that it found. */
function pathOf(id: string, members: Members): Found | undefined {
  const found = foundPaths(members)
  if (found !== undefined)
    return { value: `$${id}.${found}[0].path`, doubt: `it uses the first result of step "${id}"` }
  return members.some(({ name }) => name === 'path') ? { value: `$${id}.path` } : undefined
}

/** The list of files that a step finds. */
function foundPaths(members: Members): string | undefined {
  return members.find(
    ({ name, schema }) => LIST_MEMBERS.includes(name) && schema.items?.properties?.['path'] !== undefined,
  )?.name
}

function mainList(members: Members): string | undefined {
  const lists = members.filter(({ schema }) => isListOf(schema, 'object'))
  const known = LIST_MEMBERS.find((name) => lists.some((member) => member.name === name))
  return known ?? lists[0]?.name
}

function isListOf(schema: JsonSchema, type: string): boolean {
  return typeOf(schema) === 'array' && typeOf(schema.items ?? {}) === type
}
