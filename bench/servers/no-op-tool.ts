import { join } from 'node:path'
import { silentLog } from '../../src/contract/log.ts'
import { definePlugin, defineTool } from '../../src/contract/tool.ts'
import { Type } from '../../src/contract/type.ts'
import { toolsContract } from '../../src/features/tools/contract.ts'
import { Allowances } from '../../src/features/tools/allowances.ts'
import { Approvals } from '../../src/features/tools/approvals.ts'
import { toolsHandlers } from '../../src/features/tools/handlers.ts'
import { ToolCatalog } from '../../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../../src/features/tools/tool-runner.ts'
import { migrations } from '../../src/migrations/migrations.ts'
import { createAuditLog } from '../../src/platform/audit/audit-log.ts'
import { Callers } from '../../src/platform/processes/caller.ts'
import { bind, buildApp } from '../../src/server/http/app.ts'
import { Authenticator } from '../../src/server/http/authenticator.ts'
import { createIdempotentAnswers } from '../../src/server/http/idempotent-answers.ts'
import { openListeners } from '../../src/server/http/listeners.ts'
import { watchOverload } from '../../src/server/http/overload.ts'
import { RateLimit } from '../../src/server/http/rate-limit.ts'
import { RequestCallers } from '../../src/server/http/request-callers.ts'
import { toolAudit } from '../../src/server/wiring/tool-audit.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'

/** The service's own way to a tool, with a tool at its end that does nothing: what remains is the overhead. */
const folder = process.env['BENCH_FOLDER']!
const now = () => new Date()
const log = silentLog
const database = await openDatabase({
  path: join(folder, 'bench.db'),
  backupFolder: join(folder, 'backups'),
  migrations,
  now,
  log,
})
const nothing = defineTool({
  action: 'NOTHING',
  title: 'Do nothing',
  description: 'Answers at once.',
  params: Type.Object({ text: Type.String({ description: 'Anything' }) }),
  data: Type.Object({}),
  risk: 'read',
  idempotent: true,
  example: { args: { text: 'x' } },
  run: async () => ({ message: 'Done.', data: {} }),
})
const catalog = new ToolCatalog({
  builtIn: [definePlugin({ agent: 'bench', title: 'Bench', summary: 'Nothing', tools: [nothing] })],
  edition: 'linux',
})
const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
const allowances = new Allowances({ database, now })
const audit = createAuditLog({ path: join(folder, 'audit.jsonl'), now, scrub: (text) => text })
const runner = createToolRunner({
  catalog,
  approvals,
  audit: toolAudit(audit, log),
  approvalMode: () => 'risky',
  context: { log, now, home: folder, dataFolder: folder, fetch, setting: () => null },
  log,
  onProgress() {},
  onCalled() {},
})
const listeners = await openListeners({ host: '127.0.0.1', port: Number(process.env['BENCH_PORT']) })
const none = new Set<string>()
const app = await buildApp({
  features: {
    tools: bind(
      toolsContract,
      toolsHandlers({ catalog, approvals, allowances, runner, decideStep: async () => {} }),
    ),
  },
  entry: {
    allowedHosts: () => none,
    allowedOrigins: () => none,
    webhookHosts: () => none,
    authenticator: new Authenticator({ expectedToken: () => null, now: () => performance.now() }),
    callers: new RequestCallers(new Callers({ isEmbedded: false }), listeners.connections),
    rateLimit: new RateLimit(() => performance.now()),
    overload: watchOverload(),
    onRefused() {},
  },
  mounting: {
    checkResults: false,
    answers: createIdempotentAnswers({ database, now }),
    stopping: new AbortController().signal,
    tokenChanged: () => new AbortController().signal,
    streams: { open: 0 },
    log,
  },
})
listeners.serve((request, response) => app.routing(request, response))
