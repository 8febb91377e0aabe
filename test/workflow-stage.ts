import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Call, InputOf, Provenance, ResultOf } from '../src/contract/endpoint.ts'
import { silentLog } from '../src/contract/log.ts'
import { createNotifications, type Notifications } from '../src/features/notifications/notifications.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Allowances } from '../src/features/tools/allowances.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { toolsHandlers } from '../src/features/tools/handlers.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import type { OpenBackend } from '../src/features/workflows/engine/backend.ts'
import { workflowsContract } from '../src/features/workflows/contract.ts'
import { workflowsHandlers } from '../src/features/workflows/handlers.ts'
import type { WorkflowStep } from '../src/features/workflows/schemas.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { flow } from '../src/plugins/flow/plugin.ts'
import { migrations } from '../src/migrations/migrations.ts'
import type { Database } from '../src/platform/database/database.ts'
import { checkFor } from '../src/platform/validation/validation.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import { PuppetSource } from './puppet-source.ts'
import { Puppets } from './workflow-puppets.ts'

/** A backend under test. */
export interface BackendKit {
  readonly name: string
  /** Much takes it much longer than the others. */
  readonly isSlow?: true
  /** Opens the place where workflows live; called once for each test. */
  open(context: { database: Database; folder: string }): Promise<OpenedStore>
}

export interface OpenedStore extends AsyncDisposable {
  /** Called anew for each start of the engine on the same store. */
  openBackend(options: { now: () => Date }): OpenBackend
  /**
   * Cuts the engine that was opened last off from its store, where leaving it alone is not enough. The answer waits until
   * the next one has taken over what was in flight.
   */
  crash?(): Promise<() => Promise<void>>
}

/** What holds on every backend, by the sentence that says so. */
export type Behaviours = Readonly<Record<string, (stage: Stage) => Promise<void>>>

type Contract = typeof workflowsContract
type Operation = keyof Contract
export type WorkflowRecord = ResultOf<Contract['read']>

/** The workflows of a service, with everything real but the clock and the tools. */
export class Stage implements AsyncDisposable {
  readonly puppets = new Puppets()
  /** Where feeds and mails come from. */
  readonly source = new PuppetSource(() => this.now())
  readonly secrets = new Map<string, string>()
  readonly events: { type: string; [member: string]: unknown }[] = []
  readonly folder: string
  readonly database: Database
  readonly notifications: Notifications
  readonly approvals: Approvals
  readonly values: Record<string, unknown> = {
    WORKFLOW_CONCURRENCY: 8,
    WORKFLOW_STEP_SECONDS: 300,
    USER_NAME: 'Ada',
    USER_EMAIL: null,
  }
  /** What planning a sentence gives; it can be replaced at any time. */
  planner: () => Promise<WorkflowStep[]> = async () => [step('planned', 'ECHO')]
  approvalMode: 'risky' | 'never' = 'risky'
  /** How long a failed step waits before it is tried again; counts from the next start. */
  firstRetryMs = 20
  workflows: Workflows
  catalog: ToolCatalog
  readonly #store: OpenedStore
  #clock: Date | undefined
  #crashed: Workflows[] = []

  private constructor({
    folder,
    database,
    store,
  }: {
    folder: string
    database: Database
    store: OpenedStore
  }) {
    this.folder = folder
    this.database = database
    this.#store = store
    this.notifications = createNotifications({ database, now: this.now })
    this.approvals = new Approvals({ database, now: this.now, onRequested() {}, onResolved() {} })
    this.catalog = new ToolCatalog({
      builtIn: [this.puppets.plugin()],
      stepsOnly: [flow],
      edition: 'linux',
    })
    this.workflows = this.#assemble()
  }

