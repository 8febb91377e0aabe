/**
 * Three workers on one PostgreSQL, of which one is killed with SIGKILL, or frozen until it counts as dead, again and
 * again. At the end every workflow must have ended, nothing that was completed was started again, and no effect happened
 * twice that nobody chose to repeat. `node prove/workflow-chaos-postgres.ts 20 500`, and with one workflow that goes
 * through long lists: `node prove/workflow-chaos-postgres.ts 50 1 1000`
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '../src/contract/errors.ts'
import type { Waiting } from '../src/features/workflows/engine/open-workflow.ts'
import { startCluster } from '../test/postgres.ts'
import { itemsPlan, ledgerPlan, OPEN_ITEMS } from './ledger-stage.ts'
import { openSharedProcess, readLedger, type SharedOrder, type SharedProcess } from './shared-ledger.ts'
import { type Work, all, first } from '../src/features/workflows/engine/statement.ts'

export interface SharedChaosProof {
  kills: number
  freezes: number
  workflows: number
  completed: number
  /** Ended by the rule that a step during which a process ended three times is not run again. */
  given_up: number
  /** Failed for another reason, or did not end: must not be. */
  astray: number
  interrupted_steps: number
  /** Steps that waited because nobody knew whether they had taken effect. */
  asked: number
  answered_by_confirmation: number
  started_after_completion: number
  completed_twice: number
  /** Items that have ended in any other way than by being completed, or by the rule about crashes. */
  items_astray: number
  effects: number
  effects_twice_by_choice: number
  effects_twice: number
  completed_without_effect: number
}

export interface SharedChaosOptions {
  readonly kills: number
  /** Of the kills so many are freezes, from which the process comes back after it was taken for dead. */
  readonly freezes: number
  readonly workflows: number
  /** With this many items in each of two steps, instead of graphs. */
  readonly items?: number
  readonly pauseMs: number
  readonly signal: AbortSignal
}

const WORKERS = 3
const PLACES = 8
const FREEZE_MS = 14_000

export async function proveSharedChaos(options: SharedChaosOptions): Promise<SharedChaosProof> {
  await using cluster = await startCluster({ durable: true })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-chaos-'))
  const url = await cluster.createDatabase()
  const order = (name: string): SharedOrder => ({
    url,
    folder: join(folder.path, name),
    ledger: join(folder.path, 'ledger'),
    pauseMs: options.pauseMs,
    places: PLACES,
  })
  // The service: it runs no steps, makes the workflows, and asks the person.
  await using service = await openSharedProcess(order('service'), { runsSteps: false })
  await using workers = new Workers(order)
  const person = new Person(service, order('').ledger)
  await Promise.all([workers.disturb({ service, ...options }), untilEnded(service, { person, ...options })])
  const { kills, freezes } = workers
  return { kills, freezes, workflows: options.workflows, ...(await examine(service, person)) }
}

/** Worker processes, each replaced when it is killed. */
class Workers implements AsyncDisposable {
  readonly #order: (name: string) => SharedOrder
  readonly #running: ChildProcess[] = []
  #started = 0
  kills = 0
  freezes = 0

  constructor(order: (name: string) => SharedOrder) {
    this.#order = order
  }

  async disturb({
    service,
    signal,
    ...wanted
  }: SharedChaosOptions & { service: SharedProcess }): Promise<void> {
    for (let index = 0; index < WORKERS; index += 1) this.#running.push(await this.#start())
    const load = loadOf(service, wanted)
    for (let at = 0; at < wanted.kills; at += 1) {
      signal.throwIfAborted()
      await load.add(at)
      // By what is left, never by time: however fast the machine is, there is still work to break into.
      const left = load.leftAt(at)
      while ((await load.left()) > left) await sleep(50, undefined, { signal })
      const index = Math.floor(Math.random() * WORKERS)
      if (
        this.freezes < wanted.freezes &&
        Math.random() < (wanted.freezes - this.freezes) / (wanted.kills - at)
      )
        await this.#freeze(index, signal)
      else await this.#kill(index)
    }
  }

