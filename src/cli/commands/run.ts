import type { Confirmation } from '../../contract/confirmation.ts'
import type { ResultOf } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import { CommandError, reasonLines } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { flagName, readToolFlags, typesOf, type ParameterSchema, type ToolParameters } from './tool-flags.ts'

type Tool = ResultOf<(typeof toolsContract)['read']>

/** `deskhand run WRITE_FILE --path notes.md --content "Buy milk"`: any tool, with flags from its own schema. */
export async function run(call: CommandCall): Promise<number> {
  const { name, words } = namedTool(call.words)
  if (name === undefined)
    throw new CommandError(
      'Give a tool, for example "deskhand run READ_FILE --path notes.md". "deskhand tools" lists them.',
      exitCode.usage,
    )
  // Where the service is must be known before its answer says which flags there are.
  const place = { ...call, flags: { home: homeOf(words) } }
  const action = name.toUpperCase().replaceAll('-', '_')
  const tool = await callServiceForJson<Tool>(place, {
    method: 'GET',
    path: `/api/tools/${encodeURIComponent(action)}`,
  })
  const parameters = tool.parameters as ToolParameters
  const { args, flags } = await readToolFlags(action, words, { parameters, reading: call })
  if (flags['help'] === true) return describe(tool, call)
  return execute({ ...call, flags }, { action, args })
}

/** Our own flags may stand before the tool: `deskhand run --json WAIT --ms 5`. */
function namedTool(all: readonly string[]): { name: string | undefined; words: readonly string[] } {
  const at = all.findIndex((word, index) => !word.startsWith('-') && all[index - 1] !== '--home')
  return { name: all[at], words: all.toSpliced(Math.max(at, 0), 1) }
}

function homeOf(words: readonly string[]): string | undefined {
  const at = words.indexOf('--home')
  return at === -1 ? words.find((word) => word.startsWith('--home='))?.slice(7) : words[at + 1]
}

async function execute(
  call: CommandCall,
  { action, args }: { action: string; args: object },
): Promise<number> {
  const envelope = await working(call, action, () =>
    callServiceForJson<Envelope>(call, {
      method: 'POST',
      path: '/execute_tool',
      body: JSON.stringify({ tool_name: action, args }),
      // Tools have time limits of their own.
      signal: new AbortController().signal,
    }),
  )
  const asked = confirmationOf(envelope)
  const { terminal } = call
  const isApproved = call.flags['yes'] === true
  if (!asked || !(isApproved || terminal.canAsk)) return print(envelope, call)
  const { askApproval, decide } = await import('./approval.ts')
  const { approved, result } = isApproved
    ? await decide({ confirmation_id: asked.confirmation_id, approved: true }, call)
    : await askApproval(asked, call)
  if (result) return print(result, call)
  terminal.hint(approved ? 'Continuing.' : 'Nothing was done.')
  return approved ? exitCode.ok : exitCode.interrupted
}

async function working<Result>(
  { terminal }: CommandCall,
  label: string,
  work: () => Promise<Result>,
): Promise<Result> {
  using _moving = terminal.progress(`${label} …`)
  return await work()
}

function confirmationOf({ success, data }: Envelope): Confirmation | undefined {
  if (success) return undefined
  return (data as { confirmation?: Confirmation } | null)?.confirmation
}

/** The sentence first, then what the tool made or found. */
async function print(envelope: Envelope, call: CommandCall): Promise<number> {
  const { terminal } = call
  const { success, message, data } = envelope
  if (terminal.json) terminal.result(envelope, () => '')
  else if (success) {
    const [{ inkFor }, { drawBlocks }, { plain, present }, { valueBlocks }] = await Promise.all([
      import('../draw-answer.ts'),
      import('../draw/draw-blocks.ts'),
      import('../../contract/text/blocks.ts'),
      import('../../contract/text/value-blocks.ts'),
    ])
    const blocks = present([plain(message), ...(hasContent(data) ? valueBlocks(data) : [])])
    terminal.print(drawBlocks(blocks, inkFor(terminal)).join('\n'))
  } else complain(envelope, call)
  return success ? exitCode.ok : exitCode.failed
}

function hasContent(data: unknown): boolean {
  return typeof data === 'object' && data !== null ? Object.keys(data).length > 0 : data !== null
}

interface Failure {
  readonly error?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] }
}

function complain(envelope: Envelope, { terminal }: CommandCall): void {
  terminal.problem(envelope.message)
  for (const line of reasonLines((envelope.data as Failure | null)?.error?.issues ?? [])) terminal.hint(line)
  const asked = confirmationOf(envelope)
  if (asked) terminal.hint(`Run it in a terminal to approve it, or use --yes.`)
}

const OWN = {
  'args JSON': 'All arguments as one JSON object',
  yes: 'Approve it without asking',
  json: 'Print data for scripts',
} as const

function describe(tool: Tool, { terminal }: CommandCall): number {
  const { properties = {}, required = [] } = tool.parameters as ToolParameters
  const rows = Object.entries(properties).map(([name, schema]) => [
    `  --${flagName(name)}${valueHint(schema)}`,
    required.includes(name) && schema.default === undefined ? 'needed' : '',
    aboutOf(schema),
  ])
  terminal.result(tool, () =>
    [
      `${tool.title} (${tool.agent}, ${tool.risk})`,
      tool.description,
      '',
      `Usage: deskhand run ${tool.action}${rows.length > 0 ? ' [--flag value …]' : ''}`,
      '',
      terminal.table(
        ['Flags', '', ''],
        [...rows, ...Object.entries(OWN).map(([flag, about]) => [`  --${flag}`, '', about])],
        { wrapLast: true },
      ),
      '',
      'A value can be @file or - for the input; lists are written by repeating the flag.',
      `Example: ${exampleOf(tool)}`,
    ].join('\n'),
  )
  return exitCode.ok
}

function valueHint(schema: ParameterSchema): string {
  const types = typesOf(schema)
  if (schema.type === 'boolean') return ''
  if (types.includes('array')) return ' VALUE …'
  if (types.includes('object')) return ' JSON'
  return types.includes('integer') || types.includes('number') ? ' N' : ' TEXT'
}

function aboutOf({ description = '', enum: choices, default: initially }: ParameterSchema): string {
  return [
    description,
    choices ? `(${choices.join(', ')})` : '',
    initially === undefined ? '' : `[${JSON.stringify(initially)}]`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Examples name a folder that tests put in; here it is the one that the shell is in. */
function exampleOf({ action, example }: Tool): string {
  const words = Object.entries(example.args).flatMap(([name, value]): string[] => {
    if (typeof value === 'boolean') return [`--${value ? '' : 'no-'}${flagName(name)}`]
    const values = Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : [value]
    return values.flatMap((each: unknown) => [`--${flagName(name)}`, quoted(each)])
  })
  return ['deskhand', 'run', action, ...words].join(' ')
}

function quoted(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('{folder}/', './')
  return /^[\w./:@%+,=~-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
