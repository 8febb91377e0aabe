import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { flagOf, type Operation, type OperationBody } from './api-operations.ts'
import { CommandError, flagError } from '../command-error.ts'
import { exitCode } from '../exit-codes.ts'
import type { ServiceRequest } from '../command.ts'

export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** What `api` itself takes, before an operation and after it. */
const OWN_FLAGS = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  body: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Flags are the operation's own parameters and the members of its body. */
export function parseFlags(operation: Operation | undefined, words: readonly string[]): Flags {
  const names = operation
    ? [...operation.parameters.map(flagOf), ...Object.keys(operation.body?.members ?? {})]
    : []
  const own = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...words], options: { ...own, ...OWN_FLAGS }, strict: true }).values
  } catch (error) {
    throw flagError(
      error,
      `"deskhand api ${operation?.id ?? ''} --help" shows what it takes.`.replace('  ', ' '),
    )
  }
}

export async function requestOf(operation: Operation, flags: Flags): Promise<ServiceRequest> {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of operation.parameters) {
    const value = flags[flagOf(parameter)]
    if (typeof value === 'string') {
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
      else if (parameter.in === 'query') query.set(parameter.name, value)
      else headers[parameter.name] = value
    } else if (parameter.required) throw missing(flagOf(parameter), parameter.description)
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return {
    method: operation.method,
    path: `${path}${search}`,
    headers,
    body: await bodyText(operation, flags),
  }
}

async function bodyText({ body, id }: Operation, flags: Flags): Promise<string | undefined> {
  if (!body) {
    if (flags['body'] === undefined) return undefined
    throw new CommandError(`"${id}" takes no body.`, exitCode.usage)
  }
  const whole = flags['body']
  if (whole === '-') return assertJson(await readAll(process.stdin))
  if (typeof whole === 'string') return assertJson(whole)
  return bodyOfMembers(body, flags)
}

function bodyOfMembers(
  { isNeeded, members, neededMembers }: OperationBody,
  flags: Flags,
): string | undefined {
  const given = Object.entries(members)
    .filter(([name]) => typeof flags[name] === 'string')
    .map(([name, { type }]) => [name, memberValue(String(flags[name]), type)])
  if (given.length === 0 && !isNeeded) return undefined
  const left = neededMembers.find((name) => typeof flags[name] !== 'string')
  if (left !== undefined) throw missing(left, members[left]?.description)
  if (given.length === 0 && Object.keys(members).length === 0)
    throw missing('body', 'It takes JSON, or - to read it from stdin.')
  return JSON.stringify(Object.fromEntries(given))
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

function missing(flag: string, description: string | undefined): CommandError {
  return new CommandError(`--${flag} is required. ${description ?? ''}`.trim(), exitCode.usage)
}

function assertJson(given: string): string {
  try {
    JSON.parse(given)
    return given
  } catch {
    throw new CommandError(
      `The body isn't valid JSON. Write it like '{"text":"hello"}', in single quotes.`,
      exitCode.usage,
    )
  }
}
