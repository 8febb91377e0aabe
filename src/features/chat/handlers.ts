import { isPersonal, Reply, type Call, type Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ModelPick } from '../../contract/model-schema.ts'
import { doAction, type ActionPort } from './actions/do-action.ts'
import type { Chat } from './chat.ts'
import { componentCatalog } from './components/component-catalog.ts'
import type { chatContract } from './contract.ts'
import { glanceAt } from './glance.ts'
import { memoryHandlers, type FindFacts } from './memory/memory-handlers.ts'
import type { MemoryStore } from './memory/memory.ts'
import type { DescribeParts } from './sessions/export-chat.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { readRequest, type ProfileName, type Wish } from './profiles/read-request.ts'
import { feedDecided, feedOf, type Decide } from './profiles/run-feed.ts'

export interface ChatHandlersDeps {
  readonly chat: Chat
  readonly memory: MemoryStore
  readonly findFacts: FindFacts
  readonly port: ActionPort
  /** Throws when a conversation may not be answered by this model. */
  readonly assertPickable: (pick: ModelPick) => void
  readonly loadStored: () => Promise<Parameters<typeof componentCatalog>[1]>
  readonly describe: DescribeParts
  readonly now: () => Date
  /** A conversation was renamed, pinned, deleted or brought back. */
  readonly onChatChanged: (session_id: string) => void
  /** Answers a question as POST /api/confirm does; the run that goes on from there. */
  readonly decide: Decide
}

export function chatHandlers(deps: ChatHandlersDeps): Handlers<typeof chatContract> {
  const { chat, memory, findFacts, port, loadStored } = deps
  let catalog: ReturnType<typeof componentCatalog> | undefined
  return {
    ...memoryHandlers(memory, findFacts),
    ...sessionHandlers(deps),

    async send({ body }, { provenance, signal }) {
      assertMayChoose(body.model, { provenance, deps })
      const { answer } = await chat.start({ ...body, provenance, mayBegin: true, isSaid: true })
      const { components, ...rest } = await unlessGone(answer, signal)
      return {
        components: [...components],
        ...rest,
        route: { ...rest.route, candidates: [...rest.route.candidates] },
      }
    },

    stream: ({ body, query: { profile } }, call) =>
      answerStreamed(readRequest(body, profile), profile, { deps, call }),

    rejoin({ params: { session_id }, query: { profile } }) {
      const run_id = chat.runningIn(session_id)
      return run_id === undefined ? new Reply(null) : feedOf(chat, run_id, { profile })
    },

    stop: ({ body }) => chat.stop(body),

    readRunEvents({ params, query: { profile, after } }, call) {
      return feedOf(chat, params.run_id, { profile, after: after ?? lastEventId(call) })
    },

    act: ({ body }, { signal, provenance }) => doAction(body, { chat, port, signal, pressedBy: provenance }),

    async loadHeld({ body }, { provenance }) {
      if (!isPersonal(provenance))
        throw new AppError('forbidden', 'Only you can decide what to load. Press Load in the interface.')
      return { component: await chat.held.load(body.component_id) }
    },
    judgeLink: ({ body }) => chat.held.judgeLink(body),

    async chooseModel({ params: { session_id }, body: { model } }, { provenance }) {
      assertMayChoose(model, { provenance, deps })
      await chat.sessions.chooseModel(session_id, model)
      return { session_id, model }
    },

    understand: ({ query }, { signal, provenance }) => glanceAt(query, { chat, signal, provenance }),

    async listComponents() {
      catalog ??= componentCatalog(await chat.loadKnown(), await loadStored())
      return { ...catalog, components: [...catalog.components] }
    },
  }
}

async function answerStreamed(
  wish: Wish,
  profile: ProfileName | undefined,
  { deps, call }: { deps: ChatHandlersDeps; call: Call },
) {
  const { chat, decide } = deps
  const { provenance } = call
  assertMayChoose(wish.model, { provenance, deps })
  if (profile !== undefined && wish.verdicts) return feedDecided(wish, profile, { chat, decide, call })
  const { names, continued: _continued, ...question } = wish
  const { run_id } = await chat.start({ ...question, provenance, mayBegin: true, isSaid: true })
  return feedOf(chat, run_id, { profile, names })
}

/** Where the words of a conversation go is for a person to say, as it is for settings. */
function assertMayChoose(
  pick: ModelPick | null | undefined,
  { provenance, deps }: { provenance: Call['provenance']; deps: ChatHandlersDeps },
): void {
  if (pick === undefined) return
  if (provenance !== 'local-client')
    throw new AppError('forbidden', "Only a person at this machine can choose a conversation's model.")
  if (pick !== null) deps.assertPickable(pick)
}

/** The run goes on without whoever asked; but a service that stops must not wait for it. */
async function unlessGone<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () =>
    reject(new AppError('unavailable', 'The service is stopping. Ask again once it is running.'))
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([answer, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function lastEventId(call: Call): number {
  const given = call.header('last-event-id')
  if (given === undefined || given === '') return 0
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new AppError(
    'invalid_request',
    'Last-Event-ID is not a sequence number of this run. Leave it out to start over.',
  )
}
