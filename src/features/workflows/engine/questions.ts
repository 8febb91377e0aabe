import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Provenance } from '../../../contract/endpoint.ts'
import { questionTitle } from '../../../contract/question-title.ts'
import { asSentence } from '../../../platform/validation/validation.ts'
import type { Approvals } from '../../tools/approvals.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { Backend } from './backend.ts'
import type { Claim } from './claim.ts'
import type { Waiting } from './open-workflow.ts'
import type { Ending } from './settle.ts'
import { argumentIssues } from './step-arguments.ts'
import { findStep, type StepRow } from './step-rows.ts'
import { findWorkflow } from './workflow-rows.ts'
import { concealable, withoutConcealable } from '../../../platform/secrets/masked-arguments.ts'
import type { Act, Question } from '../../tools/question.ts'
import type { Transaction } from './transaction.ts'
import { type Work, all, first } from './statement.ts'

export interface QuestionsDeps {
  readonly approvals: Approvals
  readonly catalog: ToolCatalog
}

const PAGE = 200

interface Subject {
  readonly workflow_id: string
  readonly id: string
  readonly agent: string
  readonly action: string
  /** Who is behind it. */
  readonly behind: Provenance
}

/**
 * Confirmations that stand for the decision about a step. A step that waits always has one: it lives for days, and when
 * it has expired, or a crash came between an answer and the step, the question is asked anew.
 */
export class Questions {
  readonly #deps: QuestionsDeps

  constructor(deps: QuestionsDeps) {
    this.#deps = deps
  }

  /** Asks whether a step that needs a person may run with these arguments. */
  async ask(claim: Claim): Promise<Ending> {
    const { args } = claim
    const subject = { ...claim, behind: claim.provenance }
    const { confirmation_id } = await this.#request(subject, { reason: 'needs_human', args })
    const waiting = { reason: 'needs_human', confirmation_id, args } as const
    return { kind: 'waiting', waiting, message: this.#whatItWaitsFor(claim) }
  }

  /** Takes the answer that was given elsewhere. False when somebody was faster. */
  async take(confirmation_id: string | null, approved: boolean): Promise<boolean> {
    if (confirmation_id === null || !this.#deps.approvals.find(confirmation_id)) return true
    return this.#deps.approvals.resolve(confirmation_id, approved)
  }

  /** Exactly the arguments that the question is about. */
  argsOf(confirmation_id: string): Act['args'] | undefined {
    return this.#deps.approvals.actOf(confirmation_id)?.args
  }

  async close(confirmation_id: string, approved: boolean): Promise<void> {
    await this.#deps.approvals.resolve(confirmation_id, approved)
  }

  /** Takes back what was asked for steps that no longer wait for it: a crash came in between. */
  async closeForgotten(backend: Backend): Promise<void> {
    for (const { confirmation_id, workflow_id, step_id } of this.#deps.approvals.listOpen()) {
      if (workflow_id === undefined || step_id === undefined) continue
      const held = await backend.read(confirmationOf(workflow_id, step_id))
      if (held !== confirmation_id) await this.close(confirmation_id, false)
    }
  }

  /** Asks anew for every step that waits without a question that can be answered. */
  async askAnew(backend: Backend): Promise<void> {
    let after: Pick<StepRow, 'workflow' | 'key'> = { workflow: 0, key: 0 }
    for (;;) {
      const page = await backend.read(selectWaiting(after))
      for (const step of page) await this.#askUnlessOpen(backend, step)
      if (page.length < PAGE) return
      after = page.at(-1)!
    }
  }

  /** Asks anew about one step, e.g. because its answer could not be carried out. */
  async askAgainAbout(
    backend: Backend,
    { workflow_id, step_id }: { workflow_id: string; step_id: string },
  ): Promise<void> {
    const step = await backend.read(selectOneWaiting(workflow_id, step_id))
    if (step) await this.#askUnlessOpen(backend, step)
  }

  /** Shows a question here that another process has asked, so that it can be answered here too. */
  async showHere(
    backend: Backend,
    { workflow_id, step_id }: { workflow_id: string; step_id: string },
  ): Promise<void> {
    const step = await backend.read(selectOneWaiting(workflow_id, step_id))
    const waiting = step && (JSON.parse(step.waiting!) as Waiting)
    if (step && waiting?.confirmation_id != null) await this.#copy(step, waiting)
  }

  async #copy(step: WaitingStep, { confirmation_id, ...waiting }: Waiting): Promise<void> {
    if (confirmation_id !== null && !this.#deps.approvals.find(confirmation_id))
      await this.#request(step, waiting, confirmation_id)
  }

  async #askUnlessOpen(backend: Backend, step: WaitingStep): Promise<void> {
    const waiting = JSON.parse(step.waiting!) as Waiting
    const { approvals } = this.#deps
    if (waiting.confirmation_id !== null && !backend.alone) await this.#copy(step, waiting)
    if (waiting.confirmation_id !== null && approvals.isOpen(waiting.confirmation_id)) return
    const { confirmation_id } = await this.#request(step, waiting)
    const text = JSON.stringify({ ...waiting, confirmation_id })
    await backend.transact(replaceWaiting(step, text, confirmation_id))
  }

  #whatItWaitsFor({ action, args }: Claim): string {
    const tool = this.#deps.catalog.find(action)?.tool
    const issues = tool ? argumentIssues(tool, args) : []
    if (issues.length === 0) return 'Waiting for your approval.'
    return asSentence(
      `Waiting for you: ${issues.map(({ path, message }) => `${path.slice(1)} ${message}`).join(', ')}`,
    )
  }

