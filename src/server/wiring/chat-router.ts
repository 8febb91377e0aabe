import type { Answerer } from '../../features/chat/answering.ts'
import type { MemoryDeps } from '../../features/chat/memory/memory-answerer.ts'
import type { MemoryStore } from '../../features/chat/memory/memory.ts'
import type { Taints } from '../../features/chat/model/taint.ts'
import type { Reader } from '../../features/chat/reading.ts'
import { storedCorrections } from '../../features/chat/router/corrections.ts'
import { appointmentsIn } from './calendar-part.ts'
import { replyDoorsTo, type Replying } from './chat-replies.ts'
import { workflowPort } from './chat-workflow-port.ts'
import { noticePort } from './chat-notices.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

export interface ChatRouter {
  /** What understands sentences. */
  readonly load: () => Promise<Reader>
  readonly answer: Answerer
}

interface Beside extends Replying, Pick<MemoryDeps, 'homeCity' | 'hasModel'> {
  readonly memory: MemoryStore
  readonly taints: Taints
}

/** What answering a question by words needs beside what the router does. */
type Asking = Pick<Services, 'approvals' | 'allowances' | 'computer' | 'appQuestions'>

type Needed = Asking &
  Pick<
    Services,
    | 'embedder'
    | 'store'
    | 'timers'
    | 'notifications'
    | 'runner'
    | 'catalog'
    | 'metrics'
    | 'workflows'
    | 'planner'
    | 'calendar'
    | 'liveData'
    | 'documents'
  >

/** The router with everything that its answers reach for. Nothing of it is loaded before somebody says something. */
export function createChatRouter(
  infrastructure: Infrastructure,
  services: Needed,
  beside: Beside,
): ChatRouter {
  let reading: Promise<Reader> | undefined
  let answering: Promise<Answerer> | undefined
  const load = () => (reading ??= loadReader(infrastructure, services))
  return {
    load,
    async answer(asked, writer, read) {
      answering ??= load().then((reader) => loadAnswerer(infrastructure, services, { ...beside, ...reader }))
      return (await answering)(asked, writer, read)
    },
  }
}

async function loadReader({ database, now }: Infrastructure, services: Needed): Promise<Reader> {
  const { createRouter } = await import('../../features/chat/router/router.ts')
  const { storedIn } = await import('../../features/chat/router/answers/stored-names.ts')
  const { phrased } = await import('../../features/chat/router/tool-phrases.ts')
  const router = createRouter({
    corrections: storedCorrections({ database, now }),
    embedder: services.embedder,
    tools: () => services.catalog.list().map(({ tool }) => phrased(tool)),
  })
  return { router, kept: () => storedIn(services.store) }
}

async function loadAnswerer(
  { settings }: Infrastructure,
  services: Needed,
  beside: Beside & Reader,
): Promise<Answerer> {
  const { memory, taints, router, homeCity, hasModel } = beside
  const { runner, catalog, metrics, workflows, planner, calendar, liveData, documents } = services
  const { routerAnswerer } = await import('../../features/chat/router/router-answerer.ts')
  const { runUnderstood } = await import('../../features/chat/router/run-understood.ts')
  const { shownBy } = await import('../../features/chat/router/shown-by.ts')
  const { attachedContent } = await import('../../features/chat/attached-content.ts')
  return routerAnswerer({
    ...replyDoorsTo(services, beside),
    router,
    workflows: workflowPort(workflows, planner),
    timers: services.timers,
    notices: noticePort({ settings }, services),
    shownBy: shownBy({ router, hasModel }),
    async readAttachment(attachment, asked) {
      const content = await attachedContent(documents, attachment, asked)
      // A model may go on with the conversation, and then sees what was read here.
      await taints.add(asked.session_id, ['untrusted', 'private'])
      return content
    },
    homeCity,
    hasModel,
    mayModelWrite: (session_id) =>
      settings.get('APPROVAL_MODE') !== 'always' && !taints.of(session_id).untrusted,
    sunOf: (city, signal) => liveData.ask('weather', { city }, { signal }),
    baseCurrency: () => settings.get('BASE_CURRENCY'),
    userName: () => settings.get('USER_NAME') ?? memory.known('name') ?? null,
    updateSettings: (patch, provenance) => settings.update(patch, provenance),
    run: (request, { session_id }) =>
      runUnderstood({ runner, catalog, settings, taints }, request, session_id),
    describeTool(action) {
      const entry = catalog.find(action)
      return entry && { agent: entry.agent, risk: entry.tool.risk }
    },
    metrics: () => metrics.current(),
    appointments: (span) => appointmentsIn(calendar, span),
    isSet: (name) => settings.get(name) !== null,
  })
}
