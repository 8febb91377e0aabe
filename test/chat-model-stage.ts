import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentSchemas } from '../src/components/schemas.ts'
import type { Component } from '../src/contract/component-schema.ts'
import type { Confirmation } from '../src/contract/confirmation.ts'
import { AppError } from '../src/contract/errors.ts'
import { silentLog } from '../src/contract/log.ts'
import { createChat, type Chat } from '../src/features/chat/chat.ts'
import { MemoryStore } from '../src/features/chat/memory/memory.ts'
import { modelAnswerer } from '../src/features/chat/model/model-answerer.ts'
import { StoredPausedAnswers } from '../src/features/chat/model/paused-answers.ts'
import type { CallChange } from '../src/features/tools/several-calls.ts'
import { StoredModelStates } from '../src/features/chat/model/model-state.ts'
import { StoredSummaries } from '../src/features/chat/model/history/summaries.ts'
import type { SkillPort } from '../src/features/chat/model/skills.ts'
import { StoredTaints } from '../src/features/chat/model/taint.ts'
import type { RunFact } from '../src/features/chat/runs/run-event.ts'
import { createDocuments } from '../src/features/documents/documents.ts'
import { createEventBus } from '../src/features/events/event-bus.ts'
import type {
  LanguageModels,
  ModelAnswer,
  ModelChoice,
  ModelEnd,
  ModelPart,
  ModelRequest,
} from '../src/features/models/language-model.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import type { SettingName } from '../src/features/settings/definitions.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import type { ApprovalMode } from '../src/features/tools/policy.ts'
import type { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { createWorkflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { chatWorkflows } from '../src/server/wiring/chat-workflows.ts'
import { WorkflowEnds } from '../src/server/wiring/workflow-ends.ts'
import { unread } from './unread.ts'
import { stageCatalog, type Entered } from './chat-model-tools.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

/** What the scripted model does when it is asked: parts as they stream, or a failure. */
export type Scripted =
  | readonly (ModelPart | AppError | 'hang')[]
  | ((request: ModelRequest) => readonly (ModelPart | AppError | 'hang')[])

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }

export const end = (members: Partial<ModelEnd> = {}): ModelPart => ({
  type: 'end',
  model: 'scripted',
  provider: 'test',
  usage,
  finish_reason: 'stop',
  ...members,
})

/** As on a machine without any. */
const noSkills: SkillPort = {
  ready: async () => {},
  all: () => [],
  noteUse: async () => {},
  usedIn: () => [],
  keptIn: async () => '',
}

let calls = 0

export const text = (delta: string): ModelPart => ({ type: 'text', delta })
export const call = (name: string, args: unknown, problem?: string): ModelPart => ({
  type: 'tool_call',
  call_id: `call_${(calls += 1)}`,
  name,
  args,
  ...(problem !== undefined && { problem }),
})
/** What it says, then the end. */
export const says = (...deltas: readonly string[]): Scripted => [...deltas.map(text), end()]
export const wants = (...wanted: readonly (readonly [string, unknown])[]): Scripted => [
  ...wanted.map(([name, args]) => call(name, args)),
  end({ finish_reason: 'tool_calls' }),
]

/** A model that does what a test says, in order; after that it says "Done." */
export class ScriptedModels implements LanguageModels {
  readonly requests: ModelRequest[] = []
  readonly repairRequests: ModelRequest[] = []
  /** What it answers when it is asked to mend components. */
  mends = '[]'
  current: ModelChoice | undefined = { provider: 'test', model: 'scripted', contextTokens: 32_000 }
  script: Scripted[] = []

  choice(): ModelChoice | undefined {
    return this.current
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
    this.requests.push(request)
    const scripted = this.script.shift() ?? says('Done.')
    for (const part of typeof scripted === 'function' ? scripted(request) : scripted) {
      await (part === 'hang' ? once(request.signal, 'abort') : Promise.resolve())
      if (request.signal.aborted) throw new AppError('cancelled', 'Stopped.')
      if (part instanceof AppError) throw part
      if (part !== 'hang') yield part
    }
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    this.repairRequests.push(request)
    return {
      text: this.mends,
      calls: [],
      model: 'scripted',
      provider: 'test',
      usage,
      finish_reason: 'stop' as const,
    }
  }
}

export interface Said {
  readonly session_id: string
  readonly run_id: string
  readonly components: readonly Component[]
  readonly events: readonly RunFact[]
  readonly confirmations: readonly Confirmation[]
  readonly last: RunFact
}

export type Question = Parameters<Chat['start']>[0]

type Parts = Awaited<ReturnType<typeof openParts>>

/** The real chat, tools, approvals and workflows around a model that a test writes the script for. */
export class ModelStage implements AsyncDisposable {
  readonly models = new ScriptedModels()
  /** Every tool body that was entered, in order. */
  readonly entered: Entered[] = []
  readonly limits = { CHAT_TOOL_STEPS: 25, CHAT_TOKEN_BUDGET: 500_000, CHAT_SECONDS: 600 }
  /** What the reading tools find. */
  found = ''
  mode: ApprovalMode = 'risky'
  readonly folder: string
  #parts: Parts | undefined

  constructor(folder: string) {
    this.folder = folder
  }

  get parts(): Parts {
    return this.#parts!
  }

  async open(): Promise<void> {
    this.#parts = await openParts(this)
  }

  async say(message: string, question: Partial<Question> = {}): Promise<Said> {
    const { chat } = this.parts
    const { run_id, answer } = await chat.start({ message, provenance: 'local-client', ...question })
    await answer
    return saidIn(chat, run_id)
  }

  /** Answers a confirmation as POST /api/confirm does, and lets the conversation go on. */
  async decide(confirmation_id: string, approved: boolean, changes: CallChange[] = []): Promise<Said> {
    const { approvals, runner, chat } = this.parts
    const { act } = await approvals.decide(confirmation_id, approved, { by: 'local-client', changes })
    const signal = new AbortController().signal
    const result = approved ? await runner.runApproved(act, { signal, changes }) : null
    const goesOn = await chat.decided({ confirmation_id, approved, result })
    if (!goesOn) throw new Error('Nothing goes on.')
    await goesOn.answer
    return saidIn(chat, goesOn.run_id)
  }

  /** Answers the question about a step of a workflow as POST /api/confirm does. */
  async decideStep(confirmation_id: string, approved: boolean): Promise<void> {
    const { approvals, workflows } = this.parts
    await workflows.decide(await approvals.decide(confirmation_id, approved))
  }

  /** The run that begins next, once it is over. */
  async nextRun(): Promise<Said> {
    const { bus, chat } = this.parts
    using events = {
      stream: bus.subscribe({ topics: ['run.end'] }),
      [Symbol.dispose]: () => events.stream.close(),
    }
    for await (const { data } of events.stream) return saidIn(chat, (data as { run_id: string }).run_id)
    throw new Error('Nothing goes on.')
  }

  /** Everything anew on the same database. */
  async restart(): Promise<void> {
    await this.parts.close()
    await this.open()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.parts.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export async function openModelStage(): Promise<ModelStage> {
  const stage = new ModelStage(await mkdtemp(join(tmpdir(), 'deskhand-model-')))
  await stage.open()
  return stage
}

async function saidIn(chat: Chat, run_id: string): Promise<Said> {
  const events: RunFact[] = []
  for await (const { fact } of await chat.follow(run_id)) events.push(fact)
  const { row, answer } = chat.answerOf(run_id)
  const confirmations = events.flatMap((fact) =>
    fact.type === 'approval.request' ? [fact.confirmation] : [],
  )
  const { session_id } = row
  return { session_id, run_id, components: answer.components, events, confirmations, last: events.at(-1)! }
}

async function openParts(stage: ModelStage) {
  const { folder, models } = stage
  const infrastructure = await openInfrastructure(stage)
  const { database, catalog, runner, approvals, workflows, documents, settings, bus, now } = infrastructure
  const memory = new MemoryStore({ database, now })
  const taints = new StoredTaints(database)
  const pauses = new StoredPausedAnswers({ database, now })
  const port = chatWorkflows({ workflows, approvals, bus, awaitEnd: (id) => ends.await(id) })
  const ends = new WorkflowEnds({
    bus,
    workflows: port,
    onQuestions: (...asked) => chat.showQuestions(...asked),
    onEnd: (decided) => chat.decided(decided),
    log: silentLog,
  })
  const answerer = modelAnswerer({
    models,
    catalog,
    runner,
    approvals,
    states: new StoredModelStates(database),
    summaries: new StoredSummaries(database),
    workflows: port,
    memory,
    documents,
    appContexts: () => [],
    settings,
    loadKnown: () => chat.loadKnown(),
    skills: noSkills,
    taints,
    pauses,
    now,
    log: silentLog,
    onRepair: () => {},
  })
  const chat: Chat = createChat({
    database,
    now,
    log: silentLog,
    publish: bus.publish,
    taints,
    loadComponents: () => Promise.resolve({ definitions: componentSchemas }),
    read: unread,
    answerers: () => [answerer.answer],
    onDecided: answerer.continueAfterDecision,
  })
  for (const id of pauses.waitedFor()) if (!id.startsWith('cnf_')) ends.await(id)
  const close = async () => {
    await chat.close()
    await workflows.close({ graceMs: 100 })
    documents[Symbol.dispose]()
    bus.close()
    await database.close()
  }
  return { database, approvals, runner, documents, memory, taints, chat, workflows, bus, folder, close }
}

async function openInfrastructure(stage: ModelStage) {
  const { folder } = stage
  const now = () => new Date()
  const log = silentLog
  const database = await openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log,
  })
  const catalog = stageCatalog(stage.entered, () => stage.found)
  const approvals = new Approvals({ database, now, onRequested: () => {}, onResolved: () => {} })
  const values = (): Readonly<Record<string, unknown>> => ({
    WORKFLOW_CONCURRENCY: 8,
    WORKFLOW_STEP_SECONDS: 60,
    ...stage.limits,
  })
  const settings = { get: ((name: SettingName) => values()[name] ?? null) as Settings['get'] }
  const runner = stageRunner({ catalog, approvals, folder, mode: () => stage.mode })
  const bus = createEventBus({ now, replay: 100, backlogBytes: 1_000_000 })
  const retention = { count: 500, days: 30 }
  const notifications = createNotifications({
    database,
    now,
    onRaised: () => {},
    onRead: () => {},
    retention,
  })
  const tools = { catalog, runner, approvals }
  const workflows = createWorkflows({
    ...tools,
    database,
    settings,
    notifications,
    publish: bus.publish,
    now,
    log,
    home: folder,
  })
  await workflows.start()
  const dataFolder = join(folder, 'data')
  const uploadsFolder = join(folder, 'uploads')
  const documents = createDocuments({ database, uploadsFolder, home: folder, dataFolder, now, log })
  return { ...tools, database, settings, bus, workflows, documents, now }
}

function stageRunner({
  catalog,
  approvals,
  folder,
  mode,
}: {
  catalog: ToolCatalog
  approvals: Approvals
  folder: string
  mode: () => ApprovalMode
}) {
  return createToolRunner({
    catalog,
    approvals,
    audit: { intent: async () => {}, outcome: async () => {} },
    approvalMode: mode,
    context: {
      log: silentLog,
      now: () => new Date(),
      home: folder,
      dataFolder: join(folder, 'data'),
      fetch: () => Promise.reject(new TypeError('This test has no network.')),
      setting: () => null,
    },
    log: silentLog,
    onProgress: () => {},
    onCalled: () => {},
  })
}
