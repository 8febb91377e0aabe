import type { AnyTool } from '../../../contract/tool.ts'

/** What kind of value a parameter takes, as far as its declaration tells. */
export type ParameterKind =
  | 'path'
  | 'paths'
  | 'url'
  | 'query'
  | 'content'
  | 'text'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'numbers'
  | 'records'
  | 'list'
  | 'object'
  | 'anything'

export interface Parameter {
  readonly name: string
  readonly kind: ParameterKind
  readonly required: boolean
  /** Where something is put, as opposed to where it is taken from. */
  readonly isDestination: boolean
  readonly description: string
  readonly choices: readonly string[]
  readonly schema: JsonSchema
}

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
}

const DESTINATION = /^(?:to|into|destination|target(?:_path)?|save_dir|output(?:_.*)?|.*_to)$/
const PATH = /(?:^|_)path$|_(?:file|folder|dir|directory)$/
/** Folders and paths that are not on this machine. */
const ELSEWHERE = /\b(?:imap|mail|mailbox|inbox|repository|repo|channel)\b/i
const IS_PATH = /\babsolute\b|\bpath\b|~|\bdisk\b/i
const IS_PLACE = /\bpath\b|\bfolder\b/i
const QUERY = /^(?:query|q|search|term|keywords?|topic|word|question|symbol|city|place)$/
const CONTENT = /^(?:content|contents|text|markdown|message|body|comment|caption|note|notes|html)$/

export function parametersOf(tool: AnyTool): Parameter[] {
  const { properties = {}, required = [] } = tool.params as JsonSchema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    kind: kindOf(name, schema),
    required: required.includes(name),
    isDestination: DESTINATION.test(name),
    description: schema.description ?? '',
    choices: (schema.enum ?? []).filter((value): value is string => typeof value === 'string'),
  }))
}

/** The members of what a tool returns; none when its declaration leaves that open. */
export function membersOf(tool: AnyTool): { name: string; schema: JsonSchema }[] {
  const { properties = {} } = tool.data as JsonSchema
  return Object.entries(properties).map(([name, schema]) => ({ name, schema }))
}

/** The one type of a value; "or nothing at all" does not count as another. */
export function typeOf(schema: JsonSchema): string | undefined {
  if (schema.enum) return typeof schema.enum[0]
  if (schema.const !== undefined) return typeof schema.const
  const given = schema.type ?? schema.anyOf?.map(typeOf)
  const types = [given].flat().filter((type) => type !== undefined && type !== 'null')
  return types.length === 1 ? types[0] : undefined
}

type KindOf = (name: string, schema: JsonSchema) => ParameterKind

const KINDS = new Map<string | undefined, KindOf>([
  ['string', textKind],
  ['integer', () => 'number'],
  ['number', () => 'number'],
  ['boolean', () => 'boolean'],
  ['array', listKind],
  ['object', () => 'object'],
])

function kindOf(name: string, schema: JsonSchema): ParameterKind {
  if (schema.enum) return 'choice'
  return KINDS.get(typeOf(schema))?.(name, schema) ?? 'anything'
}

function textKind(name: string, { format, description = '' }: JsonSchema): ParameterKind {
  if (format === 'uri' || /^(?:url|address|link)$|_url$/.test(name)) return 'url'
  if (isLocalPath(name, description)) return 'path'
  if (QUERY.test(name)) return 'query'
  return CONTENT.test(name) ? 'content' : 'text'
}

function isLocalPath(name: string, description: string): boolean {
  if (ELSEWHERE.test(description)) return false
  if (PATH.test(name)) return true
  if (/^(?:file|folder|directory)$/.test(name)) return IS_PATH.test(description)
  return /^(?:to|from|source|destination)$/.test(name) && IS_PLACE.test(description)
}

function listKind(name: string, { items = {} }: JsonSchema): ParameterKind {
  const type = typeOf(items)
  if (type === 'string') return /(?:^|_)(?:paths|files|folders|attachments)$/.test(name) ? 'paths' : 'texts'
  if (type === 'integer' || type === 'number') return 'numbers'
  return type === 'object' ? 'records' : 'list'
}
