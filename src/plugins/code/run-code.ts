import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nullable } from '../../contract/schema.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { copyGiven } from '../../platform/code/given-files.ts'
import { keepLeft, lookAt, MadeFile, saveLeft, type KeepFile } from '../../platform/code/made-files.ts'
import { createRunCode, type CodeResult, type RunCode } from '../../platform/code/run-code.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'

/** What the service brings along. */
export interface CodeContext {
  readonly launcher: Launcher
  readonly keep: KeepFile
}

const Params = Type.Object({
  language: Type.Enum(['python', 'javascript'], { description: 'Python 3 or Node' }),
  code: Type.String({ minLength: 1, maxLength: 200_000, description: 'The code to run' }),
  files: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
      maxItems: 50,
      description: 'Absolute paths of files the code reads, by the same path or as in/<name>',
    }),
  ),
  save_to: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Folder for the files the code leaves in out/',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ default: 30_000, minimum: 100, maximum: 120_000, description: 'Time limit' }),
  ),
})

const Data = Type.Object({
  exit_code: nullable(Type.Integer(), { description: 'Exit code, 0 for success; null if it was stopped' }),
  stdout: Type.String({ description: 'Standard output; if long, only the beginning and end' }),
  stderr: Type.String({ description: 'Standard error' }),
  value: nullable(Type.String(), { description: 'Value of the last expression, if any' }),
  files: Type.Array(MadeFile, { description: 'Files left in out/' }),
  left_out: Type.Array(Type.String(), { description: 'Files left there that were not kept, and why' }),
  picture: Type.Optional(
    Type.Object(
      {
        path: Type.String({ description: 'The file' }),
        sha256: Type.String({ description: 'Hash of its bytes' }),
      },
      { description: 'The first image it made, for a model that can see' },
    ),
  ),
})

export function createRunCodeTool({ launcher, keep }: CodeContext) {
  let runner: RunCode | undefined
  return defineTool({
    action: 'RUN_CODE',
    title: 'Run code',
    description:
      'Runs Python or JavaScript in a sandbox to calculate, analyse data, or make files and plots. No network; it sees only `files`. Files it leaves in out/ are kept, pictures are shown to the user. Prints and the value of the last expression come back.',
    params: Params,
    data: Data,
    // It changes nothing by itself; what it made goes to a folder only when that is asked for.
    risk: 'write',
    riskOf: ({ save_to }) => (save_to === undefined ? 'read' : 'write'),
    reads: readsFiles(({ files = [] }) => files),
    shows: true,
    draws: true,
    idempotent: false,
    closedToOutside: true,
    timeoutSeconds: 180,
    setup: () => launcher.missing(),
    phrases: [
      'run this python code',
      'run some javascript',
      'compute the standard deviation with python',
      'analyse the csv with a script',
    ],
    example: {
      args: { language: 'javascript', code: '[1, 2, 3].reduce((sum, one) => sum + one, 0)' },
      data: { exit_code: 0, stdout: '', stderr: '', value: '6', files: [], left_out: [] },
    },
    needsApproval: ({ files = [], save_to }, call) =>
      reasonToAsk(call, [
        ...files.map((path) => ({ path, name: 'files', access: 'read' as const })),
        { path: save_to, name: 'save_to', access: 'write' },
      ]),
    run: (params, call) => {
      runner ??= createRunCode(launcher, call)
      return runWith(runner, { params, keep, call })
    },
  })
}

interface Running {
  readonly params: Static<typeof Params>
  readonly keep: CodeContext['keep']
  readonly call: ToolCall
}

async function runWith(runner: RunCode, { params, keep, call }: Running) {
  const { language, code, files = [], save_to, timeout_ms: timeoutMs = 30_000 } = params
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-code-'))
  const given = await copyGiven(files, { folder: join(temporary.path, 'in'), call })
  const folder = join(temporary.path, 'out')
  await mkdir(folder)
  const result = await runner({ language, code, given, folder, timeoutMs }, call.signal)
  const made =
    save_to === undefined
      ? await keepLeft(result.files, { keep, call })
      : await saveLeft(result.files, { folder: save_to, from: files, call })
  const picture = await lookAt(made, call.signal)
  return {
    message: messageOf(result, { made, timeoutMs }),
    ...(result.exitCode !== 0 && { failed: true }),
    data: {
      exit_code: result.exitCode,
      stdout: result.stdout,
      stderr: result.stderr,
      value: result.value ?? null,
      files: made,
      left_out: result.leftOut.map(({ name, reason }) => `${name} (${reason})`),
      ...(picture && { picture }),
    },
  }
}

function messageOf(
  result: CodeResult,
  { made, timeoutMs }: { made: readonly MadeFile[]; timeoutMs: number },
): string {
  const files = made.length === 0 ? '' : ` It made ${made.map(({ name }) => name).join(', ')}.`
  return `${endOf(result, timeoutMs)}${files}`
}

function endOf({ exitCode, ended, stderr }: CodeResult, timeoutMs: number): string {
  if (ended === 'time') return `The code took longer than ${timeoutMs / 1000} s and was stopped.`
  if (ended === 'processes') return 'The code started too many processes and was stopped.'
  if (ended === 'output') return 'The code printed too much and was stopped.'
  if (ended === 'memory' || (exitCode !== 0 && /heap out of memory|^MemoryError/m.test(stderr)))
    return 'The code used too much memory and was stopped.'
  return exitCode === 0 ? 'The code ran.' : `The code failed with exit code ${exitCode}.`
}
