import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Wanted } from './policy-server.ts'
import { until, type RealStage } from './real-stage.ts'

/** What a task can be in the middle of when somebody stops it. */
export const moments = [
  'model call',
  'drag',
  'typing',
  'held chord',
  'stubborn command',
  'end check',
] as const
export type Moment = (typeof moments)[number]

export interface Stopped {
  readonly moment: Moment
  /** From the request to the answer. */
  readonly ms: number
  readonly status: string
  readonly held: { readonly keys: readonly number[]; readonly buttons: readonly number[] } | null
  /** Whether a process of the task is still there. */
  readonly survivor: boolean
}

/** Brings a task into the moment, stops it, and tells what is left of it. */
export async function stopDuring(stage: RealStage, moment: Moment): Promise<Stopped> {
  const { server, tasks, observer, home } = stage
  const mark = join(home, 'Documents', 'stubborn')
  await mkdir(join(home, 'Documents'), { recursive: true })
  await rm(mark, { force: true })
  server.mode = moment === 'model call' ? 'slow' : 'patient'
  server.script.length = 0
  if (moment !== 'model call') server.script.push(wishes[moment])
  if (moment === 'end check') server.verdicts.push('hang')
  const asked = server.received.length
  const checked = server.endQuestions.length
  const actions = await tasks.actions()
  const { task_id } = await tasks.start(`Be in the middle of a ${moment}`, { approve: 'none' })
  const isThere: Readonly<Record<Moment, () => Promise<boolean>>> = {
    'model call': async () => server.received.length > asked,
    'end check': async () => server.endQuestions.length > checked,
    drag: async () => (await observer.held())!.buttons.length > 0,
    'held chord': async () => (await observer.held())!.keys.length > 1,
    typing: async () => (await tasks.actions()) > actions,
    'stubborn command': () =>
      access(mark).then(
        () => true,
        () => false,
      ),
  }
  await until(isThere[moment])
  const began = performance.now()
  await tasks.stop()
  const ms = performance.now() - began
  const { status } = await tasks.read(task_id)
  return { moment, ms, status, held: await observer.held(), survivor: await isStubbornAlive() }
}

/** In a sandbox of its own, where its number is another one: it is found by its words. */
const STUBBORN = 'trap "" TERM; echo > "$HOME/Documents/stubborn"; while :; do sleep 1; done'

const wishes: Readonly<Record<Exclude<Moment, 'model call'>, Wanted>> = {
  'end check': { name: 'DONE', args: { summary: 'It is done.' } },
  drag: {
    name: 'DRAG',
    args: {
      path: [
        { x: 200, y: 300 },
        { x: 900, y: 600 },
      ],
      duration_ms: 10_000,
    },
  },
  // Nothing has the focus, so nobody fetches the text: it is offered first, then typed key by key.
  typing: { name: 'TYPE_TEXT', args: { text: 'hello world '.repeat(5) } },
  'held chord': { name: 'PRESS_KEY', args: { key: 'ctrl+shift+F9', hold_ms: 5000 } },
  'stubborn command': {
    name: 'RUN_TERMINAL',
    args: { command: STUBBORN },
  },
}

async function isStubbornAlive(): Promise<boolean> {
  for (const name of await readdir('/proc')) {
    const words = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    if (words.includes(STUBBORN)) return true
  }
  return false
}
