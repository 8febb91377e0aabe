import { AppError } from '../../contract/errors.ts'
import type { Publish } from '../../contract/event.ts'
import { stepUpdated, workflowCreated, workflowDeleted, workflowUpdated } from '../../contract/event-types.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Approvals, Decision } from '../tools/approvals.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { ToolRunner } from '../tools/tool-runner.ts'
import type { Backend, OpenBackend } from './engine/backend.ts'
import { WorkflowEngine } from './engine/engine.ts'
import { Questions } from './engine/questions.ts'
import { builtInValues, retryDelay, type Rules } from './engine/rules.ts'
import { Automations } from './automations/automations.ts'
import { AutomationSecrets, type AutomationSecretsDeps } from './automations/secrets.ts'
import { Tries } from './automations/tries.ts'
import { AutomationWebhooks } from './automations/webhooks.ts'
import { Schedules, type SchedulesDeps } from './schedules/schedules.ts'
import { sqliteBackend } from './engine/sqlite-backend.ts'
import { StartQuestions } from './engine/start-questions.ts'
import { StepRunner } from './engine/step-runner.ts'
import type { Notice } from './engine/transaction.ts'
import { scheduleSource } from './triggers/sources/schedule.ts'
import type { TriggerSources } from './triggers/source.ts'
import { Triggers } from './triggers/triggers.ts'
import { noticeOf } from './workflow-notices.ts'

export interface WorkflowsDeps {
  readonly database: Database
  readonly catalog: ToolCatalog
  readonly runner: Pick<ToolRunner, 'run' | 'ownReason'>
  readonly approvals: Approvals
  readonly settings: Pick<Settings, 'get'>
  readonly notifications: Notifications
  readonly publish: Publish
  readonly now: () => Date
  readonly log: Log
  /** The user's home folder: what `$home` means. */
  readonly home: string
  /** Takes secrets out of what is kept in the history. */
  readonly redact?: (text: string) => string
  /** Makes steps of a sentence, for schedules that plan one. */
  readonly plan?: SchedulesDeps['plan']
  /** Where the workflows live; in the service's own database when left out. */
  readonly openBackend?: OpenBackend
  /** Whether people are told and answer at this process; where not, another one does it. */
  readonly forPeople?: boolean
  /** The pause before the first retry of a step. */
  readonly firstRetryMs?: number
  /** Where the secrets of automations are kept; none can be stored without it. */
  readonly automationSecrets?: AutomationSecretsDeps
  /** Where events come from, but for the clock. */
  readonly triggerSources?: (engine: WorkflowEngine) => TriggerSources
}

export interface Workflows {
  readonly engine: WorkflowEngine
  readonly schedules: Schedules
  readonly automations: Automations
  readonly triggers: Triggers
  readonly tries: Tries
  readonly webhooks: AutomationWebhooks
  readonly secrets: AutomationSecrets
  /** Asks before what was imported starts. */
  readonly starts: StartQuestions
  readonly catalog: ToolCatalog
  readonly now: () => Date
  /** Carries out the answer to a question about a workflow or one of its steps; the sentence says what came of it. */
  decide(decision: Decision): Promise<string | undefined>
  /** Goes on with what was interrupted. Tools of plugins must be in the catalog by then. */
  start(options?: { schedules?: boolean }): Promise<void>
  /** What runs may end by itself for as long as `graceMs`; then it is stopped, without counting as failed. */
  close(options?: { graceMs?: number }): Promise<void>
}

const FIRST_RETRY_MS = 1_000

export function createWorkflows(deps: WorkflowsDeps): Workflows {
  const { database, catalog, runner, approvals, settings, notifications, now, log } = deps
  const rules = rulesFrom(deps)
  const questions = new Questions({ approvals, catalog })
  const stepSeconds = () => settings.get('WORKFLOW_STEP_SECONDS')
  const secrets = new AutomationSecrets(deps.automationSecrets ?? NO_SECRETS)
  const engine = new WorkflowEngine({
    openBackend: deps.openBackend ?? sqliteBackend({ database, now, log }),
    rules,
    questions,
    steps: new StepRunner({
      runner,
      catalog,
      questions,
      stepSeconds,
      secret: (name) => secrets.get(name),
      log,
    }),
    onCommitted: (notices) => {
      for (const notice of notices) tell(notice, deps, { questions, starts, backend: engine.backend })
      follow(notices, deps, { engine, triggers })
    },
    onHeard: (notices) => {
      for (const notice of notices) hear(notice, deps, { questions, starts, backend: engine.backend })
    },
    onMissed: () => {
      if (deps.forPeople !== false) writeLater(deps, engine.renewQuestions())
    },
  })
  const starts = new StartQuestions({ engine, approvals, catalog, rules, runner })
  const triggers = new Triggers({ engine, sources: sourcesFrom(deps, engine), notifications, now, log })
  const parts = automationParts({ engine, triggers, catalog, secrets, now })
  const schedules = new Schedules({ engine, catalog, notifications, now, log, plan: deps.plan, ...parts })
  return {
    engine,
    schedules,
    ...parts,
    starts,
    catalog,
    now,
    async decide(decision) {
      if (decision.act.step_id === undefined) return starts.decide(decision)
      await engine.decideStep(decision)
      return undefined
    },
    async start({ schedules: withSchedules = true } = {}) {
      await engine.start()
      await starts.recover()
      await engine.undoFailed()
      if (!withSchedules) return
      await schedules.start()
      await triggers.start()
    },
    async close(options) {
      await triggers.close()
      await schedules.close()
      await engine.close(options)
    },
  }
}

