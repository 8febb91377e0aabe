import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DesktopStage } from './stage.ts'

export interface TaskAppEvent {
  readonly event: 'ready' | 'stage' | 'hit' | 'miss' | 'text' | 'wheel' | 'drop' | 'done'
  readonly stage?: string
  readonly text?: string
  readonly dx?: number
  readonly dy?: number
}

export interface TaskApp {
  readonly child: ChildProcess
  readonly events: readonly TaskAppEvent[]
  /** What it counts as, by its own word. */
  score(): Score
}

export interface Score {
  readonly hits: number
  readonly misses: number
  /** Farthest from the middle of a target, in pixels of the desktop. */
  readonly farthest: number
  readonly double: boolean
  readonly text: string | undefined
  readonly scroll: boolean
  readonly drag: boolean
  readonly chord: boolean
  readonly done: boolean
}

/** Opens the targets on a desktop and waits until they are there. */
export async function openTaskApp(
  stage: Pick<DesktopStage, 'start'>,
  { seed = 1, targets = 20, size = 8 }: { seed?: number; targets?: number; size?: number } = {},
): Promise<TaskApp> {
  const script = join(import.meta.dirname, 'task-app.py')
  const child = stage.start('/usr/bin/python3', [script, String(seed), String(targets), String(size)])
  const events: TaskAppEvent[] = []
  createInterface({ input: child.stdout! }).on('line', (line) =>
    events.push(JSON.parse(line) as TaskAppEvent),
  )
  const until = Date.now() + 150_000
  while (!events.some(({ event }) => event === 'ready')) {
    if (child.exitCode !== null) throw new Error(`The targets ended with ${child.exitCode}.`)
    if (Date.now() > until) throw new Error('The targets did not show up.')
    await sleep(20)
  }
  return { child, events, score: () => scoreOf(events) }
}

function scoreOf(events: readonly TaskAppEvent[]): Score {
  const hit = (stage: string) => events.filter((one) => one.event === 'hit' && one.stage === stage)
  const offsets = events.flatMap(({ dx, dy }) =>
    dx === undefined || dy === undefined ? [] : [Math.hypot(dx, dy)],
  )
  const has = (name: TaskAppEvent['event']) => events.some(({ event }) => event === name)
  return {
    hits: hit('click').length,
    misses: events.filter(({ event }) => event === 'miss').length,
    farthest: Math.max(0, ...offsets),
    double: hit('double').length === 1,
    text: events.find(({ event }) => event === 'text')?.text,
    scroll: hit('scroll').length === 1,
    drag: has('drop'),
    chord: hit('chord').length === 1,
    done: has('done'),
  }
}
