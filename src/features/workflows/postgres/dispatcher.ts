import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/log.ts'
import type { Delivery } from '../engine/backend.ts'
import { readAtBegin, readAtEnd } from '../engine/foresight.ts'
import type { Work } from '../engine/statement.ts'
import { readReadyStep, workflowOf } from '../engine/step-rows.ts'
import type { StepRef } from '../engine/transaction.ts'
import { isContention, isGone } from './connections.ts'
import { ANY_AGENT } from './messages.ts'
import type { Lane, Member, Outcome, Taken } from './group.ts'
import { Places } from './places.ts'
import { HopeLost, type Rounds } from './rounds.ts'
import { findWaiting, isSuspect, isUntaken, locking, lockIfFree, type WaitingStep } from './waiting-steps.ts'

export interface DispatcherOptions {
  /** The name of this process. */
  readonly worker: string
  readonly delivery: Delivery
  readonly log: Log
  /** Steps that run side by side in this process. */
  readonly places: () => number
  /** Agents whose steps this process may run. */
  readonly agents: () => readonly string[]
  readonly commit: <Result>(member: Member<Result>) => Promise<Result>
  /** Something may have come to wait. */
  readonly poke: () => void
}

const AGAIN_MS = 1_000
const SOON_MS = 5
const ASKS_AT_A_TIME = 20
/** What waits for longer than this comes before what goes on with a workflow. */
const OVERDUE_MS = 250
/** A step that cannot be taken is left alone for so long, and is given up after so many times. */
const LEFT_ALONE_MS = 8_000
const MAX_FAILURES = 10

/** Steps that wait and were not taken: somebody has their workflow, or they found no place. */
interface Left {
  locked: number
  unplaced: number
}

