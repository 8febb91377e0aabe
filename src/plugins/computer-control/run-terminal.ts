import { stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { assessCommand } from '../../platform/terminal-commands/command-policy.ts'
import { runCommand, type CommandResult } from '../../platform/terminal-commands/run-command.ts'

const MOST_SHOWN = 2_000

const Params = Type.Object({
  command: Type.String({ minLength: 1, maxLength: 10_000, description: 'The command line' }),
  folder: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Where to run it; the home folder when left out',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ default: 30_000, minimum: 100, maximum: 60_000, description: 'How long it may take' }),
  ),
})

const Data = Type.Object({
  exit_code: nullable(Type.Integer(), { description: 'How it ended, 0 for well; null when it was ended' }),
  output: Type.String({ description: 'What it printed; of a long output the beginning and the end' }),
  truncated: Type.Boolean({ description: 'Whether the middle of the output was left out' }),
  timed_out: Type.Boolean({ description: 'Whether it was ended because it took too long' }),
})

export function createRunTerminal({ environment }: { readonly environment: NodeJS.ProcessEnv }) {
  return defineTool({
    action: 'RUN_TERMINAL',
    title: 'Run a command',
    description:
      'Runs a command line and returns what it prints. Commands for administrators, and those that wipe disks, folders or keys, are never run.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    idempotent: false,
    timeoutSeconds: 70,
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
    // What is never run is not asked about either.
    needsApproval({ command, folder }, call) {
      assertNotBlocked(command, { home: call.home, folder: folder ?? call.home })
      return undefined
    },
    async run({ command, folder, timeout_ms: timeoutMs = 30_000 }, call) {
      const place = { home: call.home, folder: await folderOf(folder, call) }
      const argv = assertNotBlocked(command, place)
      const result = await runCommand(
        { command, argv, folder: place.folder, timeoutMs, environment },
        call.signal,
      )
      return { message: messageOf(result, timeoutMs), data: { ...result } }
    },
  })
}

function assertNotBlocked(
  command: string,
  place: { home: string; folder: string },
): readonly string[] | null {
  const { verdict, reason, argv } = assessCommand(command, place)
  if (verdict === 'block') throw new AppError('forbidden', `The command is never run: ${reason}`)
  return argv
}

async function folderOf(folder: string | undefined, call: ToolCall): Promise<string> {
  if (folder === undefined) return call.home
  const path = await allowedPath(folder, call, { access: 'read', name: 'folder' })
  const facts = await stat(path).catch(() => undefined)
  if (facts?.isDirectory()) return path
  throw new AppError('not_found', `There is no folder ${folder}.`)
}

/** How it ended and, where a person can take it in at a glance, what it printed. */
function messageOf(result: CommandResult, limit: number): string {
  const output = result.output.trimEnd()
  const ended = sentenceOf(result, limit)
  if (output === '' || output.length > MOST_SHOWN) return ended
  const longest = Math.max(2, ...(output.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${ended}\n\n${fence}\n${output}\n${fence}`
}

function sentenceOf({ exit_code, timed_out }: CommandResult, limit: number): string {
  if (timed_out) return `The command took longer than ${limit / 1000} s and was ended.`
  if (exit_code === 0) return 'The command is done.'
  return exit_code === null
    ? 'The command was ended by a signal.'
    : `The command failed with code ${exit_code}.`
}
