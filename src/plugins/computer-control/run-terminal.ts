import { stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { isPersonal } from '../../contract/endpoint.ts'
import { withoutSandbox, type Launcher, type Rights } from '../../platform/sandbox/launcher.ts'
import { plainWords, reasonToBlock } from '../../platform/terminal-commands/command-policy.ts'
import {
  createRunCommand,
  timeAllowed,
  type CommandResult,
} from '../../platform/terminal-commands/run-command.ts'

const MAX_SHOWN = 2_000
/** Long enough to install the packages of a project, or to build it. */
const MAX_MS = 600_000

const Params = Type.Object({
  command: Type.String({ minLength: 1, maxLength: 10_000, description: 'The command line' }),
  folder: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Where to run it; the home folder by default',
    }),
  ),
  rights: Type.Optional(
    Type.Enum(['look', 'work', 'full'], {
      default: 'work',
      description:
        'look: reads the allowed folders, no network, 20 s at most. work: also writes there and in `folder`, and can use the internet. full: all your rights.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ default: 30_000, minimum: 100, maximum: MAX_MS, description: 'Time limit' }),
  ),
})

const Data = Type.Object({
  exit_code: nullable(Type.Integer(), { description: 'Exit code, 0 for success; null if it was stopped' }),
  output: Type.String({ description: 'Standard output; if long, only the beginning and end' }),
  truncated: Type.Boolean({ description: 'Whether the middle of the output was left out' }),
  timed_out: Type.Boolean({ description: 'Whether it was stopped because it took too long' }),
})

export function createRunTerminal({ launcher }: { readonly launcher: Launcher }) {
  const runCommand = createRunCommand(launcher)
  return defineTool({
    action: 'RUN_TERMINAL',
    title: 'Run a command',
    description:
      'Runs a command line in a sandbox and returns what it prints. Use rights "look" for anything that changes nothing: it needs no approval.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    // With all rights, or where there is no sandbox, a reason of its own is told instead.
    atMost:
      'In its sandbox the command can change your folders and use the internet, but not reach your keys or other programs.',
    idempotent: false,
    timeoutSeconds: MAX_MS / 1000 + 10,
    phrases: [
      'run "ls -la" in the terminal',
      'run the command "git status"',
      'execute "df -h"',
      'run a shell command',
      'what does "uname -a" print',
      'run "npm test" in the project folder',
      'start "make" in the terminal',
      'use the command line to list the files',
      'execute this bash command',
    ],
    example: {
      args: { command: 'uname -s', timeout_ms: 5_000 },
      data: { exit_code: 0, output: 'Linux\n', truncated: false, timed_out: false },
    },
    riskOf: ({ rights }) => (rights === 'look' ? 'read' : 'dangerous'),
    async needsApproval({ command, folder, rights = 'work' }, call) {
      const place = await folderOf(folder, call)
      const state = await launcher.state()
      // What is never run is not asked about either.
      if (rights === 'full' || !state.works) assertNotBlocked(command, { home: call.home, folder: place })
      if (isPersonal(call.provenance)) return undefined
      if (rights === 'full') return 'It would run with all your rights, outside the sandbox.'
      if (!state.works) return withoutSandbox(state)
      return rights === 'look' ? launcher.reasonNotToLook(place) : launcher.reasonNotToUse(place)
    },
    async run({ command, folder, rights: wanted = 'work', timeout_ms: timeoutMs = 30_000 }, call) {
      const place = await folderOf(folder, call)
      const { rights, note } = await effectiveRights(wanted, { launcher, call })
      if (rights === 'full') assertNotBlocked(command, { home: call.home, folder: place })
      const isFolderGranted = call.isApproved || isPersonal(call.provenance)
      const argv = plainWords(command)
      const result = await runCommand(
        { command, argv, folder: place, isFolderGranted, rights, timeoutMs },
        call.signal,
      )
      const hints = [note, hintFor(result, { rights, call })].filter((hint) => hint !== '')
      const limit = timeAllowed(timeoutMs, rights)
      const ended = { message: messageOf(result, { limit, hints }), data: { ...result } }
      return result.exit_code === 0 ? ended : { ...ended, failed: true }
    },
  })
}

/** Where there is no sandbox, a person's own command runs all the same; anybody else's only after a yes to just that. */
async function effectiveRights(
  wanted: Rights,
  { launcher, call }: { launcher: Launcher; call: ToolCall },
): Promise<{ rights: Rights; note: string }> {
  const state = await launcher.state()
  if (wanted !== 'full' && state.works) return { rights: wanted, note: '' }
  if (!call.isApproved && !isPersonal(call.provenance))
    throw new AppError('forbidden', 'A command with all your rights needs your approval.')
  if (wanted === 'full' || state.works) return { rights: 'full', note: '' }
  return { rights: 'full', note: `It ran with all your rights, because ${state.reason}.` }
}

/** What a sandbox says no to looks to a program like a fault of the machine. */
const KEPT_SETTINGS = /could not write config file|\.git\/hooks\//i
const REFUSED = /Read-only file system|Permission denied|Operation not permitted|CONNECT tunnel failed/i

function hintFor(
  { exit_code, output, timed_out }: CommandResult,
  { rights, call }: { rights: Rights; call: ToolCall },
): string {
  if (timed_out && rights !== 'look') return `\`timeout_ms\` may be up to ${MAX_MS}.`
  if (exit_code === 0 || rights === 'full') return ''
  if (rights === 'look')
    return call.provenance === 'local-client'
      ? ''
      : 'It ran without the right to change anything or use the network; `rights: "work"` asks the user for more.'
  // In a push this comes after what was wanted, and looks like a fault of the disk.
  if (KEPT_SETTINGS.test(output))
    return 'It ran in a sandbox that protects a repository\'s settings and hooks; `rights: "full"` can change them.'
  return REFUSED.test(output)
    ? 'It ran in a sandbox that only allows writing in the allowed folders and `folder`; `rights: "full"` runs it outside.'
    : ''
}

function assertNotBlocked(command: string, place: { home: string; folder: string }): void {
  const reason = reasonToBlock(command, place)
  if (reason !== undefined) throw new AppError('forbidden', `This command is never run: ${reason}`)
}

async function folderOf(folder: string | undefined, call: ToolCall): Promise<string> {
  if (folder === undefined) return call.home
  const path = await allowedPath(folder, call, { access: 'read', name: 'folder' })
  const facts = await stat(path).catch(() => undefined)
  if (facts?.isDirectory()) return path
  throw new AppError('not_found', `No folder ${folder}.`)
}

/** How it ended and, where a person can take it in at a glance, what it printed. */
function messageOf(
  result: CommandResult,
  { limit, hints }: { limit: number; hints: readonly string[] },
): string {
  const output = result.output.trimEnd()
  const ended = [sentenceOf(result, limit), ...hints].join(' ')
  if (output === '' || output.length > MAX_SHOWN) return ended
  const longest = Math.max(2, ...(output.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${ended}\n\n${fence}\n${output}\n${fence}`
}

/** What the shell itself means by an exit code. */
const meanings: Readonly<Record<number, string>> = {
  126: "that program can't be run",
  127: 'no program with that name',
}

function sentenceOf({ exit_code, timed_out }: CommandResult, limit: number): string {
  if (timed_out) return `The command took longer than ${limit / 1000} s and was stopped.`
  if (exit_code === 0) return 'The command finished.'
  if (exit_code === null) return 'The command was stopped by a signal.'
  const meaning = meanings[exit_code]
  return `The command failed with exit code ${exit_code}${meaning === undefined ? '' : `: ${meaning}`}.`
}