/** Begins steps, as many as there are places: those that a transaction hands out, and those that wait. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #places: Places
  readonly #running = new Map<string, { readonly workflow: number; readonly done: Promise<void> }>()
  /** Every lease that this process has, or may have once a transaction is on disk. */
  readonly leases = new Set<string>()
  readonly #failures = new Map<number, number>()
  readonly #leftAlone = new Set<number>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #leaseCount = 0
  #wakes = 0
  #mayWait = true
  #mayAsk = true
  #waitingSince: number | undefined
  /** So many steps are taken one at a time: one of them cannot be taken. */
  #careful = 0
  #isDelivering = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#places = new Places(options.places)
  }

  start(): void {
    this.#isDelivering = true
    this.wakeAll()
  }

  /** Takes nothing more; done when everything that was taken has ended. */
  async stop(): Promise<void> {
    this.#isDelivering = false
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** Steps of these agents may wait. */
  wake(agents: Iterable<string>): void {
    const own = new Set([ANY_AGENT, ...this.#options.agents()])
    if (![...agents].some((agent) => own.has(agent))) return
    this.#wakes += 1
    this.#mayWait = true
    this.#mayAsk = true
    if (this.#places.free === 0) this.#waitingSince ??= performance.now()
    this.#options.poke()
  }

  wakeAll(): void {
    this.wake([ANY_AGENT])
  }

  /** Nothing is lost: what waits is taken with the next pulse. */
  couldNotTake(error: unknown): void {
    this.#mayWait = this.#careful > 0
    const level = isAway(error) || !this.#isDelivering ? 'debug' : 'error'
    this.#options.log[level]({ err: error }, "Couldn't take steps that wait. Retrying.")
  }

  /** Done when everything of the workflow that runs here has ended. */
  async whenEnded(workflow: number): Promise<void> {
    const own = [...this.#running.values()].filter((one) => one.workflow === workflow)
    await Promise.all(own.map(({ done }) => done))
  }

  get wantsMore(): boolean {
    return this.#isDelivering && this.#mayWait && (this.#places.free > 0 || this.#mayAsk)
  }

  /** Begins what a lane has handed out, as far as there are places; a workflow that has begun goes on before others begin. */
  *handOut(lane: Lane): Work<void> {
    const { outcome, refs } = lane
    for (let given = refs.shift(); given; given = refs.shift()) {
      if (given.delayMs !== undefined) {
        outcome.later.push(given)
        continue
      }
      const read = given.read ?? (yield* readReadyStep(given.key))
      const ref = read ? { ...given, read } : given
      const agent = read?.agent ?? ANY_AGENT
      if (this.#mayBegin(ref, { agent, lane })) yield* this.#claim(lane, ref)
      else {
        yield* this.#options.delivery.park(ref)
        outcome.waiting.add(agent)
      }
    }
  }

  /** Begins what waits, first come, first served. */
  async takeMore(rounds: Rounds, openLane: () => Lane): Promise<void> {
    const before = this.#wakes
    const { free, suspectRuns } = this.#places
    const onlyAsks = free === 0
    const wanted = onlyAsks ? ASKS_AT_A_TIME : free
    const most = this.#careful > 0 ? 1 : wanted
    let found: readonly WaitingStep[] = []
    const filter = { agents: this.#options.agents(), most, onlyAsks, noSuspects: suspectRuns }
    const without = [...this.#leftAlone]
    await rounds.run([
      (function* () {
        found = yield* findWaiting({ ...filter, without })
      })(),
    ])
    const left = { locked: 0, unplaced: 0 }
    const lanes = Map.groupBy(
      found.toSorted((a, b) => a.workflow - b.workflow),
      ({ workflow }) => workflow,
    )
    const foreseen = [...lanes.values()].flat()
    await rounds.foresee([...foreseen.map(locking), ...foreseen.flatMap(({ key }) => readAtBegin(key))])
    await rounds.run([...lanes.values()].map((steps) => this.#takeLane(steps, openLane(), left)))
    this.#noteTaken({ isAll: found.length < most && before === this.#wakes, left, onlyAsks })
  }

  /** Carries out what a transaction has claimed, which is on disk. */
  carryOut(taken: readonly Taken[]): void {
    for (const each of taken) {
      const { lease, key } = each.claim
      const done = this.#perform(each).finally(() => {
        this.#running.delete(lease)
        this.leases.delete(lease)
      })
      this.#running.set(lease, { workflow: workflowOf(key), done })
    }
  }

  #noteTaken({ isAll, left, onlyAsks }: { isAll: boolean; left: Left; onlyAsks: boolean }): void {
    if (this.#careful > 0) {
      this.#careful -= 1
      return
    }
    if (isAll) this.#mayAsk = false
    if (onlyAsks) return
    this.#mayWait = !isAll || left.locked + left.unplaced > 0
    this.#waitingSince = isAll ? undefined : performance.now()
    // Whoever holds them is about to let go.
    if (left.locked > 0) this.#later(SOON_MS, () => this.wakeAll())
  }

  #mayBegin(ref: StepRef, { agent, lane }: { agent: string; lane: Lane }): boolean {
    if (!this.#isDelivering || !lane.claims || !this.#options.agents().includes(agent)) return false
    const isOthersTurn =
      this.#waitingSince !== undefined && performance.now() - this.#waitingSince > OVERDUE_MS
    return (!isOthersTurn || ref.ask === true) && this.#places.reserve(ref)
  }

  *#takeLane(steps: readonly WaitingStep[], lane: Lane, left: Left): Work<void> {
    lane.outcome.undo.push((error) => this.#takenInVain(steps, error))
    if (!(yield* lockIfFree(steps[0]!.workflow))) {
      left.locked += 1
      return
    }
    for (const step of steps) {
      const ref = { key: step.key, ...(step.asks === 1 && { ask: true as const }) }
      const suspect = isSuspect(step) ? { ...ref, suspect: true as const } : ref
      // A question is handed out as long as it is being asked.
      const isThere = ref.ask ? yield* isUntaken(step.key) : true
      if (!isThere) continue
      if (this.#places.reserve(suspect)) yield* this.#claim(lane, suspect)
      else left.unplaced += 1
    }
    yield* this.handOut(lane)
  }

  /** The step has a place. */
  *#claim({ transaction, outcome }: Lane, ref: StepRef): Work<void> {
    const lease = `${this.#options.worker}.${(this.#leaseCount += 1)}#0`
    let isHeld = true
    const letGo = () => {
      if (isHeld) this.#places.release(ref)
      isHeld = false
      this.leases.delete(lease)
    }
    this.leases.add(lease)
    outcome.undo.push(letGo)
    const claim = yield* this.#options.delivery.claim(transaction, ref, lease)
    if (claim) outcome.taken.push({ ref, claim })
    else letGo()
    this.#failures.delete(ref.key)
  }

  /** A step that cannot be taken must not keep the others from being taken. */
  #takenInVain(steps: readonly WaitingStep[], error: unknown): void {
    if (isGone(error) || isContention(error) || error instanceof HopeLost) return
    const [{ key }] = steps as [WaitingStep]
    if (this.#careful === 0 || steps.length > 1) {
      this.#careful += steps.length
      return
    }
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    this.#leftAlone.add(key)
    this.#options.log.error({ err: error, key }, "Couldn't start a step. Retrying.")
    if (failures >= MAX_FAILURES) void this.#giveUp(key)
    this.#later(LEFT_ALONE_MS, () => {
      this.#leftAlone.delete(key)
      this.wakeAll()
    })
  }

  async #giveUp(key: number): Promise<void> {
    const { commit, delivery, log } = this.#options
    try {
      await commit({ isAlone: true, act: (transaction) => delivery.giveUp(transaction, { key }) })
    } catch (error) {
      log.error({ err: error, key }, "Couldn't fail a step that can't be started.")
    }
  }

  async #perform({ ref, claim }: Taken): Promise<void> {
    const { delivery, commit, log } = this.#options
    const act = await delivery.perform(claim)
    const onDone = (outcome: Outcome) => {
      this.#places.release(ref)
      if (ref.suspect) this.#mayWait = true
      outcome.undo.push(() => this.#places.undoRelease(ref))
    }
    for (;;) {
      try {
        await commit({ act, workflow: workflowOf(claim.key), foresees: readAtEnd(claim.key), onDone })
        return
      } catch (error) {
        const { workflow_id, id: step_id } = claim
        // What has happened is kept until it can be written, unless nobody waits for it any more.
        if (!isAway(error) || !this.#isDelivering) {
          this.#places.release(ref)
          log.error({ err: error, workflow_id, step_id }, "Couldn't record the end of a step.")
          return
        }
        await sleep(AGAIN_MS)
      }
    }
  }

  #later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, ms)
    this.#timers.add(timer)
  }
}

export function isAway(error: unknown): boolean {
  return isGone(error) || (error as { code?: unknown }).code === 'unavailable'
}
