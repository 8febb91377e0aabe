import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { openResponse, type ServiceRequest } from './running-service.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly hasBody: boolean
  readonly members: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>
  readonly isStream: boolean
}

const OWN_FLAGS = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  body: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `deskhand api store.get --key shopping`: flags are the operation's own parameters and the members of its body. */
export async function run(call: CommandCall): Promise<number> {
  const operations = await readOperations()
  const [name, ...words] = call.words
  if (name === undefined || name.startsWith('-')) return list(operations, call)
  const operation = operations.find(({ id }) => id === name)
  if (!operation)
    throw new CommandError(`There is no operation "${name}". "deskhand api" lists them.`, exitCode.usage)
  const flags = parseFlags(operation, words)
  if (flags['help'] === true) return describe(operation, call)
  const request = await requestOf(operation, flags)
  const home = flags['home']
  const response = await openResponse(
    { ...call, flags: { ...(typeof home === 'string' && { home }) } },
    request,
  )
  return operation.isStream && response.ok ? follow(response) : printAnswer(response, call)
}

async function readOperations(): Promise<Operation[]> {
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, RawOperation>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation({ path, method, raw })),
  )
}

interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    content: { 'application/json'?: { schema: { properties?: Operation['members'] } } }
  }
  readonly responses: Record<string, { content?: Record<string, unknown> }>
}

function toOperation({ path, method, raw }: { path: string; method: string; raw: RawOperation }): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    parameters: raw.parameters,
    hasBody: raw.requestBody !== undefined,
    members: raw.requestBody?.content['application/json']?.schema.properties ?? {},
    isStream: Object.values(raw.responses).some(
      ({ content }) => content?.['text/event-stream'] !== undefined,
    ),
  }
}

type Flags = Readonly<Record<string, string | boolean | undefined>>

function parseFlags(operation: Operation, words: readonly string[]): Flags {
  const names = [...operation.parameters.map(({ name }) => name), ...Object.keys(operation.members)]
  const own = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...words], options: { ...own, ...OWN_FLAGS }, strict: true }).values
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message} "deskhand api ${operation.id} --help" lists what it takes.`,
      exitCode.usage,
    )
  }
}

async function requestOf(operation: Operation, flags: Flags): Promise<ServiceRequest> {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of operation.parameters) {
    const value = flags[parameter.name]
    if (typeof value === 'string') {
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
      else if (parameter.in === 'query') query.set(parameter.name, value)
      else headers[parameter.name] = value
    } else if (parameter.required)
      throw new CommandError(
        `--${parameter.name} is needed. ${parameter.description ?? ''}`.trim(),
        exitCode.usage,
      )
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return { method: operation.method, path: `${path}${search}`, headers, body: await bodyOf(operation, flags) }
}

async function bodyOf(operation: Operation, flags: Flags): Promise<string | undefined> {
  if (!operation.hasBody) return undefined
  const whole = flags['body']
  if (whole === '-') return readAll(process.stdin)
  if (typeof whole === 'string') return assertJson(whole)
  const members = Object.entries(operation.members)
    .filter(([name]) => typeof flags[name] === 'string')
    .map(([name, { type }]) => [name, memberValue(String(flags[name]), type)])
  return members.length > 0 ? JSON.stringify(Object.fromEntries(members)) : undefined
}

/** Text stays text; anything else is JSON, so that numbers, lists and objects can be typed as they are. */
function memberValue(given: string, type: string | undefined): unknown {
  if (type === 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

function assertJson(given: string): string {
  try {
    JSON.parse(given)
    return given
  } catch {
    throw new CommandError(
      '--body takes JSON, for example \'{"text":"hello"}\', or - to read it from the input.',
      exitCode.usage,
    )
  }
}

async function follow(response: Response): Promise<number> {
  if (!response.body) return exitCode.ok
  for await (const chunk of response.body) process.stdout.write(chunk)
  return exitCode.ok
}

async function printAnswer(response: Response, { terminal }: CommandCall): Promise<number> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson
    ? (JSON.parse(text) as { detail?: string; errors?: { path: string; message: string }[] })
    : text
  if (response.ok || terminal.json) terminal.print(isJson ? JSON.stringify(body, null, 2) : text)
  else if (typeof body === 'object') {
    terminal.problem(body.detail ?? text)
    for (const { path, message } of body.errors ?? []) terminal.hint(`  ${path} ${message}`)
  }
  return response.ok ? exitCode.ok : exitCode.failed
}

function list(operations: readonly Operation[], { terminal }: CommandCall): number {
  terminal.result(
    operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
    () =>
      terminal.table(
        ['operation', 'request', 'does'],
        operations.map(({ id, method, path, summary }) => [id, `${method} ${path}`, summary]),
      ),
  )
  return exitCode.ok
}

function describe(operation: Operation, { terminal }: CommandCall): number {
  const parameters = operation.parameters.map(({ name, required, description }) => [
    `--${name}`,
    required ? 'needed' : '',
    description ?? '',
  ])
  const members = Object.entries(operation.members).map(([name, { description }]) => [
    `--${name}`,
    'body',
    description ?? '',
  ])
  const body = operation.hasBody ? [['--body', '', 'The whole body as JSON, or - for the input']] : []
  terminal.print(`${operation.summary}\n${operation.method} ${operation.path}\n`)
  terminal.print(terminal.table(['flag', '', ''], [...parameters, ...members, ...body]))
  return exitCode.ok
}
