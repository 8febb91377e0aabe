import { writeFile } from 'node:fs/promises'
import { matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'
import { isProviderName, providers } from '../../../src/features/models/providers/providers.ts'
import { hasDesktop } from '../stage.ts'
import { hasWayland } from '../wayland-stage.ts'
import { drawResults, lineOf, totalOf } from './report.ts'
import { brokenResult, runTask, type Decider, type TaskResult } from './run-task.ts'
import { startScriptedModel } from './scripted-model.ts'
import type { DesktopTask } from './task.ts'
import type { DesktopKind } from './task-desktop.ts'
import { missingPrograms, tasks } from './tasks.ts'

const usage = `npm run eval:desktop -- [options]

  --model <provider/model>  a real model; without it the script of each task decides
  --base-url <address>      where the model answers, if not at the provider's usual address
  --key-env <variable>      the environment variable that holds the key
  --wayland                 on sway instead of X11
  --only <patterns>         names such as "calc-*" or programs, with commas between them
  --repeat <n>              run each task so many times
  --json <file>             write the results there: what it came to in all, and each task with every action
  --list                    show all tasks`

export interface Terminal {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
  readonly signal: AbortSignal
}

const OK = 0
const FAILED = 1
const USAGE = 64
const MISSING = 69
const STOPPED = 130

/** Runs the tasks as the command line says it, and answers with the exit code. */
export async function main(terminal: Terminal): Promise<number> {
  const { print, complain } = terminal
  const given = readArguments(terminal)
  if (typeof given === 'string') {
    complain(given)
    return USAGE
  }
  if (given.help) print(usage)
  else if (given.list) for (const { name, program } of tasks) print(`${name.padEnd(24)} ${program}`)
  else return runUnlessStopped(given, terminal)
  return OK
}

async function runUnlessStopped(given: Given, terminal: Terminal): Promise<number> {
  try {
    return await run(given, terminal)
  } catch (error) {
    if (!terminal.signal.aborted) throw error
    terminal.complain('Stopped.')
    return STOPPED
  }
}

interface Given {
  readonly help: boolean
  readonly list: boolean
  readonly kind: DesktopKind
  readonly chosen: readonly DesktopTask[]
  readonly repeat: number
  readonly json: string | undefined
  /** null for the scripts. */
  readonly model: Readonly<Record<string, string>> | null
}

/** What was asked for, or the sentence that says what is wrong with it. */
function readArguments({ args, environment }: Terminal): Given | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    model: text,
    'base-url': text,
    'key-env': text,
    wayland: flag,
    only: text,
    repeat: { ...text, default: '1' },
    json: text,
    list: flag,
    help: { ...flag, short: 'h' },
  } as const
  let values
  try {
    values = parseArgs({ args: [...args], options }).values
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}. --help shows what there is.`
  }
  const { only, repeat, wayland, help, list, json } = values
  const chosen = tasks.filter((task) => only === undefined || isChosen(task, only))
  if (chosen.length === 0) return `No task fits "${only}". --list shows all of them.`
  const model =
    values.model === undefined ? null : settingsOf({ ...values, model: values.model }, environment)
  if (typeof model === 'string') return model
  if (!/^[1-9]\d?$/.test(repeat)) return '--repeat takes a number from 1 to 99.'
  return { help, list, kind: wayland ? 'wayland' : 'x11', chosen, repeat: Number(repeat), json, model }
}

function isChosen({ name, program }: DesktopTask, only: string): boolean {
  return only
    .split(',')
    .map((part) => part.trim())
    .some((part) => part.toLowerCase() === program.toLowerCase() || matchesGlob(name, part))
}

function settingsOf(
  given: {
    readonly model: string
    readonly 'base-url'?: string | undefined
    readonly 'key-env'?: string | undefined
  },
  environment: NodeJS.ProcessEnv,
): Record<string, string> | string {
  const [provider, ...rest] = given.model.split('/')
  if (!provider || rest.length === 0)
    return 'Name the provider and the model, e.g. --model anthropic/claude-sonnet-4-5.'
  if (!isProviderName(provider))
    return `There is no provider "${provider}". Choose one of ${Object.keys(providers).join(', ')}.`
  const variable = given['key-env']
  const key = variable === undefined ? undefined : environment[variable]
  if (variable !== undefined && !key)
    return `The environment variable ${variable} is empty. Put the key into it.`
  return {
    DESKHAND_LLM_PROVIDER: provider,
    DESKHAND_LLM_MODEL: rest.join('/'),
    ...(given['base-url'] !== undefined && { DESKHAND_LLM_BASE_URL: given['base-url'] }),
    ...(key && { DESKHAND_LLM_API_KEY: key }),
  }
}

async function run(given: Given, { print, complain, signal }: Terminal): Promise<number> {
  const { kind, repeat, json } = given
  const missing = kind === 'x11' ? !hasDesktop : !hasWayland
  if (missing) {
    complain('This needs Xvfb, openbox and dbus-daemon, or with --wayland sway, foot and wl-clipboard.')
    return MISSING
  }
  await using opened = new AsyncDisposableStack()
  const decider: Decider = given.model
    ? { kind: 'real', environment: given.model }
    : { kind: 'scripted', model: opened.use(await startScriptedModel()) }
  const results: TaskResult[] = []
  for (let round = 0; round < repeat; round += 1) {
    for (const task of given.chosen) {
      const lacking = missingPrograms(task)
      if (lacking.length > 0) {
        complain(`SKIPPED ${task.name}: ${lacking.join(', ')} is not installed.`)
        continue
      }
      const result = await attempt(task, { kind, decider, signal })
      results.push(result)
      print(lineOf(result))
      if (json !== undefined) await writeFile(json, jsonOf(given, results))
    }
  }
  print(`\n${drawResults(results)}`)
  return results.every(({ passed }) => passed) ? OK : FAILED
}

function jsonOf({ kind, model }: Given, results: readonly TaskResult[]): string {
  const decider = model ? `${model['DESKHAND_LLM_PROVIDER']}/${model['DESKHAND_LLM_MODEL']}` : 'script'
  return `${JSON.stringify({ desktop: kind, model: decider, total: totalOf(results), results }, null, 2)}\n`
}

/** What goes wrong with one task does not end the others. */
async function attempt(task: DesktopTask, options: Parameters<typeof runTask>[1]): Promise<TaskResult> {
  try {
    return await runTask(task, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    return brokenResult(task, error)
  }
}