function sourcesFrom({ triggerSources, now }: WorkflowsDeps, engine: WorkflowEngine): TriggerSources {
  return { ...triggerSources?.(engine), schedule: scheduleSource({ now }) }
}

function automationParts(given: {
  readonly engine: WorkflowEngine
  readonly triggers: Triggers
  readonly catalog: ToolCatalog
  readonly secrets: AutomationSecrets
  readonly now: () => Date
}): Pick<Workflows, 'automations' | 'triggers' | 'tries' | 'webhooks' | 'secrets'> {
  const { triggers, secrets } = given
  return {
    automations: new Automations({ ...given, hasSecret: (name) => secrets.has(name) }),
    triggers,
    tries: new Tries(given),
    webhooks: new AutomationWebhooks(given),
    secrets,
  }
}

function rulesFrom(deps: WorkflowsDeps): Rules {
  const { catalog, settings, home, now, redact = (text) => text, firstRetryMs = FIRST_RETRY_MS } = deps
  return {
    catalog,
    concurrency: () => settings.get('WORKFLOW_CONCURRENCY'),
    redact,
    retryDelayMs: retryDelay(firstRetryMs),
    builtIn: builtInValues({ setting: (name) => settings.get(name), home, now }),
  }
}

/** What has become true may be what something else has waited for. */
function follow(
  notices: readonly Notice[],
  deps: WorkflowsDeps,
  { engine, triggers }: { engine: WorkflowEngine; triggers: Triggers },
): void {
  if (notices.some(isEnd)) triggers.workflowEnded()
  if (notices.some(isFailure)) writeLater(deps, engine.undoFailed())
  if (notices.some(({ about }) => about === 'trigger.added')) writeLater(deps, triggers.refresh())
}

const NO_SECRETS: AutomationSecretsDeps = {
  store: {
    get: () => null,
    all: () => new Map(),
    set: () => Promise.reject(new AppError('unavailable', "This process can't store secrets.")),
  },
  hide: () => {},
}

function isEnd(notice: Notice): boolean {
  return notice.about === 'workflow.updated' && (notice.status === 'completed' || notice.status === 'failed')
}

function isFailure(notice: Notice): boolean {
  return notice.about === 'workflow.updated' && notice.status === 'failed'
}

interface Asking {
  readonly questions: Questions
  readonly starts: StartQuestions
  readonly backend: Backend
}

/** Tells the people here what another process has done, and asks them what it has asked. */
function hear(notice: Notice, deps: WorkflowsDeps, asking: Asking): void {
  // Whoever did it asks, once.
  if (notice.about === 'question.missing') return
  const isQuestion = notice.about === 'question.asked' || isWaiting(notice)
  if (isQuestion && deps.forPeople !== false)
    writeLater(deps, asking.questions.showHere(asking.backend, notice))
  tell(notice, deps, asking)
}

function isWaiting(notice: Notice): notice is Extract<Notice, { about: 'step.updated' }> {
  return notice.about === 'step.updated' && notice.status === 'waiting'
}

/** Whoever cannot be told does not stop a workflow. */
function writeLater({ log }: WorkflowsDeps, told: Promise<unknown>): void {
  told.catch((error: unknown) => log.error({ err: error }, "Couldn't record a workflow's message."))
}

/** Tells the world what has come about. */
function tell(notice: Notice, deps: WorkflowsDeps, { questions, starts, backend }: Asking): void {
  announce(notice, deps.publish)
  if (notice.about === 'secret.forgotten') writeLater(deps, deps.database.foldLog())
  const needless = starts.note(notice)
  if (needless !== undefined) writeLater(deps, questions.close(needless, false))
  const draft = deps.forPeople === false ? undefined : noticeOf(notice, deps.approvals)
  if (draft) writeLater(deps, deps.notifications.raise(draft))
  if (notice.about === 'question.closed')
    writeLater(deps, questions.close(notice.confirmation_id, notice.approved))
  if (notice.about === 'question.missing') writeLater(deps, questions.askAgainAbout(backend, notice))
}

function announce(notice: Notice, publish: Publish): void {
  switch (notice.about) {
    case 'workflow.created':
      publish(workflowCreated, {
        workflow_id: notice.workflow_id,
        name: notice.name ?? notice.workflow_id,
        status: notice.status,
      })
      break
    case 'workflow.updated':
      publish(workflowUpdated, { workflow_id: notice.workflow_id, status: notice.status })
      break
    case 'workflow.deleted':
      publish(workflowDeleted, { workflow_id: notice.workflow_id })
      break
    case 'step.updated': {
      const { workflow_id, step_id, status, message } = notice
      publish(stepUpdated, { workflow_id, step_id, status, ...(message !== null && { message }) })
      break
    }
    // Questions have events of their own, and triggers are looked after elsewhere.
    case 'trigger.added':
    case 'secret.forgotten':
    case 'question.asked':
    case 'question.closed':
    case 'question.missing':
      break
  }
}
