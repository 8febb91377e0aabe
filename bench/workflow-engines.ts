import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../src/contract/log.ts'
import { Type } from '../src/contract/type.ts'
import { definePlugin, defineTool } from '../src/contract/tool.ts'
import { createEventBus } from '../src/features/events/event-bus.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { createWorkflows, type Workflows, type WorkflowsDeps } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { createAuditLog } from '../src/platform/audit/audit-log.ts'
import type { Database } from '../src/platform/database/database.ts'
import { toolAudit } from '../src/server/wiring/tool-audit.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

/** A step of a graph, for whichever engine runs it. */
export interface GraphStep {
  readonly id: string
  readonly depends_on: readonly string[]
  /** Our engine alone runs a step for each of a list. */
  readonly for_each?: { readonly in: number[]; readonly concurrency: number }
}

export interface BenchEngine extends AsyncDisposable {
  /** Runs so many workflows of this shape, all at once, until the last has ended; the answer is in milliseconds. */
  run(steps: readonly GraphStep[], count: number): Promise<number>
}

export interface ServiceEngine extends BenchEngine {
  readonly workflows: Workflows
  readonly database: Database
  readonly catalog: ToolCatalog
}

const noop = definePlugin({
  agent: 'bench',
  title: 'Bench',
  summary: 'Tools for measurements',
  tools: [
    defineTool({
      action: 'NOOP',
      title: 'Nothing',
      description: 'Does nothing, so that only the engine is measured.',
      params: Type.Object({}),
      data: Type.Object({}),
      risk: 'read',
      idempotent: true,
      example: { args: {} },
      run: async () => ({ message: 'Done.', data: {} }),
    }),
  ],
})

/** Our engine as the service has it: the tool runner, the audit log, the bus and the whole history included. */
export async function openServiceEngine(folder: string): Promise<ServiceEngine> {
  const { database, deps } = await openInfrastructure(folder)
  const audit = createAuditLog({ path: join(folder, 'audit.jsonl'), now, scrub: (text) => text })
  const runner = createToolRunner({
    catalog: deps.catalog,
    approvals: deps.approvals,
    audit: toolAudit(audit, silentLog),
    approvalMode: () => 'risky',
    context: { log: silentLog, now, home: folder, dataFolder: folder, fetch, setting: () => null },
    log: silentLog,
    onProgress() {},
    onCalled() {},
  })
  const bus = createEventBus({ now, replay: 1000, backlogBytes: 1024 * 1024 })
  const engine = await assemble(deps, { runner, publish: bus.publish })
  return {
    ...engine,
    database,
    async [Symbol.asyncDispose]() {
      await engine.workflows.close()
      await audit.close()
      await database.close()
    },
  }
}

/** Our engine with nothing around it: a tool is a function, as it is for the prototype. */
export async function openBareEngine(folder: string): Promise<ServiceEngine> {
  const { database, deps } = await openInfrastructure(folder)
  const runner = {
    run: async () => ({ success: true, message: 'Done.', data: {} }),
    ownReason: async () => undefined,
  }
  const engine = await assemble(deps, { runner, publish() {} })
  return {
    ...engine,
    database,
    async [Symbol.asyncDispose]() {
      await engine.workflows.close()
      await database.close()
    },
  }
}

const now = () => new Date()

async function openInfrastructure(folder: string) {
  const database = await openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const catalog = new ToolCatalog({ builtIn: [noop], edition: 'linux' })
  const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
  const settings: Record<string, unknown> = { WORKFLOW_CONCURRENCY: 8, WORKFLOW_STEP_SECONDS: 300 }
  const deps = {
    database,
    catalog,
    approvals,
    now,
    log: silentLog,
    home: folder,
    notifications: createNotifications({ database, now }),
    settings: { get: (name: string) => settings[name] ?? null } as Pick<Settings, 'get'>,
  }
  return { database, deps }
}

async function assemble(
  deps: Omit<WorkflowsDeps, 'runner' | 'publish'>,
  { runner, publish }: Pick<WorkflowsDeps, 'runner' | 'publish'>,
) {
  const ended = endings()
  const workflows = createWorkflows({
    ...deps,
    runner,
    publish: (definition, data) => {
      publish(definition, data)
      if (definition.type === 'workflow.updated' && data['status'] === 'completed') ended.count()
    },
  })
  await workflows.start()
  const { catalog } = deps
  const run = async (steps: readonly GraphStep[], count: number) => {
    const whole = steps.map((step) => ({ ...noopStep, ...step, depends_on: [...step.depends_on] }))
    const all = ended.next(count)
    const started = performance.now()
    const origin = { source: 'api', provenance: 'local-client' } as const
    const create = () => workflows.engine.create(planOf({ steps: whole, variables: {} }, { catalog }), origin)
    await Promise.all(Array.from({ length: count }, create))
    await all
    return performance.now() - started
  }
  return { workflows, catalog, run }
}

export const noopStep = { agent: 'bench', action: 'NOOP', args: {} }

const prototypeFolder = new URL('../../shared/prototype-engine/', import.meta.url)

interface Prototype {
  WorkflowEngine: new (
    backend: unknown,
    tool: () => Promise<unknown>,
  ) => {
    onEnd?: (id: string, status: string) => void
    start(options: { scheduler: boolean }): Promise<void>
    submit(steps: readonly object[]): Promise<string>
    stop(): Promise<void>
  }
}

/** The prototype that the engine was designed with, where it is at hand. */
export async function openPrototype(folder: string): Promise<BenchEngine | undefined> {
  if (!existsSync(fileURLToPath(prototypeFolder))) return undefined
  // It stands outside of this package, which has what it imports.
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'croner'
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
  const { WorkflowEngine } = (await import(new URL('engine.ts', prototypeFolder).href)) as Prototype
  const { SqliteBackend } = (await import(new URL('sqlite.ts', prototypeFolder).href)) as {
    SqliteBackend: new (file: string, options: { concurrency: number }) => unknown
  }
  const backend = new SqliteBackend(join(folder, 'prototype.db'), { concurrency: 64 })
  const engine = new WorkflowEngine(backend, async () => ({}))
  const ended = endings()
  engine.onEnd = () => ended.count()
  await engine.start({ scheduler: false })
  return {
    async run(steps, count) {
      const whole = steps.map((step) => ({ ...step, agent: 'bench', action: 'NOOP', args: {} }))
      const all = ended.next(count)
      const started = performance.now()
      await Promise.all(Array.from({ length: count }, () => engine.submit(whole)))
      await all
      return performance.now() - started
    },
    [Symbol.asyncDispose]: () => engine.stop(),
  }
}

/** Counts ends, and says when so many have come. */
function endings() {
  let left = 0
  let resolve = () => {}
  return {
    next(count: number): Promise<void> {
      left = count
      return new Promise((done) => {
        resolve = done
      })
    },
    count() {
      left -= 1
      if (left === 0) resolve()
    },
  }
}
