import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../contract/errors.ts'
import type { Work } from '../engine/statement.ts'
import { isContention, isGone } from './connections.ts'
import { Lane, Outcome, type Member } from './group.ts'
import { HopeLost, Rounds } from './rounds.ts'

export interface BatchesOptions {
  /** Connections that take the next statement before they have answered the last. */
  readonly pool: Pool
  readonly most: number
  readonly now: () => Date
  /** Begins what the acts of a lane have handed out, or leaves it to others. */
  readonly handOut: (lane: Lane) => Work<void>
  /** Steps that wait are to be begun with the next transaction, whatever else is in it. */
  readonly wantsMore: () => boolean
  readonly takeMore: (rounds: Rounds, openLane: () => Lane) => Promise<void>
  /** Notes in the transaction what is to be looked at later. */
  readonly postpone: (client: PoolClient, outcome: Outcome) => Promise<void>
  readonly onCommitted: (outcome: Outcome) => void
  /** A transaction failed in which nothing was to be written but what was taken. */
  readonly onTrouble: (error: unknown) => void
}

interface Pending {
  readonly member: Member<unknown>
  /** It failed with others, or because of them. */
  readonly isRepeated: boolean
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  result?: unknown
}

const GROUP_SIZE = 256
const MAX_ATTEMPTS = 8

/** Commits in groups: what comes while the connections are busy waits, and shares the next transaction. */
export class Batches {
  readonly #options: BatchesOptions
  readonly #busy = new Set<number>()
  #pending: Pending[] = []
  #active = 0
  #isTaking = false
  #isScheduled = false

  constructor(options: BatchesOptions) {
    this.#options = options
  }

  submit<Result>(member: Member<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.push({ member, isRepeated: false, resolve, reject })
    this.poke()
    return promise as Promise<Result>
  }

  /** Looks, when this turn of the event loop is over, at what there is to do. */
  poke(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startGroups()
    })
  }

  #startGroups(): void {
    while (this.#active < this.#options.most) {
      const group = this.#nextGroup()
      if (group.length === 0 && !this.#wantsMore) return
      void this.#carryOut(group)
    }
  }

  /** No workflow is in two transactions of this process at once: the second would only wait for the first. */
  #nextGroup(): Pending[] {
    const group: Pending[] = []
    const rest: Pending[] = []
    for (const pending of this.#pending) {
      const isFree = pending.member.workflow === undefined || !this.#busy.has(pending.member.workflow)
      const isFull = group.length === GROUP_SIZE || group[0]?.member.isAlone === true
      const fits = group.length === 0 || pending.member.isAlone !== true
      ;(isFree && !isFull && fits ? group : rest).push(pending)
    }
    this.#pending = rest
    return group.toSorted((a, b) => (a.member.workflow ?? 0) - (b.member.workflow ?? 0))
  }

  async #carryOut(group: readonly Pending[]): Promise<void> {
    const workflows = group.flatMap(({ member: { workflow } }) => (workflow === undefined ? [] : [workflow]))
    for (const workflow of workflows) this.#busy.add(workflow)
    this.#active += 1
    try {
      const outcome = await this.#commit(group)
      this.#options.onCommitted(outcome)
      for (const { resolve, result } of group) resolve(result)
    } catch (error) {
      this.#fail(group, error)
    } finally {
      this.#active -= 1
      for (const workflow of workflows) this.#busy.delete(workflow)
      this.poke()
    }
  }

  /** Whoever was at fault, each of them now stands for itself, and begins nothing by the way. */
  #fail(group: readonly Pending[], error: unknown): void {
    if (group.length === 0) this.#options.onTrouble(error)
    for (const pending of group) {
      const isLast = isGone(error) || error instanceof AppError || pending.isRepeated
      if (group.length === 1 && isLast) pending.reject(error)
      else if (isGone(error)) pending.reject(error)
      else this.#pending.push({ ...pending, member: { ...pending.member, isAlone: true }, isRepeated: true })
    }
  }

  async #commit(group: readonly Pending[]): Promise<Outcome> {
    let isHopeful = true
    for (let attempt = 1; ; attempt += 1) {
      const outcome = new Outcome()
      try {
        await this.#attempt(group, outcome, isHopeful)
        return outcome
      } catch (error) {
        outcome.takeBack(error)
        const isOver = attempt === MAX_ATTEMPTS || !(isContention(error) || error instanceof HopeLost)
        if (isOver) throw error
        if (error instanceof HopeLost) isHopeful = false
        else await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  /** One transaction at a time takes what waits: a second would find the same. */
  get #wantsMore(): boolean {
    return !this.#isTaking && this.#options.wantsMore()
  }

  async #attempt(group: readonly Pending[], outcome: Outcome, isHopeful: boolean): Promise<void> {
    const isRepeated = group.some((pending) => pending.isRepeated)
    const takes = !isRepeated && this.#wantsMore
    if (takes) this.#isTaking = true
    try {
      await this.#write(group, outcome, { isRepeated, takes, isHopeful })
    } finally {
      if (takes) this.#isTaking = false
    }
  }

  async #write(
    group: readonly Pending[],
    outcome: Outcome,
    { isRepeated, takes, isHopeful }: { isRepeated: boolean; takes: boolean; isHopeful: boolean },
  ): Promise<void> {
    const { pool, now, takeMore, postpone } = this.#options
    const openLane = () => new Lane(outcome, { at: now().toISOString(), claims: !isRepeated })
    await withBatchClient(pool, async (client) => {
      const rounds = new Rounds(client, { isHopeful })
      await rounds.foresee(group.flatMap(({ member }) => member.foresees ?? []))
      const lanes = Map.groupBy(group, ({ member }) => member.workflow ?? Symbol('its own'))
      await rounds.run([...lanes.values()].map((acts) => this.#lane(acts, openLane())))
      if (takes) await takeMore(rounds, openLane)
      if (outcome.later.length > 0) await rounds.also((used) => postpone(used, outcome))
      for (const { member } of group) if (member.alongside) await rounds.also(member.alongside)
      await rounds.commit()
    })
  }

  *#lane(acts: readonly Pending[], lane: Lane): Work<void> {
    for (const pending of acts) {
      pending.result = yield* pending.member.act(lane.transaction)
      pending.member.onDone?.(lane.outcome)
      yield* this.#options.handOut(lane)
    }
  }
}

/** One on which a statement failed may have prepared less than the driver believes: it is not used again. */
async function withBatchClient(pool: Pool, use: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await use(client)
    isBroken = false
  } catch (error) {
    if (error instanceof AppError) isBroken = !(await isRolledBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function isRolledBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}
