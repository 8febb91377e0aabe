import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { silentLog } from '../src/contract/log.ts'
import { definePlugin, defineTool } from '../src/contract/tool.ts'
import { Type } from '../src/contract/type.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { postgresBackend } from '../src/features/workflows/postgres/postgres-backend.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { createAuditLog } from '../src/platform/audit/audit-log.ts'
import { toolAudit } from '../src/server/wiring/tool-audit.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface SharedEngineOptions {
  readonly url: string
  readonly folder: string
  readonly places: number
  readonly runsSteps: boolean
  readonly onEnded?: () => void
}

export interface SharedEngine extends AsyncDisposable {
  readonly workflows: Workflows
  readonly catalog: ToolCatalog
}

/** One process on the shared workflows, with the tool runner and the audit log that a real one has. */
export async function openSharedEngine(options: SharedEngineOptions): Promise<SharedEngine> {
  const { url, folder, places, runsSteps, onEnded } = options
  const now = () => new Date()
  const database = await openDatabase({
    path: join(folder, 'own.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const catalog = new ToolCatalog({ builtIn: [benchTools], edition: 'linux' })
  const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
  const audit = createAuditLog({ path: join(folder, 'audit.jsonl'), now, scrub: (text) => text })
  const runner = createToolRunner({
    catalog,
    approvals,
    audit: toolAudit(audit, silentLog),
    approvalMode: () => 'risky',
    context: { log: silentLog, now, home: folder, dataFolder: folder, fetch, setting: () => null },
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
    publish: ({ type }, data) => {
      if (type === 'workflow.updated' && data['status'] === 'completed') onEnded?.()
    },
    openBackend: postgresBackend({
      url,
      now,
      log: silentLog,
      places: () => places,
      agents: () => (runsSteps ? catalog.agents() : []),
    }),
  })
  await workflows.start({ schedules: false })
  return {
    workflows,
    catalog,
    async [Symbol.asyncDispose]() {
      await workflows.close()
      await audit.close()
      await database.close()
    },
  }
}

const benchTools = definePlugin({
  agent: 'bench',
  title: 'Bench',
  summary: 'Tools for measurements',
  tools: [
    defineTool({
      action: 'REST',
      title: 'Rest',
      description: 'Takes as long as it is told, and no processor time.',
      params: Type.Object({ ms: Type.Integer({ description: 'How long' }) }),
      data: Type.Object({}),
      risk: 'read',
      idempotent: true,
      example: { args: { ms: 200 } },
      async run({ ms }, { signal }) {
        if (ms > 0) await sleep(ms, undefined, { signal })
        return { message: 'Rested.', data: {} }
      },
    }),
  ],
})
