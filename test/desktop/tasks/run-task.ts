import { setTimeout as sleep } from 'node:timers/promises'
import type { Confirmation } from '../../../src/contract/confirmation.ts'
import type { ComputerTask } from '../../../src/features/desktop/computer-tasks.ts'
import { TaskClient } from '../real-stage.ts'
import { startTestService, type TestService } from '../../service.ts'
import { demand, Unmet } from './judging.ts'
import type { Exchange, ScriptedModel } from './scripted-model.ts'
import type { After, DesktopTask, Place } from './task.ts'
import { openTaskDesktop, type DesktopKind } from './task-desktop.ts'
import { servePages } from './web-pages.ts'

/** Who decides: the script of each task, or a real model by the settings that reach it. */
export type Decider =
  | { readonly kind: 'scripted'; readonly model: ScriptedModel }
  | { readonly kind: 'real'; readonly environment: Readonly<Record<string, string>> }

export interface TaskResult {
  readonly name: string
  readonly program: string
  readonly passed: boolean
  /** Why it did not pass; null when it did. */
  readonly reason: string | null
  readonly steps: number
  readonly calls: number
  readonly tokens: number
  readonly questions: number
  /** How many of them nobody needed. */
  readonly needless: number
  /** How many had to be asked and were not. */
  readonly missed: number
  readonly seconds: number
  readonly actions: ComputerTask['steps']
  readonly exchanges: readonly Exchange[]
}

const MAX_STEPS = 100

/** One task on a desktop, with a home and a service of its own. */
export async function runTask(
  task: DesktopTask,
  { kind, decider, signal }: { kind: DesktopKind; decider: Decider; signal?: AbortSignal },
): Promise<TaskResult> {
  await using desktop = await openTaskDesktop(kind)
  await using pages = await servePages()
  const settings = decider.kind === 'real' ? decider.environment : scriptedSettings(decider.model)
  await using service = await startTestService({ environment: { ...desktop.environment, ...settings } })
  const { home, open, terminal } = desktop
  const place: Place = { home, pages, open, terminal }
  await task.prepare?.(place)
  if (decider.kind === 'scripted') decider.model.play((hand) => task.script(hand, place))
  const goal = typeof task.goal === 'string' ? task.goal : task.goal(place)
  const before = await usedBy(service)
  const begun = performance.now()
  const { ended, questions } = await runToEnd(service, goal, { task, signal })
  const seconds = (performance.now() - begun) / 1000
  const used = await usedBy(service)
  const reason = await reasonAgainst(task, { ...place, task: ended, questions })
  return {
    name: task.name,
    program: task.program,
    passed: reason === null,
    reason,
    steps: ended.steps.length,
    calls: used.calls - before.calls,
    tokens: used.tokens - before.tokens,
    questions: questions.length,
    ...judgeQuestions(task, questions),
    seconds,
    actions: ended.steps,
    exchanges: decider.kind === 'scripted' ? [...decider.model.log] : [],
  }
}

/** Of a task that could not even be tried. */
export function brokenResult({ name, program }: DesktopTask, error: unknown): TaskResult {
  const nothing = { steps: 0, calls: 0, tokens: 0, questions: 0, needless: 0, missed: 0, seconds: 0 }
  const reason = `It broke: ${String(error)}`
  return { name, program, passed: false, reason, ...nothing, actions: [], exchanges: [] }
}

function scriptedSettings({ url }: ScriptedModel): Record<string, string> {
  return {
    DESKHAND_LLM_PROVIDER: 'openai_compatible',
    DESKHAND_LLM_MODEL: 'scripted',
    DESKHAND_LLM_BASE_URL: url,
    DESKHAND_LLM_API_KEY: 'a-key-of-the-test',
  }
}

interface Running {
  readonly task: DesktopTask
  readonly signal: AbortSignal | undefined
}

/** The person says the same to every question; which ones there were is judged afterwards. */
async function runToEnd(
  { client, folder }: TestService,
  goal: string,
  { task: { approves = true }, signal }: Running,
): Promise<{ ended: ComputerTask; questions: Confirmation[] }> {
  const tasks = new TaskClient(client, folder.audit)
  const questions: Confirmation[] = []
  const { task_id } = await tasks.start(goal, { max_steps: MAX_STEPS })
  for (;;) {
    const seen = await tasks.until(task_id, ({ ended_by, confirmation }) => {
      signal?.throwIfAborted()
      const isNew = confirmation !== null && questions.every((one) => !isSame(one, confirmation))
      return ended_by !== null || isNew
    })
    if (seen.ended_by !== null) return { ended: seen, questions }
    questions.push(seen.confirmation!)
    const { confirmation_id } = seen.confirmation!
    await client.tools.confirm({ body: { confirmation_id, approved: approves } })
  }
}

function isSame(one: Confirmation, other: Confirmation): boolean {
  return one.confirmation_id === other.confirmation_id
}

async function reasonAgainst({ judge, asks = [] }: DesktopTask, after: After): Promise<string | null> {
  const { task, questions } = after
  try {
    demand(task.ended_by === 'done', `It ended by ${task.ended_by}: ${task.message}`)
    demand(task.status === 'completed', `It says that it could not be done: ${task.message}`)
    await judgeInTime(judge, after)
    const asked = questions.map(wordsOf)
    const isAsked = asked.length === asks.length && asks.every((ask, index) => ask.test(asked[index]!))
    const listed = asked.map((one) => JSON.stringify(one)).join(', ')
    demand(isAsked, `It asked ${asked.length} times, not ${asks.length}: ${listed}`)
    return null
  } catch (error) {
    if (error instanceof Unmet) return error.message
    throw error
  }
}

function wordsOf({ title, message }: Confirmation): string {
  return `${title} ${message}`
}

/** Each question answers to one that is expected, whatever their order. */
function judgeQuestions(
  { asks = [] }: DesktopTask,
  questions: readonly Confirmation[],
): Pick<TaskResult, 'needless' | 'missed'> {
  const open = [...asks]
  let needless = 0
  for (const words of questions.map(wordsOf)) {
    const index = open.findIndex((ask) => ask.test(words))
    if (index < 0) needless += 1
    else open.splice(index, 1)
  }
  return { needless, missed: open.length }
}

const PATIENCE_MS = 30_000

/** Programs write what they were told a little later, and settings seconds later. */
async function judgeInTime(judge: DesktopTask['judge'], after: After): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await judge(after)
    } catch (error) {
      if (!(error instanceof Unmet) || Date.now() > until) throw error
      await sleep(200)
    }
  }
}

async function usedBy({ client }: TestService): Promise<{ calls: number; tokens: number }> {
  const { months } = await client.models.readUsage({ query: {} })
  const all = months.flatMap(({ models }) => models)
  const sum = (value: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + value(one), 0)
  return {
    calls: sum(({ calls }) => calls),
    tokens: sum((one) => one.input_tokens + one.output_tokens),
  }
}
