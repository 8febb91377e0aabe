import type { Call } from '../contract/endpoint.ts'
import type { Answerer } from '../features/chat/answering.ts'
import type { MemoryStore } from '../features/chat/memory/memory.ts'
import type { WorkflowDoors } from '../features/chat/router/answers/workflows.ts'
import { storedCorrections } from '../features/chat/router/corrections.ts'
import { readingsOf, type Taints } from '../features/chat/model/taint.ts'
import type { Embedder } from '../features/chat/router/embedding/embedder.ts'
import type { SuggestionsDeps } from '../features/chat/suggestions.ts'
import type { PhrasedTool } from '../features/chat/router/tool-phrases.ts'
import type { ToolCatalog } from '../features/tools/tool-catalog.ts'
import { workflowsHandlers } from '../features/workflows/handlers.ts'
import { selectWorkflows } from '../features/workflows/workflow-rows.ts'
import type { Workflows } from '../features/workflows/workflows.ts'
import { appointmentsIn } from './calendar-part.ts'
import type { Ground } from './ground.ts'
import type { Parts } from './parts.ts'

/** Answers what it is sure of, and tells what may have been meant when nobody was. */
export interface ChatRouter extends SuggestionsDeps {
  readonly answer: Answerer
}

interface Beside {
  readonly memory: MemoryStore
  readonly embedder: Embedder
  readonly taints: Taints
}

type Needed = Pick<Parts, 'store' | 'runner' | 'catalog' | 'metrics' | 'workflows' | 'calendar'>

/** The router with everything that its answers reach for. Nothing of it is loaded before somebody says something. */
export function createChatRouter(ground: Ground, parts: Needed, beside: Beside): ChatRouter {
  let loading: Promise<LoadedRouter> | undefined
  const loaded = () => (loading ??= loadRouter(ground, parts, beside))
  return {
    answer: async (asked, voice) => (await loaded()).answer(asked, voice),
    async candidates({ message, signal }) {
      const { router } = await loaded()
      const context = { now: ground.now(), timeZone: ownTimeZone(), signal }
      return (await router.understand(message, context)).candidates
    },
    async chipsOf(candidates, { message }) {
      return (await loaded()).suggestionsFor({ candidates }, message)
    },
  }
}

type LoadedRouter = Awaited<ReturnType<typeof loadRouter>>

async function loadRouter({ database, settings, now }: Ground, parts: Needed, beside: Beside) {
  const { memory, embedder, taints } = beside
  const { store, runner, catalog, metrics, workflows, calendar } = parts
  const { createRouter } = await import('../features/chat/router/router.ts')
  const { routerAnswerer } = await import('../features/chat/router/router-answerer.ts')
  const { suggestionsFor } = await import('../features/chat/router/suggestions.ts')
  const router = createRouter({
    corrections: storedCorrections({ database, now }),
    embedder,
    tools: () => phrasedTools(catalog),
  })
  const answer = routerAnswerer({
    router,
    store,
    workflows: workflowDoors(workflows),
    homeCity: () => settings.get('HOME_CITY') ?? memory.known('home_city') ?? null,
    baseCurrency: () => settings.get('BASE_CURRENCY'),
    userName: () => settings.get('USER_NAME') ?? memory.known('name') ?? null,
    updateSettings: (patch, provenance) => settings.update(patch, provenance),
    async run(request, { session_id }) {
      const result = await runner.run(request)
      const entry = catalog.find(request.action)
      // A model may go on with the conversation, and then sees what was read here.
      if (entry) await taints.add(session_id, readingsOf(entry))
      return result
    },
    describeTool(action) {
      const entry = catalog.find(action)
      return entry && { agent: entry.agent, risk: entry.tool.risk }
    },
    metrics: () => metrics.current(),
    appointments: async (span) => (await appointmentsIn(calendar, span)).map((shown) => ({ ...shown })),
    now,
    timeZone: ownTimeZone,
  })
  return { router, answer, suggestionsFor }
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function phrasedTools(catalog: ToolCatalog): PhrasedTool[] {
  return catalog.list().map(({ tool }) => {
    const schema = tool.params as {
      required?: readonly string[]
      properties: Record<string, { type?: string }>
    }
    const required = (schema.required ?? []).map((name) => ({
      name,
      type: schema.properties[name]?.type ?? '',
    }))
    return { action: tool.action, phrases: tool.phrases ?? [], required }
  })
}

const SHOWN = 100

function workflowDoors({ engine, schedules, ...rest }: Workflows): WorkflowDoors {
  const { rerun } = workflowsHandlers({ engine, schedules, ...rest })
  return {
    async list() {
      const rows = await engine.backend.read(selectWorkflows({ limit: SHOWN }))
      return rows.map(({ id, name, status, created_at }) => ({ workflow_id: id, name, status, created_at }))
    },
    pause: (id, actor) => engine.interrupt(id, actor),
    resume: (id, actor) => engine.resume(id, actor),
    async rerun(id, provenance) {
      const input = { params: { workflow_id: id }, query: undefined, body: {} }
      const again = await rerun(input, { provenance } as Call)
      return 'workflow_id' in again ? again.workflow_id : id
    },
    schedules: () => schedules.list(),
    async switchSchedule(id, enabled) {
      await (enabled ? schedules.resume(id) : schedules.pause(id))
    },
  }
}