  static async open(kit: BackendKit): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-workflows-'))
    const database = await openDatabase({
      path: join(folder, 'x.db'),
      backupFolder: join(folder, 'b'),
      migrations,
      now: () => new Date(),
      log: silentLog,
    })
    const stage = new Stage({ folder, database, store: await kit.open({ database, folder }) })
    await stage.workflows.start()
    return stage
  }

  readonly now = (): Date => this.#clock ?? new Date()

  setClock(time: string): void {
    this.#clock = new Date(time)
  }

  /** Stops in good order, and starts again on the same store. */
  async restart(): Promise<void> {
    await this.workflows.close()
    this.workflows = this.#assemble()
    await this.workflows.start()
  }

  /** Leaves everything as `kill -9` would: what runs goes on to run, but nothing hears of it. */
  async crash(): Promise<void> {
    await this.#untilCalled()
    this.#crashed.push(this.workflows)
    const takenOver = await this.#store.crash?.()
    void this.workflows.close({ graceMs: 2 ** 31 - 1 })
    this.workflows = this.#assemble()
    await this.workflows.start()
    await takenOver?.()
  }

  /** Calls an endpoint as the server does, and checks that the answer is what its declaration says. */
  async call<O extends Operation>(
    operation: O,
    input: Partial<InputOf<Contract[O]>>,
    by: Provenance = 'local-client',
  ): Promise<ResultOf<Contract[O]>> {
    const handler = workflowsHandlers(this.workflows)[operation] as (input: unknown, call: Call) => unknown
    const result = await handler({ params: {}, query: {}, ...input }, this.#caller(by))
    const written: unknown = JSON.parse(JSON.stringify(result))
    const problems = checkFor(workflowsContract[operation].result, 'result')(written)
    if (problems.length > 0) throw new Error(`${operation}: ${JSON.stringify(problems)}`)
    return written as ResultOf<Contract[O]>
  }

  create(steps: readonly WorkflowStep[], more: object = {}): Promise<WorkflowRecord> {
    return this.call('create', { body: { steps: [...steps], ...more } })
  }

  read(id: string): Promise<WorkflowRecord> {
    return this.call('read', { params: { workflow_id: id } })
  }

  intervene(id: string, body: InputOf<Contract['intervene']>['body']): Promise<WorkflowRecord> {
    return this.call('intervene', { params: { workflow_id: id }, body })
  }

  async confirm(confirmation_id: string, approved: boolean): Promise<void> {
    const { catalog, approvals, workflows } = this
    const handlers = toolsHandlers({
      catalog,
      approvals,
      allowances: new Allowances(this),
      runner: this.#runner(),
      decideStep: (decision) => workflows.decide(decision),
    })
    await handlers.confirm(
      { params: undefined, query: undefined, body: { confirmation_id, approved } },
      this.#caller(),
    )
  }

  openConfirmations(): Confirmation[] {
    return this.approvals.listOpen()
  }

  /** Waits until the workflow is as it should be. */
  async until(
    id: string,
    isThere: WorkflowRecord['status'] | ((record: WorkflowRecord) => boolean),
  ): Promise<WorkflowRecord> {
    for (;;) {
      const record = await this.read(id)
      if (typeof isThere === 'string' ? record.status === isThere : isThere(record)) return record
      await sleep(5)
    }
  }

  untilStep(
    id: string,
    step_id: string,
    status: WorkflowRecord['steps'][number]['status'],
  ): Promise<WorkflowRecord> {
    return this.until(id, ({ steps }) => steps.find((step) => step.id === step_id)?.status === status)
  }

  /** A step is noted as running a moment before its tool is called; what a test saw there is in the tool after this. */
  async #untilCalled(): Promise<void> {
    const { workflows } = await this.call('list', {})
    for (const { id } of workflows) {
      const isCalled = ({
        id: step_id,
        status,
        attempts,
        items,
        waiting,
      }: WorkflowRecord['steps'][number]) => {
        if (items || waiting) return true
        const calls = this.puppets.calls.filter(({ key }) => key?.startsWith(`${id}/${step_id}/`))
        return status !== 'running' || calls.length >= attempts
      }
      await this.until(id, ({ steps }) => steps.every(isCalled)).catch((error: { code?: string }) => {
        // One that is being deleted cannot be read any more.
        if (error.code !== 'not_found') throw error
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const workflows of [this.workflows, ...this.#crashed]) await workflows.close({ graceMs: 0 })
    await this.#store[Symbol.asyncDispose]()
    await this.database.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  #assemble(): Workflows {
    const { catalog, approvals, notifications, database, now } = this
    return createWorkflows({
      database,
      catalog,
      approvals,
      notifications,
      now,
      runner: this.#runner(),
      settings: { get: (name: string) => this.values[name] } as Pick<Settings, 'get'>,
      publish: ({ type }, data) => void this.events.push({ type, ...data }),
      log: silentLog,
      home: this.folder,
      firstRetryMs: this.firstRetryMs,
      plan: async () => ({ steps: await this.planner(), variables: {} }),
      openBackend: this.#store.openBackend({ now }),
      triggerSources: () => ({ feed: this.source, mail: this.source, store: this.source }),
      automationSecrets: {
        store: {
          get: (name) => this.secrets.get(name) ?? null,
          all: () => this.secrets,
          set: async (name, value) => void this.secrets.set(name, value!),
        },
        hide() {},
      },
    })
  }

  #runner() {
    const { catalog, approvals, now, folder } = this
    const audit = { async intent() {}, async outcome() {} }
    return createToolRunner({
      catalog,
      approvals,
      audit,
      approvalMode: () => this.approvalMode,
      context: { log: silentLog, now, home: folder, dataFolder: folder, fetch, setting: () => null },
      log: silentLog,
      onProgress() {},
      onCalled() {},
    })
  }

  #caller(provenance: Provenance = 'local-client'): Call {
    return {
      signal: AbortSignal.timeout(180_000),
      provenance,
      requestId: 'test',
      log: silentLog,
      header: () => undefined,
    }
  }
}

/** A step in few words. */
export function step(id: string, action: string, more: Partial<WorkflowStep> = {}): WorkflowStep {
  return { id, agent: 'puppet', action, args: {}, depends_on: [], ...more }
}

export function statuses({ steps }: WorkflowRecord): Record<string, string> {
  return Object.fromEntries(steps.map(({ id, status }) => [id, status]))
}
