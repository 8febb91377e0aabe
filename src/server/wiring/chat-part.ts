import type { Call, Handlers } from '../../contract/endpoint.ts'
import { inOrder } from '../../features/chat/answer-in-order.ts'
import { type ActionPort, doAction } from '../../features/chat/actions/do-action.ts'
import type { Answerer } from '../../features/chat/answering.ts'
import type { ComponentRepair } from '../../features/chat/components/repair-component.ts'
import type { Decided, StartedRun } from '../../features/chat/chat-seams.ts'
import { createChat, type Chat } from '../../features/chat/chat.ts'
import { fastPathAnswerer } from '../../features/chat/fast-paths/fast-path.ts'
import { learnFrom, memoryAnswerer, type MemoryDeps } from '../../features/chat/memory/memory-answerer.ts'
import { MemoryStore } from '../../features/chat/memory/memory.ts'
import { recognizeFacts } from '../../features/chat/memory/recognize-facts.ts'
import type { ModelAnswerer } from '../../features/chat/model/model-answerer.ts'
import { distrustOf, StoredTaints, type Taints } from '../../features/chat/model/taint.ts'
import { readingOf } from '../../features/chat/reading.ts'
import { VectorIndex } from '../../platform/embedding/vector-index.ts'
import { Turns } from '../../features/chat/router/follow-ups/turns.ts'
import { findRunOfApproval } from '../../features/chat/runs/run-rows.ts'
import { skillAnswerer } from '../../features/chat/skill-answerer.ts'
import { suggestionsAnswerer } from '../../features/chat/suggestions.ts'
import type { Decision } from '../../features/chat/profiles/decisions.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import type { Webhooks } from '../../features/webhooks/webhooks.ts'
import { workflowsHandlers } from '../../features/workflows/handlers.ts'
import { planOf, type StepsToCheck } from '../../features/workflows/validate-steps.ts'
import { selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import { appointmentsIn } from './calendar-part.ts'
import { createChatAutomations } from './chat-automations.ts'
import { createChatModel } from './chat-model.ts'
import { createChatPlans } from './chat-plans.ts'
import { createChatRouter, type ChatRouter } from './chat-router.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { semanticMemory } from './semantic-memory.ts'
import type { ChatPart, Services } from './services.ts'
import { chatSkills } from './skills-part.ts'
import type { Static } from '../../contract/type.ts'
import { actionEndpoints } from '../../features/chat/action-endpoints.ts'
import { assertValid } from '../../platform/validation/validation.ts'
import type { Authenticator } from '../http/authenticator.ts'
import type { EventSocketOptions } from '../../platform/sockets/socket-client.ts'

const schema = actionEndpoints.act.body

/** When the rest of the start is over, and before anybody has typed. */
const WARM_AFTER_MS = 300
const DAY_MS = 86_400_000

type Needed = Omit<Services, keyof ChatPart | 'webhooks' | 'channels'>
type Chats = Pick<Webhooks, 'tellDecided'>

/** `chats` elsewhere are there once somebody can be told something. */
export function createChatPart(
  infrastructure: Infrastructure,
  services: Needed & { readonly chats: () => Chats },
  opened: AsyncDisposableStack,
): ChatPart {
  const { database, now, log, bus } = infrastructure
  const memory = new MemoryStore({ database, now })
  const taints = new StoredTaints(database)
  const onRepair = reportingTo(services)
  const loadKnown = () => chat.loadKnown()
  const tellLater = async (run: StartedRun | undefined) => run && services.chats().tellDecided(run)
  const onWorkflow = {
    onQuestions: async (...asked: Parameters<Chat['showQuestions']>) =>
      tellLater(await chat.showQuestions(...asked)),
    onEnd: async (decided: Decided) => tellLater(await chat.decided(decided)),
  }
  const beside = { memory, taints, loadKnown, onRepair, onWorkflow, opened }
  const model = createChatModel(infrastructure, services, beside)
  const turns = new Turns()
  const onDecided = (decided: Decided) => {
    // What the router asked for it tells itself; a model goes on once this answer is over.
    if (findRunOfApproval(database, decided.confirmation_id)?.answered_by !== 'model') return
    chat
      .decided(decided)
      .catch((error: unknown) => log.error({ err: error }, "Couldn't continue an answer after its question."))
  }
  const remembering = rememberingFor(infrastructure, services, memory)
  const router = createChatRouter(infrastructure, services, { ...remembering, taints, turns, onDecided })
  const answerers = createAnswerers(infrastructure, services, { remembering, taints, router, model })
  const chat: Chat = createChat({
    database,
    now,
    log,
    publish: bus.publish,
    taints,
    loadComponents,
    read: (asked) => readingOf(asked, { load: router.load, now }),
    answerers: () => answerers,
    onDecided: model.continueAfterDecision,
    learn: (asked, reading) => learnFrom(remembering, asked, reading),
    onRepair,
    onReplaced: (confirmation_ids) => withdraw(confirmation_ids, services.approvals, log),
    startTimer: (timer) => services.timers.createWithin(timer),
  })
  opened.defer(() => chat.close())
  model.resume()
  const warming = setTimeout(() => {
    // Compiles the patterns, a few dozen of them.
    recognizeFacts('my first words')
    // The demonstration shows the week, and the first use of time zones loads what they are made of.
    const week = appointmentsIn(services.calendar, { from: now(), to: now() })
    Promise.all([week, chat.warm()]).catch((error: unknown) =>
      log.error({ err: error }, "Couldn't prepare the quick answers."),
    )
  }, WARM_AFTER_MS).unref()
  opened.defer(() => clearTimeout(warming))
  const index = new VectorIndex({ database, embedder: services.embedder })
  return { chat, memory, findFacts: semanticMemory(memory, { index, log }), taints, turns }
}

function withdraw(
  ids: readonly string[],
  approvals: Services['approvals'],
  log: Infrastructure['log'],
): void {
  for (const id of ids)
    approvals
      .resolve(id, false)
      .catch((error: unknown) =>
        log.error({ err: error }, "Couldn't close the question of a replaced answer."),
      )
}

function reportingTo({ telemetry }: Pick<Needed, 'telemetry'>): (repair: ComponentRepair) => void {
  return ({ type, outcome, notes }) =>
    telemetry.report([
      {
        component: type.slice(0, 100) || 'unknown',
        success: false,
        error: `${outcome}: ${notes.join('; ')}`,
      },
    ])
}

function rememberingFor({ settings }: Infrastructure, { models }: Needed, memory: MemoryStore): MemoryDeps {
  return {
    memory,
    homeCity: () => settings.get('HOME_CITY') ?? memory.known('home_city') ?? null,
    hasModel: (asked) => models.choice('chat', asked.model) !== undefined,
    async keepSetting(name, value) {
      const current = settings.get(name)
      // Where nothing was set, what is remembered counts by itself.
      if (current !== null && current !== value) await settings.update({ [name]: value }, 'local-client')
    },
  }
}

interface Answering {
  readonly remembering: MemoryDeps
  readonly taints: Taints
  readonly router: ChatRouter
  readonly model: ModelAnswerer
}

function createAnswerers(
  infrastructure: Infrastructure,
  services: Needed,
  { remembering, taints, router, model }: Answering,
): readonly Answerer[] {
  return inOrder({
    fastPath: createFastPath(infrastructure, services, remembering),
    skills: skillAnswerer({
      skills: chatSkills(infrastructure, services.skills),
      hasModel: remembering.hasModel,
      model: model.answer,
    }),
    memory: memoryAnswerer(remembering),
    automations: createChatAutomations(infrastructure, services, remembering.hasModel),
    plans: createChatPlans(infrastructure, services, { ...remembering, taints }),
    router: router.answer,
    model: model.answer,
    suggestions: suggestionsAnswerer,
  })
}

function createFastPath({ now }: Infrastructure, services: Needed, { homeCity }: MemoryDeps): Answerer {
  const { metrics, liveData, workflows, calendar } = services
  return fastPathAnswerer({
    metrics,
    now,
    homeCity,
    findArticle: (wish, caller) => liveData.ask('wiki', wish, caller),
    appointments: () => appointmentsIn(calendar, { from: now(), to: new Date(now().getTime() + 7 * DAY_MS) }),
    async workflows() {
      const newest = await workflows.engine.backend.read(selectWorkflows({ limit: 5 }))
      return newest.map(({ id, name, status }) => ({ workflow_id: id, name, status }))
    },
  })
}

/** What the action of a component may do, each with the same checks as every other caller. */
export function actionPort({ runner, workflows, store, taints }: Services): ActionPort {
  const { engine, catalog } = workflows
  const { rerun } = workflowsHandlers(workflows)
  return {
    tool({ session_id, ...call }) {
      const askBecause = distrustOf({ taints, catalog }, { session_id, ...call })
      return runner.run({ ...call, session_id, ...(call.provenance === 'model' && { askBecause }) })
    },
    async workflow(wish, { provenance, session_id }) {
      const id = typeof wish['workflow_id'] === 'string' ? wish['workflow_id'] : ''
      switch (wish['operation']) {
        case 'create': {
          const given = { steps: wish['steps'], variables: {} } as StepsToCheck
          const name = typeof wish['name'] === 'string' ? wish['name'] : null
          const checked = planOf(given, { catalog, at: '/action/steps' })
          const steps =
            provenance === 'model'
              ? checked.steps.map((step) =>
                  distrustOf({ taints, catalog }, { session_id, ...step }) === undefined
                    ? step
                    : { ...step, needs_human: true },
                )
              : checked.steps
          const plan = { ...checked, steps }
          return (await engine.create(plan, { name, source: 'chat', provenance }))!
        }
        case 'interrupt':
          await engine.interrupt(id, provenance)
          return id
        case 'resume':
          await engine.resume(id, provenance)
          return id
        case 'retry':
          await engine.retry(id, {}, provenance)
          return id
        default: {
          const input = { params: { workflow_id: id }, query: undefined, body: {} }
          const again = await rerun(input, { provenance } as Call)
          return 'workflow_id' in again ? again.workflow_id : id
        }
      }
    },
    async store({ key, operation, value }) {
      if (operation === 'delete') await store.remove(key)
      else await store.write(key, JSON.stringify(value ?? null))
    },
  }
}

type Confirm = Handlers<typeof toolsContract>['confirm']

interface Telling {
  readonly chat: Pick<Chat, 'decided'>
  readonly chats: Chats
  readonly turns: Pick<Turns, 'decided'>
}

/** Whoever answers a question, the conversation that it came from hears of it, wherever it takes place. */
export function tellingConfirm(confirm: Confirm, { chat, chats, turns }: Telling) {
  const decide = async (
    decision: Decision,
    call: Call,
  ): Promise<{ answer: Awaited<ReturnType<Confirm>>; goesOn: StartedRun | undefined }> => {
    const answer = await confirm({ params: undefined, query: undefined, body: decision }, call)
    const result = 'result' in answer ? answer.result : null
    const { confirmation_id, approved } = decision
    turns.decided(confirmation_id, result)
    const goesOn = await chat.decided({ confirmation_id, approved, result })
    if (goesOn) await chats.tellDecided(goesOn)
    return { answer, goesOn }
  }
  return {
    decide: async (decision: Decision, call: Call) => (await decide(decision, call)).goesOn,
    confirm: (async ({ body }, call) => (await decide(body, call)).answer) satisfies Confirm,
  }
}

/** Eighty declarations, wanted by few requests: they are not loaded at the start. */
async function loadComponents() {
  const { componentSchemas } = await import('../../components/schemas.ts')
  return { definitions: componentSchemas }
}

export async function loadStored() {
  const { storedSchemas } = await import('../../components/schemas.ts')
  return storedSchemas
}

/**
 * An action by the socket is what POST /chat/action takes, and does the same: what was sent with a component, no more. Who
 * is at the other end of the socket has no name: with the token it is the user, without it a program that asks.
 */
export function socketActions(
  services: Services,
  authenticator: Pick<Authenticator, 'accepts'>,
): NonNullable<EventSocketOptions['onAction']> {
  const port = actionPort(services)
  return async ({ id: _id, token, ...body }, signal) => {
    const pressedBy = typeof token === 'string' && authenticator.accepts(token) ? 'local-client' : 'plugin'
    assertValid(body, { schema, part: 'body' })
    // Nobody is there to have seen the question, so nothing is approved here.
    const pressed = { ...(body as Static<typeof schema>), approved: false }
    return doAction(pressed, { chat: services.chat, port, signal, pressedBy })
  }
}
