import type { Answerer, Asked } from '../features/chat/answering.ts'
import type { MemoryStore } from '../features/chat/memory/memory.ts'
import { storedCorrections } from '../features/chat/router/corrections.ts'
import type { Taints } from '../features/chat/model/taint.ts'
import type { Embedder } from '../features/chat/router/embedding/embedder.ts'
import type { SuggestionsDeps } from '../features/chat/suggestions.ts'
import type { PhrasedTool } from '../features/chat/router/tool-phrases.ts'
import type { ToolCatalog } from '../features/tools/tool-catalog.ts'
import { appointmentsIn } from './calendar-part.ts'
import { reasonToAsk, replyDoors, type Replying } from './chat-replies.ts'
import { workflowDoors } from './chat-workflow-doors.ts'
import type { Ground } from './ground.ts'
import type { Parts } from './parts.ts'

/** Answers what it is sure of, and tells what may have been meant when nobody was. */
export interface ChatRouter extends SuggestionsDeps {
  readonly answer: Answerer
  /** Whether each of several wishes in a message is understood, or by its shape the whole of it as one. */
  readonly understood: (asked: Asked) => Promise<'parts' | 'whole' | undefined>
}

interface Beside extends Replying {
  readonly memory: MemoryStore
  readonly embedder: Embedder
  readonly taints: Taints
}

/** What answering a question by words needs beside what the router does. */
type Asking = Pick<Parts, 'approvals' | 'allowances' | 'computer'>

type Needed = Asking &
  Pick<
    Parts,
    'models' | 'store' | 'runner' | 'catalog' | 'metrics' | 'workflows' | 'planner' | 'calendar' | 'liveData'
  >

/** The router with everything that its answers reach for. Nothing of it is loaded before somebody says something. */
export function createChatRouter(ground: Ground, parts: Needed, beside: Beside): ChatRouter {
  let loading: Promise<LoadedRouter> | undefined
  const loaded = () => (loading ??= loadRouter(ground, parts, beside))
  return {
    answer: async (asked, voice) => (await loaded()).answer(asked, voice),
    async understood({ message, signal }) {
      const { router } = await loaded()
      const context = { now: ground.now(), timeZone: ownTimeZone(), signal }
      const { meaning, parts } = await router.understand(message, context)
      if (!parts) return meaning?.by === 'grammar' ? 'whole' : undefined
      return parts.length > 1 && parts.every((part) => part.meaning) ? 'parts' : undefined
    },
    async candidates({ message, signal }) {
      const { router } = await loaded()
      const context = { now: ground.now(), timeZone: ownTimeZone(), signal }
      return (await router.understand(message, context)).candidates
    },
    async chipsOf(candidates, { message }) {
      const { suggestionsFor, whenOf } = await loaded()
      return suggestionsFor({ candidates }, message, whenOf({ now: ground.now(), timeZone: ownTimeZone() }))
    },
  }
}

type LoadedRouter = Awaited<ReturnType<typeof loadRouter>>

async function loadRouter({ database, settings, now }: Ground, parts: Needed, beside: Beside) {
  const { memory, embedder, taints } = beside
  const { models, runner, catalog, metrics, workflows, planner, calendar, liveData } = parts
  const { createRouter } = await import('../features/chat/router/router.ts')
  const { routerAnswerer } = await import('../features/chat/router/router-answerer.ts')
  const { suggestionsFor } = await import('../features/chat/router/suggestions.ts')
  const { whenOf } = await import('../features/chat/router/readers/reader.ts')
  const router = createRouter({
    corrections: storedCorrections({ database, now }),
    embedder,
    tools: () => phrasedTools(catalog),
  })
  const answer = routerAnswerer({
    ...replyDoors(parts, beside),
    router,
    workflows: workflowDoors(workflows, planner),
    homeCity: () => settings.get('HOME_CITY') ?? memory.known('home_city') ?? null,
    sunOf: (city, signal) => liveData.needs.weather(city, { signal }),
    baseCurrency: () => settings.get('BASE_CURRENCY'),
    userName: () => settings.get('USER_NAME') ?? memory.known('name') ?? null,
    updateSettings: (patch, provenance) => settings.update(patch, provenance),
    async run(request, { session_id }) {
      const entry = catalog.find(request.action)
      const mayAsk = settings.get('APPROVAL_MODE') !== 'never'
      const result = await runner.run(
        mayAsk ? { ...request, askBecause: reasonToAsk(request, entry) } : request,
      )
      // A model may go on with the conversation, and then sees what was read here.
      if (entry) await taints.add(session_id, await runner.readings(request, result))
      return result
    },
    describeTool(action) {
      const entry = catalog.find(action)
      return entry && { agent: entry.agent, risk: entry.tool.risk }
    },
    metrics: () => metrics.current(),
    hasModel: (asked) => models.choice('chat', asked.model) !== undefined,
    appointments: (span) => appointmentsIn(calendar, span),
    isSet: (name) => settings.get(name) !== null,
    now,
    timeZone: ownTimeZone,
  })
  return { router, answer, suggestionsFor, whenOf }
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
