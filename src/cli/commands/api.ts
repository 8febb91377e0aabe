import { once } from 'node:events'
import { exampleOf, flagOf, readOperations, type Operation } from './api-operations.ts'
import { parseFlags, requestOf } from './api-request.ts'
import { closestName } from '../terminal/closest-name.ts'
import { CommandError, reasonLines } from '../command-error.ts'
import type { CommandCall, ServiceResponse } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { openResponse } from '../running-service.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { harmless } from '../terminal/text-width.ts'

/** `deskhand api store.get --key shopping`; the first half of a name alone lists what begins so. */
export async function run(call: CommandCall): Promise<number> {
  const operations = await readOperations()
  const [name, ...words] = call.words
  if (name === undefined || name.startsWith('-')) {
    parseFlags(undefined, call.words)
    return list(operations, call)
  }
  const operation = operations.find(({ id }) => id === name)
  if (!operation) return listGroup(name, operations, call)
  const flags = parseFlags(operation, words)
  if (flags['help'] === true) return describe(operation, call)
  return send(operation, { ...call, flags })
}

async function send(operation: Operation, call: CommandCall): Promise<number> {
  const { headers, ...request } = await requestOf(operation, call.flags)
  const asLines = operation.isStream && call.terminal.json
  const response = await openResponse(call, {
    ...request,
    headers: { ...(asLines && { accept: 'application/x-ndjson' }), ...headers },
  })
  // Some operations stream only when they are asked to: the answer says what it is.
  const isStream = /event-stream|ndjson/.test(response.headers.get('content-type') ?? '')
  return isStream && response.ok ? follow(response, call) : printAnswer(response, call)
}

async function follow(response: ServiceResponse, { terminal }: CommandCall): Promise<number> {
  try {
    const characters = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      // A program gets the bytes; a screen only what it can show.
      const shown = process.stdout.isTTY ? harmless(characters.decode(chunk, { stream: true })) : chunk
      if (!process.stdout.write(shown)) await once(process.stdout, 'drain')
    }
    return exitCode.ok
  } catch {
    terminal.problem('The service closed the stream: it stopped, or its token changed.')
    return exitCode.failed
  }
}

interface Answer {
  readonly success?: unknown
  readonly detail?: string
  readonly errors?: readonly { path: string; message: string }[]
}

async function printAnswer(response: ServiceResponse, { terminal }: CommandCall): Promise<number> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? (JSON.parse(text) as Answer | null) : null
  if (response.ok || (isJson && terminal.json)) {
    if (isJson) terminal.printJson(body)
    else terminal.print(text.trimEnd())
  } else
    complain(
      body ?? { detail: `The service failed with status ${response.status}. ${text}`.trim() },
      terminal,
    )
  // A tool that failed answers 200 and says so inside.
  const isDone = response.ok && body?.success !== false
  return isDone ? exitCode.ok : exitCode.failed
}

function complain({ detail, errors = [] }: Answer, terminal: Terminal): void {
  terminal.problem(detail ?? 'The service gave no reason.')
  for (const line of reasonLines(errors)) terminal.hint(line)
}

function listGroup(name: string, operations: readonly Operation[], call: CommandCall): number {
  const group = operations.filter(({ id }) => id.startsWith(`${name}.`))
  if (group.length > 0) return list(group, call)
  const closest = closestName(
    name,
    operations.map(({ id }) => id),
  )
  throw new CommandError(
    `Unknown operation "${name}".${closest ? ` Did you mean "${closest}"?` : ''} "deskhand api" lists them.`,
    exitCode.usage,
  )
}

function list(operations: readonly Operation[], { terminal }: CommandCall): number {
  terminal.result(
    operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
    () =>
      terminal.table(
        ['operation', 'does', 'request'],
        operations.map(({ id, method, path, summary }) => [id, summary, `${method} ${path}`]),
      ),
  )
  return exitCode.ok
}

function describe(operation: Operation, { terminal }: CommandCall): number {
  const { parameters, body, summary, method, path } = operation
  const example = exampleOf(operation)
  const rows = [
    ...parameters.map((parameter) => [
      `  --${flagOf(parameter)}`,
      parameter.required ? 'needed' : '',
      parameter.description ?? '',
    ]),
    ...Object.entries(body?.members ?? {}).map(([name, { description }]) => [
      `  --${name}`,
      body?.neededMembers.includes(name) ? 'needed' : '',
      description ?? '',
    ]),
    ...(body ? [['  --body', '', 'The whole body as JSON, or - for stdin']] : []),
  ]
  terminal.result({ ...operation, example }, () =>
    [
      `${summary}.`,
      `${method} ${path}`,
      ...(rows.length > 0 ? ['', terminal.table(['Flags', '', ''], rows, { wrapLast: true })] : []),
      '',
      `Example: ${example}`,
    ].join('\n'),
  )
  return exitCode.ok
}
