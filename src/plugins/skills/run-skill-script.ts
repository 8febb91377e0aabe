import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool, type Reading, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { copyGiven } from '../../platform/code/given-files.ts'
import { keepLeft, lookAt, MadeFile, saveLeft, type KeepFile } from '../../platform/code/made-files.ts'
import {
  createRunCode,
  type CodeLanguage,
  type CodeResult,
  type RunCode,
} from '../../platform/code/run-code.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import { SCRATCH } from '../../platform/sandbox/scratch.ts'
import { noSkill, skillNamed, SkillName, type ShelfSkill, type SkillShelf } from './shelf.ts'

export interface ScriptContext {
  readonly shelf: SkillShelf
  readonly launcher: Launcher
  readonly keep: KeepFile
}

const Params = Type.Object({
  name: SkillName,
  path: Type.String({ minLength: 1, maxLength: 1_024, description: 'The script, as USE_SKILL lists it' }),
  args: Type.Optional(
    Type.Array(Type.String({ maxLength: 10_000 }), {
      maxItems: 100,
      description: 'Its arguments. Files it is given are in/<name>; what it leaves in out/ is kept',
    }),
  ),
  files: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
      maxItems: 50,
      description: 'Absolute paths of files the script reads, by the same path or as in/<name>',
    }),
  ),
  save_to: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Folder for the files the script leaves in out/',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ default: 60_000, minimum: 100, maximum: 120_000, description: 'Time limit' }),
  ),
})
type Params = Static<typeof Params>

const Data = Type.Object({
  exit_code: nullable(Type.Integer(), { description: 'Exit code, 0 for success; null if it was stopped' }),
  stdout: Type.String({ description: 'Standard output; if long, only the beginning and end' }),
  stderr: Type.String({ description: 'Standard error' }),
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

const given = readsFiles<Params>(({ files = [] }) => files)

export function createRunSkillScript({ shelf, launcher, keep }: ScriptContext) {
  let runner: RunCode | undefined
  return defineTool({
    action: 'RUN_SKILL_SCRIPT',
    title: 'Run skill script',
    description:
      'Runs a script of a skill (Python, shell or JavaScript) in a sandbox: no network; it sees the skill and `files`, nothing else. Files it leaves in out/ are kept.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    actOf: ({ name, path }) => ({ verb: 'Run', subject: path, rest: `of the skill ${name}` }),
    atMost:
      'The script runs in a sandbox: it has no network, and reads none of your files but those it is given.',
    // Whatever a program prints is data.
    reads: async (params, call, data) => {
      const readings: readonly Reading[] = await given(params, call, data)
      return [...new Set<Reading>(['untrusted', ...readings])]
    },
    shows: true,
    draws: true,
    idempotent: false,
    closedToOutside: true,
    timeoutSeconds: 180,
    setup: () => noSkill(shelf) ?? launcher.missing(),
    example: {
      args: { name: 'meeting-minutes', path: 'scripts/count.py', args: ['3'] },
      data: { exit_code: 0, stdout: '3\n', stderr: '', files: [], left_out: [] },
    },
    needsApproval: ({ files = [], save_to }, call) =>
      reasonToAsk(call, [
        ...files.map((path) => ({ path, name: 'files', access: 'read' as const })),
        { path: save_to, name: 'save_to', access: 'write' },
      ]),
    run: (params, call) => {
      runner ??= createRunCode(launcher, call)
      return runScript(params, { runner, shelf, keep, call })
    },
  })
}

interface Running extends Pick<ScriptContext, 'shelf' | 'keep'> {
  readonly runner: RunCode
  readonly call: ToolCall
}

/** Where a script finds the skill, which it cannot change. */
const SKILL_INSIDE = `${SCRATCH}/skill`

async function runScript(params: Params, { runner, shelf, keep, call }: Running) {
  const { name, path, args = [], files = [], save_to, timeout_ms: timeoutMs = 60_000 } = params
  const skill = skillNamed(shelf, name)
  const { language, code } = programFor(skill, path, args)
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-skill-'))
  const copies = await copyGiven(files, { folder: join(temporary.path, 'in'), call })
  const folder = join(temporary.path, 'out')
  await mkdir(folder)
  const all = [...copies, { from: await shelf.enabledFolder(skill), to: SKILL_INSIDE }]
  const result = await runner({ language, code, given: all, folder, timeoutMs }, call.signal)
  const made =
    save_to === undefined
      ? await keepLeft(result.files, { keep, call })
      : await saveLeft(result.files, { folder: save_to, from: files, call })
  const picture = await lookAt(made, call.signal)
  return {
    message: messageOf(result, { path, timeoutMs, made: made.map((file) => file.name) }),
    ...(result.exitCode !== 0 && { failed: true }),
    data: {
      exit_code: result.exitCode,
      stdout: result.stdout,
      stderr: result.stderr,
      files: made,
      left_out: result.leftOut.map((file) => `${file.name} (${file.reason})`),
      ...(picture && { picture }),
    },
  }
}

/** A few lines that run the script as it would be run by its name, whatever its arguments hold. */
function programFor(
  skill: ShelfSkill,
  path: string,
  args: readonly string[],
): { language: CodeLanguage; code: string } {
  const file = skill.files.find((one) => one.path === path)
  const scripts = skill.files.filter(({ is_script }) => is_script).map((one) => one.path)
  if (!file?.is_script)
    throw new AppError(
      file ? 'unsupported_media_type' : 'not_found',
      `${path} is not a script of the skill ${skill.name} that can be run. ${
        scripts.length === 0 ? 'It has none.' : `It has: ${scripts.join(', ')}.`
      }`,
    )
  const inside = `${SKILL_INSIDE}/${path}`
  switch (extname(path).toLowerCase()) {
    case '.py':
      return {
        language: 'python',
        code: [
          'import runpy, sys',
          `sys.argv = ${pythonList([inside, ...args])}`,
          `sys.path[0] = ${pythonList([dirname(inside)])}[0]`,
          `_ = runpy.run_path(sys.argv[0], run_name='__main__')`,
        ].join('\n'),
      }
    case '.sh':
    case '.bash':
      return { language: 'shell', code: `exec /bin/bash ${[inside, ...args].map(shellWord).join(' ')}\n` }
    default:
      return {
        language: 'javascript',
        code: `process.argv = [process.argv[0], ...${JSON.stringify([inside, ...args])}]\nimport(${JSON.stringify(inside)}).then(() => undefined)`,
      }
  }
}

/** JSON in ASCII is a list of texts in Python too. */
function pythonList(texts: readonly string[]): string {
  return JSON.stringify(texts).replaceAll(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function shellWord(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`
}

function messageOf(
  { exitCode, ended }: CodeResult,
  { path, timeoutMs, made }: { path: string; timeoutMs: number; made: readonly string[] },
): string {
  const files = made.length === 0 ? '' : ` It made ${made.join(', ')}.`
  if (ended === 'time') return `${path} took longer than ${timeoutMs / 1000} s and was stopped.${files}`
  if (ended !== undefined) return `${path} used too much (${ended}) and was stopped.${files}`
  return exitCode === 0 ? `${path} ran.${files}` : `${path} failed with exit code ${exitCode}.${files}`
}