  async #kill(index: number): Promise<void> {
    const worker = this.#running[index]!
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    this.kills += 1
    this.#running[index] = await this.#start()
  }

  async #freeze(index: number, signal: AbortSignal): Promise<void> {
    const worker = this.#running[index]!
    worker.kill('SIGSTOP')
    this.freezes += 1
    await sleep(FREEZE_MS, undefined, { signal })
    worker.kill('SIGCONT')
  }

  async #start(): Promise<ChildProcess> {
    const script = fileURLToPath(new URL('./shared-ledger.ts', import.meta.url))
    const order = this.#order(`worker-${(this.#started += 1)}`)
    const worker = spawn(process.execPath, [script, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(createInterface(worker.stdout), 'line')
    return worker
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#running) {
      if (worker.exitCode !== null || worker.signalCode !== null) continue
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
  }
}

/** What there is to do while processes are killed. */
interface Load {
  /** Adds what belongs to one of the kills. */
  add(at: number): Promise<void>
  /** How much has not ended. */
  left(): Promise<number>
  /** How much should be left at one of the kills. */
  leftAt(at: number): number
}

function loadOf(service: SharedProcess, { items, ...wanted }: Omit<SharedChaosOptions, 'signal'>): Load {
  const { workflows, catalog } = service
  const plan = items === undefined ? ledgerPlan(catalog) : itemsPlan(catalog, items)
  const create = async (most: number) => {
    for (let made = 0; made < most; made += 1)
      await workflows.engine.create(plan, { source: 'api', provenance: 'local-client' })
  }
  if (items === undefined) {
    const batch = Math.ceil(wanted.workflows / wanted.kills)
    return {
      add: (at) => create(Math.min(batch, wanted.workflows - at * batch)),
      left: () => count(service, "workflows WHERE status NOT IN ('completed', 'failed')"),
      leftAt: () => Math.ceil(batch * (0.4 + 0.5 * Math.random())),
    }
  }
  const batch = (2 * items) / wanted.kills
  return {
    add: (at) => create(at === 0 ? wanted.workflows : 0),
    async left() {
      const made = await count(service, 'workflow_steps WHERE parent IS NOT NULL')
      return 2 * items * wanted.workflows - made + (await count(service, OPEN_ITEMS))
    },
    leftAt: (at) => Math.ceil(2 * items - batch * (at + 0.2 + 0.6 * Math.random())),
  }
}

async function untilEnded(
  service: SharedProcess,
  { person, workflows, signal }: { person: Person } & Pick<SharedChaosOptions, 'workflows' | 'signal'>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    await person.answer()
    if ((await count(service, "workflows WHERE status IN ('completed', 'failed')")) >= workflows) return
    await sleep(200, undefined, { signal })
  }
}

interface WaitingStep {
  readonly workflow_id: string
  readonly id: string
  readonly waiting: string
  readonly revision: number
}

/** Answers at the service: one who looks first, or one who does not and says "again". */
class Person {
  readonly #service: SharedProcess
  readonly ledger: string
  readonly chosen = new Set<string>()
  byConfirmation = 0

  constructor(service: SharedProcess, ledger: string) {
    this.#service = service
    this.ledger = ledger
  }

  async answer(): Promise<void> {
    const waiting = await this.#service.workflows.engine.backend.read(
      all<WaitingStep>(
        `SELECT workflows.id AS workflow_id, workflow_steps.id AS id, waiting, revision FROM workflow_steps
         JOIN workflows ON number = workflow WHERE workflow_steps.status = 'waiting' LIMIT 20`,
      ),
    )
    for (const step of waiting) await this.#decide(step)
  }

  async #decide({ workflow_id, id, waiting, revision }: WaitingStep): Promise<void> {
    const { workflows, approvals } = this.#service
    const key = `${workflow_id}/${id}/${revision}`
    const { confirmation_id } = JSON.parse(waiting) as Waiting
    try {
      if (Math.random() < 0.5) {
        const isDone = readLedger(this.ledger).once.includes(key)
        // A process that is only frozen may still do it.
        if (!isDone) this.chosen.add(key)
        const decided = isDone
          ? ({ decision: 'input', input: {} } as const)
          : ({ decision: 'retry' } as const)
        await workflows.engine.intervene(workflow_id, { step_id: id, ...decided }, 'local-client')
      } else if (confirmation_id !== null && approvals.isOpen(confirmation_id)) {
        this.chosen.add(key)
        await workflows.engine.decideStep(await approvals.decide(confirmation_id, true))
        this.byConfirmation += 1
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    }
  }
}

