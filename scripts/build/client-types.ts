import type { Operation, Operations } from '../../src/client/service-client.ts'

/** As much of an OpenAPI document as the types of the client are made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Schema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly description?: string
}

/** What the client is called with, by feature and operation: read from the same document as its types. */
export function clientOperations(document: ApiDocument): Operations {
  const operations: Record<string, Record<string, Operation>> = {}
  for (const { feature, name, method, path, operation } of operationsOf(document)) {
    const answers = answerOf(operation).kind
    operations[feature] ??= {}
    operations[feature][name] = {
      method: method.toUpperCase() as Operation['method'],
      path: path.replaceAll(/\{(\w+)\}/g, ':$1') as Operation['path'],
      ...(answers !== 'json' && { answers }),
    }
  }
  return operations
}

/** The client's declarations, without a library: they are read by the user's compiler, whichever it is. */
export function clientTypes(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`,
  )
  const features = Map.groupBy(operationsOf(document), ({ feature }) => feature)
  const members = [...features].map(
    ([feature, operations]) =>
      `  readonly ${feature}: {\n${operations.map(({ name, operation }) => member(name, operation)).join('')}  }\n`,
  )
  return `${HEAD}\n${schemas.join('\n')}\nexport interface Client {\n${members.join('')}}\n`
}

function operationsOf({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [feature = '', name = ''] = operation.operationId.split('.')
      return { feature, name, method, path, operation }
    }),
  )
}

function member(name: string, operation: ApiOperation): string {
  const { schema, kind } = answerOf(operation)
  const type = kind === 'text' ? 'string' : typeOf(schema ?? {})
  const answer = kind === 'events' ? `AsyncGenerator<${type}>` : `Promise<${type}>`
  const { text, isNeeded } = inputOf(operation)
  return `${comment(operation.summary, '    ')}    ${name}(input${isNeeded ? '' : '?'}: ${text}): ${answer}\n`
}

/** A success is JSON, the text of another media type, or events as they happen. */
function answerOf({ responses }: ApiOperation): { kind: 'json' | 'text' | 'events'; schema?: Schema } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const content = success?.content ?? {}
  if (content['application/json']) return { kind: 'json', schema: content['application/json'].schema }
  if (content['text/event-stream']) return { kind: 'events', schema: content['text/event-stream'].schema }
  return { kind: 'text' }
}

function inputOf({ parameters, requestBody }: ApiOperation): { text: string; isNeeded: boolean } {
  const parts: string[] = []
  let isNeeded = false
  for (const [name, where] of [
    ['params', 'path'],
    ['query', 'query'],
  ] as const) {
    const found = parameters.filter((parameter) => parameter.in === where)
    if (found.length === 0) continue
    const needed = found.some(({ required }) => required)
    isNeeded ||= needed
    const members = found.map((one) => property(one.name, one.schema, one.required)).join('; ')
    parts.push(`readonly ${name}${needed ? '' : '?'}: { ${members} }`)
  }
  if (requestBody) {
    const { required, content } = requestBody
    isNeeded ||= required
    parts.push(`readonly body${required ? '' : '?'}: ${bodyType(content)}`)
  }
  return { text: parts.length === 0 ? 'Options' : `{ ${parts.join('; ')} } & Options`, isNeeded }
}

function bodyType(content: Content): string {
  const json = content['application/json']
  const types = [
    ...(json ? [typeOf(json.schema)] : ['string', 'Uint8Array']),
    ...(content['multipart/form-data'] ? ['FormData'] : []),
  ]
  return types.join(' | ')
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return `(${schema.allOf.map(typeOf).join(' & ')})`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'unknown' : union(types.map((type) => plainType(type, schema)))
}

function plainType(type: string, schema: Schema): string {
  if (type === 'array') return arrayType(schema)
  if (type === 'object') return objectType(schema)
  return type === 'integer' ? 'number' : type
}

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems) return `readonly [${prefixItems.map(typeOf).join(', ')}]`
  return `readonly ${inBrackets(typeOf(items ?? {}))}[]`
}

/** A union has its own already. */
function inBrackets(type: string): string {
  return /^[\w.]+$|^\(.*\)$/.test(type) ? type : `(${type})`
}

function objectType({ properties, patternProperties, additionalProperties, required = [] }: Schema): string {
  const members = Object.entries(properties ?? {}).map(([name, schema]) =>
    property(name, schema, required.includes(name)),
  )
  if (members.length > 0) {
    const known = `{ ${members.join('; ')} }`
    return additionalProperties === true ? `(${known} & { readonly [name: string]: unknown })` : known
  }
  const values = Object.values(patternProperties ?? {})
  const other = typeof additionalProperties === 'object' ? [additionalProperties] : []
  const each = [...values, ...other].map(typeOf)
  return `{ readonly [name: string]: ${each.length > 0 ? union(each) : 'unknown'} }`
}

function property(name: string, schema: Schema, isNeeded: boolean): string {
  const written = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  return `readonly ${written}${isNeeded ? '' : '?'}: ${typeOf(schema)}`
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)]
  return different.length === 1 ? different[0]! : `(${different.join(' | ')})`
}

function comment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`
}

const HEAD = `// Generated from the declarations of the service. See docs/typescript-client.md.

export interface ClientOptions {
  /** Where the service listens; http://127.0.0.1:8000 unless given. */
  readonly baseUrl?: string
  /** Needed where the service has a token. */
  readonly token?: string
  /** Used in place of the platform's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What every operation takes beside its own input. */
export interface Options {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The service refused or failed. The message says what to do, \`code\` is for programs. */
export declare class DeskhandError extends Error {
  readonly name: 'DeskhandError'
  readonly status: number
  readonly code: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  readonly incidentId: string | undefined
}

/** A client of a running service, with one function per operation. */
export declare function createClient(options?: ClientOptions): Client
`