  #request(
    subject: Subject,
    { reason, args }: Pick<Waiting, 'reason' | 'args'>,
    id?: string,
  ): Promise<Confirmation> {
    const { workflow_id, id: step_id, agent, action, behind: provenance } = subject
    const tool = this.#deps.catalog.find(action)?.tool
    const act: Act = {
      agent,
      action,
      args,
      risk: tool?.risk ?? 'dangerous',
      provenance,
      workflow_id,
      step_id,
      // It may wait for days, and nobody has looked yet what it goes into.
      concealed: tool && concealable(tool, args),
    }
    const question = questionAbout(step_id, {
      reason,
      title: tool?.title ?? action,
      asked: tool && questionTitle(tool, withoutConcealable(tool, args)),
    })
    return this.#deps.approvals.request(act, question, id)
  }
}

function questionAbout(
  step: string,
  {
    reason,
    title,
    asked = `${title}?`,
  }: { reason: Waiting['reason']; title: string; asked?: string | undefined },
): Question {
  if (reason === 'outcome_unknown')
    return {
      title: `${title}: run it again?`,
      message: `The service stopped while step "${step}" ran, so it may already have taken effect. Approve to run it again.`,
    }
  return { title: asked, message: `Step "${step}" of a workflow needs your approval before it runs.` }
}

type WaitingStep = StepRow & { readonly workflow_id: string; readonly behind: Provenance }

const WAITING = `SELECT workflow_steps.*, workflows.id AS workflow_id,
    COALESCE(workflow_steps.provenance, workflows.provenance) AS behind
  FROM workflow_steps JOIN workflows ON workflows.number = workflow_steps.workflow
  WHERE workflow_steps.status = 'waiting'`

function* selectWaiting({ workflow, key }: Pick<StepRow, 'workflow' | 'key'>): Work<readonly WaitingStep[]> {
  return yield* all<WaitingStep>(
    `${WAITING} AND workflow >= ?1 AND (workflow > ?1 OR key > ?2) ORDER BY workflow, key LIMIT ?3`,
    workflow,
    key,
    PAGE,
  )
}

function* selectOneWaiting(workflow_id: string, step_id: string): Work<WaitingStep | undefined> {
  return yield* first<WaitingStep>(
    `${WAITING} AND workflows.id = ?1 AND workflow_steps.id = ?2`,
    workflow_id,
    step_id,
  )
}

function* confirmationOf(workflow_id: string, step_id: string): Work<string | null> {
  const workflow = yield* findWorkflow(workflow_id)
  const step = workflow && (yield* findStep(workflow.number, step_id))
  return step?.status === 'waiting' ? (JSON.parse(step.waiting!) as Waiting).confirmation_id : null
}

/** Unless the step was decided in between: then nobody needs the new question. */
function replaceWaiting(step: WaitingStep, text: string, confirmation_id: string) {
  return function* (transaction: Transaction): Work<void> {
    const changed = yield* first(
      "UPDATE workflow_steps SET waiting = ?3 WHERE key = ?1 AND status = 'waiting' AND waiting = ?2 RETURNING key",
      step.key,
      step.waiting,
      text,
    )
    const { workflow_id, id: step_id } = step
    if (changed) transaction.tell({ about: 'question.asked', workflow_id, step_id })
    else transaction.tell({ about: 'question.closed', confirmation_id, approved: false })
  }
}
