import { isPersonal, Reply, type Call, type Handlers, type StreamEvent } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ModelPick } from '../../contract/model-schema.ts'
import { doAction, type ActionPort } from './actions/do-action.ts'
import type { StartedRun } from './chat-seams.ts'
import type { Chat } from './chat.ts'
import { componentCatalog } from './components/component-catalog.ts'
import type { chatContract } from './contract.ts'
import { glanceAt } from './glance.ts'
import { memoryHandlers, type FindFacts } from './memory/memory-handlers.ts'
import type { MemoryStore } from './memory/memory.ts'
import type { DescribeParts } from './sessions/export-chat.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { aguiProjection, type AguiNames } from './profiles/agui.ts'
import { aisdkEnd, aisdkHeaders, aisdkProjection } from './profiles/aisdk.ts'
import { nativeEvents, projectedEvents } from './profiles/projection.ts'
import { readRequest, type ProfileName, type Wish } from './profiles/read-request.ts'

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
  readonly decide: (
    decision: { confirmation_id: string; approved: boolean },
    call: Call,
  ) => Promise<StartedRun | undefined>
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

    async stream({ body, query: { profile } }, call) {
      const wish = readRequest(body, profile)
      assertMayChoose(wish.model, { provenance: call.provenance, deps })
      const run_id = await begin(wish, deps, call)
      return feed(chat, run_id, { profile, names: wish.names })
    },

    stop: ({ body }) => chat.stop(body),

    readRunEvents({ params, query: { profile, after } }, call) {
      return feed(chat, params.run_id, { profile, after: after ?? lastEventId(call) })
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

async function begin(wish: Wish, { chat, decide }: ChatHandlersDeps, call: Call): Promise<string> {
  const { decisions = [], names: _names, ...question } = wish
  const { provenance } = call
  if (decisions.length === 0)
    return (await chat.start({ ...question, provenance, mayBegin: true, isSaid: true })).run_id
  let goesOn: StartedRun | undefined
  for (const decision of decisions) goesOn = (await decide(decision, call)) ?? goesOn
  if (goesOn) return goesOn.run_id
  throw new AppError('not_found', 'The answered question belongs to no conversation.')
}

interface FeedOptions {
  readonly profile: ProfileName | undefined
  readonly after?: number | undefined
  readonly names?: AguiNames | undefined
}

async function feed(
  chat: Chat,
  run_id: string,
  { profile, after = 0, names }: FeedOptions,
): Promise<AsyncIterable<StreamEvent> | Reply<AsyncIterable<StreamEvent>>> {
  if (profile === undefined) return nativeEvents(await chat.follow(run_id, after))
  // A projection must have seen the run from its start, also where the client has had the beginning.
  const events = await chat.follow(run_id)
  if (profile === 'agui') return projectedEvents(events, aguiProjection(names), { after })
  const messages = projectedEvents(events, aisdkProjection(), { after, closing: aisdkEnd })
  return new Reply(messages, { headers: aisdkHeaders })
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
