import { readFile } from 'node:fs/promises'
import { ownFile } from '../../platform/files/own-code.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
}

interface Member {
  readonly type?: string
  readonly description?: string
}

/** An operation of the interface, as far as the command line is concerned with it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: OperationBody | null
  readonly isStream: boolean
}

export interface OperationBody {
  readonly isNeeded: boolean
  readonly members: Readonly<Record<string, Member>>
  readonly neededMembers: readonly string[]
  readonly example: unknown
}

/** Read from the committed description, so that listing and help need no running service. */
export async function readOperations(): Promise<Operation[]> {
  const document = JSON.parse(await readFile(ownFile('openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, RawOperation>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      summary: raw.summary,
      parameters: raw.parameters,
      body: raw.requestBody ? bodyOf(raw.requestBody) : null,
      isStream: Object.values(raw.responses).some(
        ({ content }) => content?.['text/event-stream'] !== undefined,
      ),
    })),
  )
}

interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: RawBody
  readonly responses: Record<string, { content?: Record<string, unknown> }>
}

interface RawBody {
  readonly required?: boolean
  readonly content: {
    'application/json'?: {
      schema: { properties?: Record<string, Member>; required?: string[] }
      example?: unknown
    }
  }
}

function bodyOf({ required = false, content }: RawBody): OperationBody {
  const json = content['application/json']
  return {
    isNeeded: required,
    members: json?.schema.properties ?? {},
    neededMembers: json?.schema.required ?? [],
    example: json?.example,
  }
}

/** Flags are written in small letters, whatever a header calls itself. */
export function flagOf({ name, in: place }: Parameter): string {
  return place === 'header' ? name.toLowerCase() : name
}

/** A command line that works as it stands, made from the examples of the interface. */
export function exampleOf(operation: Operation): string {
  const { parameters, body } = operation
  const words = ['deskhand', 'api', operation.id]
  for (const parameter of parameters)
    if (parameter.example !== undefined) words.push(`--${flagOf(parameter)}`, quoted(parameter.example))
  const example = body?.example
  if (example === undefined) return words.join(' ')
  const isSpelledOut =
    typeof example === 'object' &&
    example !== null &&
    Object.keys(example).every((name) => Object.hasOwn(body?.members ?? {}, name))
  if (!isSpelledOut) return [...words, '--body', quoted(JSON.stringify(example))].join(' ')
  for (const [name, value] of Object.entries(example)) words.push(`--${name}`, quoted(value))
  return words.join(' ')
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w./:@%+,=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
