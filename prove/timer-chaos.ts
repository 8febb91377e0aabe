/**
 * The real service, killed with SIGKILL again and again while timers are started and come to their end. At the end each of
 * them must have rung exactly once.
 * `node prove/timer-chaos.ts 50 400`
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { newProgram, type Program } from '../test/program.ts'
import { ServiceCaller } from './service-caller.ts'

export interface TimerProof {
  readonly kills: number
  readonly started: number
  /** Those that are in no list any more. */
  readonly lost: number
  readonly silent: number
  readonly twice: number
}

export interface TimerChaosOptions {
  readonly kills: number
  /** No more than notifications are kept. */
  readonly timers: number
  readonly signal: AbortSignal
}

const MAX_SECONDS = 3
const POLL_MS = 50

export async function proveTimers({ kills, timers, signal }: TimerChaosOptions): Promise<TimerProof> {
  await using program = await newProgram()
  await using caller = new ServiceCaller(program)
  await caller.start()
  const names = Array.from({ length: timers }, (_, at) => `tmr_${at}`)
  let killed = 0
  const killing = async () => {
    for (; killed < kills; killed += 1) {
      signal.throwIfAborted()
      await caller.killSoon()
    }
  }
  const starting = async () => {
    for (const timer_id of names) {
      signal.throwIfAborted()
      const seconds = 1 + Math.random() * (MAX_SECONDS - 1)
      await startOnce(caller, { timer_id, label: timer_id, seconds })
      // Spread over all the kills.
      if (killed < kills) await sleep(POLL_MS)
    }
  }
  await Promise.all([killing(), starting()])
  await untilAllRang(caller, signal)
  return { kills: killed, started: names.length, ...examine(program, names) }
}

interface NewTimer {
  readonly timer_id: string
  readonly label: string
  readonly seconds: number
}

/** An answer that was lost on the way is no reason for a second one: the name is taken then. */
async function startOnce(caller: ServiceCaller, timer: NewTimer): Promise<void> {
  try {
    await caller.call('POST', '/api/timers', { body: timer })
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(': 409 '))) throw error
  }
}

async function untilAllRang(caller: ServiceCaller, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { timers } = (await caller.call('GET', '/api/timers')) as { timers: { status: string }[] }
    if (timers.every(({ status }) => status === 'due' || status === 'missed')) return
    await sleep(POLL_MS)
  }
}

function examine(program: Program, names: readonly string[]): Omit<TimerProof, 'kills' | 'started'> {
  using database = new DatabaseSync(program.folder.database, { readOnly: true })
  const kept = new Set(
    database
      .prepare('SELECT id FROM timers')
      .all()
      .map(({ id }) => String(id)),
  )
  const told = database
    .prepare("SELECT dedupe_key AS name FROM notifications WHERE type = 'timer'")
    .all()
    .map(({ name }) => String(name).split(':')[1]!)
  const rings = Map.groupBy(told, (name) => name)
  return {
    lost: names.filter((name) => !kept.has(name)).length,
    silent: names.filter((name) => !rings.has(name)).length,
    twice: [...rings.values()].filter((each) => each.length > 1).length,
  }
}

export function isTimersBroken({ lost, silent, twice }: TimerProof): boolean {
  return lost + silent + twice > 0
}

if (import.meta.main) {
  const [kills = 50, timers = 400] = process.argv.slice(2).map(Number)
  const proof = await proveTimers({ kills, timers, signal: new AbortController().signal })
  console.log(JSON.stringify(proof, null, 2))
  if (isTimersBroken(proof)) process.exitCode = 1
}
