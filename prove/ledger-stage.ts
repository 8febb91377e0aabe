/** What the proofs of workflows share: tools that leave a trace of each effect, a plan of them, and the parts that run it. */
import { silentLog } from '../src/contract/log.ts'
import { definePlugin, defineTool, type Plugin, type ToolCall } from '../src/contract/tool.ts'
import { Type } from '../src/contract/type.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface LedgerParts {
  readonly workflows: Workflows
  readonly approvals: Approvals
  readonly catalog: ToolCatalog
}

const now = () => new Date()

export function openLedgerDatabase(path: string, backupFolder: string): Promise<Database> {
  return openDatabase({ path, backupFolder, migrations, now, log: silentLog })
}

type WorkflowsDeps = Parameters<typeof createWorkflows>[0]
type Further = Omit<Partial<WorkflowsDeps>, 'openBackend'> & {
  readonly openBackend?: (catalog: ToolCatalog) => NonNullable<WorkflowsDeps['openBackend']>
}

export function assembleWorkflows(
  { database, folder, tools }: { database: Database; folder: string; tools: Plugin },
  { openBackend, ...further }: Further = {},
): LedgerParts {
  const catalog = new ToolCatalog({ builtIn: [tools], edition: 'linux' })
  const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
  const context = { now, home: folder, dataFolder: folder, fetch, setting: () => null, log: silentLog }
  const runner = createToolRunner({
    catalog,
    approvals,
    audit: { async intent() {}, async outcome() {} },
    approvalMode: () => 'risky',
    context,
    log: silentLog,
    onProgress() {},
    onCalled() {},
  })
  const settings: Record<string, unknown> = { WORKFLOW_CONCURRENCY: 8, WORKFLOW_STEP_SECONDS: 300 }
  const workflows = createWorkflows({
    database,
    catalog,
    runner,
    approvals,
    now,
    log: silentLog,
    home: folder,
    notifications: createNotifications({ database, now }),
    settings: { get: (name: string) => settings[name] ?? null } as Pick<Settings, 'get'>,
    publish() {},
    ...further,
    ...(openBackend && { openBackend: openBackend(catalog) }),
  })
  return { workflows, approvals, catalog }
}

/** Two tools with one effect each: of `WRITE_SAFE` it is known whether it was done already, of `WRITE_ONCE` it is not. */
export function ledgerTools(effect: (once: boolean, call: ToolCall) => Promise<void>): Plugin {
  const tool = (action: string, once: boolean) =>
    defineTool({
      action,
      title: action,
      description: 'Leaves a trace in the ledger of the proof.',
      params: Type.Object({}),
      data: Type.Object({}),
      risk: 'write',
      idempotent: !once,
      example: { args: {} },
      async run(_args, call) {
        await effect(once, call)
        return { message: 'Written.', data: {} }
      },
    })
  const tools = [tool('WRITE_SAFE', false), tool('WRITE_ONCE', true)]
  return definePlugin({ agent: 'ledger', title: 'Ledger', summary: 'Leaves a trace of each effect', tools })
}

/** Both kinds of effect, each for so many items; every one of them may fail without the others. */
export function itemsPlan(catalog: ToolCatalog, items: number) {
  const list = Array.from({ length: items }, (_, index) => index)
  const steps = ['WRITE_SAFE', 'WRITE_ONCE'].map((action) => ({
    id: action.toLowerCase(),
    agent: 'ledger',
    action,
    args: {},
    depends_on: [],
    for_each: { in: list, concurrency: 4, failures: items },
  }))
  return planOf({ steps, variables: {} }, { catalog })
}

/** Items that have not ended, of both steps. */
export const OPEN_ITEMS = `workflow_steps WHERE parent IS NOT NULL AND status NOT IN ('completed', 'failed', 'skipped')`

/** a → b‖c → d → e, with both kinds of effect. */
export function ledgerPlan(catalog: ToolCatalog) {
  const step = (id: string, action: string, ...depends_on: string[]) => ({
    id,
    agent: 'ledger',
    action,
    args: {},
    depends_on,
  })
  const steps = [
    step('a', 'WRITE_SAFE'),
    step('b', 'WRITE_ONCE', 'a'),
    step('c', 'WRITE_SAFE', 'a'),
    step('d', 'WRITE_ONCE', 'b', 'c'),
    step('e', 'WRITE_SAFE', 'd'),
  ]
  return planOf({ steps, variables: {} }, { catalog })
}
