import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Confirmation } from '../../src/contract/confirmation.ts'
import type { Call, Provenance } from '../../src/contract/endpoint.ts'
import type { Publish } from '../../src/contract/event.ts'
import { createTestLauncher } from '../launcher.ts'
import { silentLog } from '../../src/contract/log.ts'
import { createComputer, type Computer } from '../../src/features/computer/computer.ts'
import { Recordings } from '../../src/features/computer/recording/recordings.ts'
import type { ComputerTask, TaskRequest } from '../../src/features/desktop/computer-tasks.ts'
import { createEventBus } from '../../src/features/events/event-bus.ts'
import type { LanguageModels } from '../../src/features/models/language-model.ts'
import { settingDefinitions } from '../../src/features/settings/definitions.ts'
import { Approvals } from '../../src/features/tools/approvals.ts'
import { migrations } from '../../src/migrations/migrations.ts'
import { createAuditLog } from '../../src/platform/audit/audit-log.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'

export interface ComputerStageOptions {
  readonly driver: DesktopDriver
  readonly models: LanguageModels
  readonly settings?: Readonly<Record<string, unknown>>
  readonly scrub?: (text: string) => string
  readonly platform?: NodeJS.Platform
}

interface OpenParts {
  readonly computer: Computer
  readonly approvals: Approvals
  readonly recordings: Recordings
  readonly close: () => Promise<void>
}

/** The real computer control with its database, audit log and approvals, around a desktop and a model of the test's choice. */
export class ComputerStage implements AsyncDisposable {
  readonly folder: string
  readonly asked: Confirmation[] = []
  readonly events: Record<string, unknown>[] = []
  readonly #options: ComputerStageOptions
  readonly #values: Map<string, unknown>
  readonly #listeners = new Set<(names: readonly string[]) => void>()
  #open: OpenParts | undefined

  constructor(folder: string, options: ComputerStageOptions) {
    this.folder = folder
    this.#options = options
    this.#values = new Map(settingDefinitions.map((known) => [known.name, known.default]))
    for (const [name, value] of Object.entries(options.settings ?? {})) this.#values.set(name, value)
  }

  get computer(): Computer {
    return this.#open!.computer
  }

  get recordings(): Recordings {
    return this.#open!.recordings
  }

  get approvals(): Approvals {
    return this.#open!.approvals
  }

  async begin(): Promise<void> {
    await mkdir(join(this.folder, 'data'), { recursive: true })
    const now = () => new Date()
    const { driver, models, scrub = (text: string) => text, platform = 'linux' } = this.#options
    const database = await openDatabase({
      path: join(this.folder, 'data', 'deskhand.db'),
      backupFolder: join(this.folder, 'data', 'backups'),
      migrations,
      now,
      log: silentLog,
    })
    const approvals = new Approvals({
      database,
      now,
      onRequested: (confirmation) => this.asked.push(confirmation),
      onResolved: () => {},
    })
    const audit = createAuditLog({ path: join(this.folder, 'data', 'audit.jsonl'), now, scrub })
    const bus = createEventBus({ now, replay: 100, backlogBytes: 1_000_000 })
    const settings = this.#settings()
    const publish: Publish = (definition, data) => {
      this.events.push({ type: definition.type, ...(data as object) })
    }
    const recordings = new Recordings({
      settings,
      publish,
      now,
      log: silentLog,
      folder: join(this.folder, 'data', 'recordings'),
    })
    const computer = createComputer({
      database,
      settings,
      publish,
      recordings,
      models,
      approvals,
      audit,
      openDesktop: () => Promise.resolve(driver),
      home: this.folder,
      dataFolder: join(this.folder, 'data'),
      launcher: createTestLauncher({ home: this.folder, dataFolder: join(this.folder, 'data') }),
      platform,
      now,
      log: silentLog,
      scrub,
    })
    const close = async () => {
      await recordings.close()
      bus.close()
      await audit.close()
      await database.close()
    }
    this.#open = { computer, approvals, recordings, close }
  }

  #settings() {
    return {
      get: (name: string) => (this.#values.get(name) ?? null) as never,
      onChange: (listener: (names: readonly string[]) => void) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value)
    for (const listener of this.#listeners) listener([name])
  }

  start(request: TaskRequest, from: { provenance?: Provenance } = {}) {
    const { provenance = 'local-client' } = from
    const call = { provenance } as unknown as Call
    return this.computer.start(request, call)
  }

  /** Runs a task to its end. */
  async run(task: string, request: Partial<TaskRequest> = {}): Promise<ComputerTask> {
    const { task_id } = await this.start({ task, ...request })
    return this.until(task_id, ({ ended_by }) => ended_by !== null)
  }

  async until(taskId: string, is: (task: ComputerTask) => boolean): Promise<ComputerTask> {
    const patience = Date.now() + 150_000
    for (;;) {
      const task = await this.computer.read(taskId)
      if (is(task)) return task
      if (Date.now() > patience) throw new Error(`It stays at ${JSON.stringify(task)}.`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Waits for the question of a task, and answers it as POST /api/confirm does. */
  async answer(taskId: string, approved: boolean): Promise<Confirmation> {
    const { confirmation } = await this.until(taskId, (task) => task.confirmation !== null)
    const decision = await this.approvals.decide(confirmation!.confirmation_id, approved)
    if (!this.computer.takeDecision(decision)) throw new Error('Nobody waits for this answer.')
    return confirmation!
  }

  async audit(): Promise<Record<string, unknown>[]> {
    const text = await readFile(join(this.folder, 'data', 'audit.jsonl'), 'utf8')
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  /** As after `kill -9`: nothing is ended in order, and the next process opens the same folder. */
  async crash(): Promise<void> {
    await this.#open!.close()
    await this.begin()
    await this.computer.recover()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.computer.close()
    await this.#open!.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export async function openComputerStage(options: ComputerStageOptions): Promise<ComputerStage> {
  const stage = new ComputerStage(await mkdtemp(join(tmpdir(), 'deskhand-computer-')), options)
  await stage.begin()
  return stage
}