async function count({ workflows }: SharedProcess, from: string): Promise<number> {
  const row = await workflows.engine.backend.read(
    first<{ count: number }>(`SELECT count(*) AS count FROM ${from}`),
  )
  return row!.count
}

async function examine(
  service: SharedProcess,
  person: Person,
): Promise<Omit<SharedChaosProof, 'kills' | 'freezes' | 'workflows'>> {
  const of = (type: string) => `workflow_events WHERE type = '${type}'`
  const completed = await count(service, "workflows WHERE status = 'completed'")
  const givenUp = await count(
    service,
    `workflows WHERE status = 'failed' AND EXISTS (SELECT 1 FROM workflow_steps
       WHERE workflow = number AND error LIKE '{"code":"crashed"%')`,
  )
  return {
    completed,
    given_up: givenUp,
    astray: (await count(service, 'workflows')) - completed - givenUp,
    interrupted_steps: await count(service, of('step.interrupted')),
    asked: await count(service, of('step.waiting')),
    answered_by_confirmation: person.byConfirmation,
    started_after_completion: await count(
      service,
      `workflow_events AS done JOIN workflow_events AS again USING (workflow, step_id)
       WHERE done.type = 'step.completed' AND again.type = 'step.started' AND again.seq > done.seq`,
    ),
    completed_twice: await count(
      service,
      `(SELECT 1 FROM ${of('step.completed')} GROUP BY workflow, step_id HAVING count(*) > 1) AS twice`,
    ),
    items_astray: await count(
      service,
      `workflow_steps WHERE parent IS NOT NULL AND status <> 'completed' AND error NOT LIKE '{"code":"crashed"%'`,
    ),
    ...examineLedger(person, await service.workflows.engine.backend.read(completedKeys())),
  }
}

function* completedKeys(): Work<string[]> {
  const rows = yield* all<{ key: string }>(
    `SELECT workflows.id || '/' || workflow_steps.id || '/' || revision AS key FROM workflow_steps
     JOIN workflows ON number = workflow WHERE workflow_steps.status = 'completed'
       AND key NOT IN (SELECT parent FROM workflow_steps WHERE parent IS NOT NULL)`,
  )
  return rows.map(({ key }) => key)
}

function examineLedger({ ledger, chosen }: Person, done: readonly string[]) {
  const { safe, once: lines } = readLedger(ledger)
  const twice = [...Map.groupBy(lines, (key) => key)]
    .filter(([, each]) => each.length > 1)
    .map(([key]) => key)
  const effects = new Set([...safe, ...lines])
  return {
    effects: effects.size,
    effects_twice_by_choice: twice.filter((key) => chosen.has(key)).length,
    effects_twice: twice.filter((key) => !chosen.has(key)).length,
    completed_without_effect: done.filter((key) => !effects.has(key)).length,
  }
}

function isBroken(proof: SharedChaosProof): boolean {
  const { astray, items_astray, started_after_completion, completed_twice } = proof
  const { effects_twice, completed_without_effect } = proof
  const wrong = [astray, items_astray, started_after_completion, completed_twice, effects_twice]
  return [...wrong, completed_without_effect].some((each) => each > 0)
}

if (import.meta.main) {
  const [kills = 20, workflows = 500, items] = process.argv.slice(2).map(Number)
  const { signal } = new AbortController()
  const load = { workflows, ...(items !== undefined && { items }), pauseMs: 400 }
  const proof = await proveSharedChaos({ kills: kills + 3, freezes: 3, ...load, signal })
  console.log(proof)
  if (isBroken(proof)) process.exitCode = 1
}
