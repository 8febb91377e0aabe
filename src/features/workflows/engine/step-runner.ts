import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { riskOfCall } from '../../../contract/tool.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { SecretArgument } from '../../tools/tool-request.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { Claim } from './claim.ts'
import type { Questions } from './questions.ts'
import type { Ending } from './settle.ts'
import { workflowOf } from './step-rows.ts'

export interface StepRunnerDeps {
  readonly runner: Pick<ToolRunner, 'run'>
  readonly catalog: ToolCatalog
  readonly questions: Questions
  /** The value of a secret that automations may use; null where there is none. */
  readonly secret?: (name: string) => string | null
  /** Seconds for a step that sets no limit of its own. */
  readonly stepSeconds: () => number
  readonly log: Log
}

const ASK_AGAIN_MS = 1_000

/** Failures that another try with the same arguments cannot mend. */
const LASTING = new Set([
  'invalid_arguments',
  'unknown_tool',
  'unavailable_on_platform',
  'forbidden',
  'not_configured',
])

/** Runs the tools of steps, and can stop those of one workflow or all of them. */
export class StepRunner {
  readonly #deps: StepRunnerDeps
  readonly #running = new Map<number, Set<AbortController>>()
  #isStopping = false

  constructor(deps: StepRunnerDeps) {
    this.#deps = deps
  }

  /** Never throws: a try that goes wrong in a way that nobody foresaw is a failed try. */
  async perform(claim: Claim): Promise<Ending> {
    try {
      return await (claim.asks ? this.#ask(claim) : this.#run(claim))
    } catch (error) {
      this.#deps.log.error(
        { err: error, workflow_id: claim.workflow_id, step_id: claim.id },
        'a step crashed',
      )
      const message = `Couldn't run ${claim.action}. See the log.`
      return { kind: 'failed', error: { code: 'internal', message }, mayRetry: true }
    }
  }

  abort(workflow: number): void {
    for (const controller of this.#running.get(workflow) ?? []) controller.abort()
  }

  /** The service stops: what still runs is not failed by that. */
  stop(): void {
    this.#isStopping = true
    for (const workflow of this.#running.keys()) this.abort(workflow)
  }

  /** A disk that is full now keeps a person from being asked; it does not fail the step. */
  async #ask(claim: Claim): Promise<Ending> {
    while (!this.#isStopping) {
      try {
        return await this.#deps.questions.ask(claim)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        this.#deps.log.warn({ err: error, workflow_id: claim.workflow_id }, "couldn't ask a question yet")
        await sleep(ASK_AGAIN_MS)
      }
    }
    return { kind: 'unasked' }
  }

  async #run(claim: Claim): Promise<Ending> {
    const { workflow_id, id: step_id, action, args, provenance, approved, permitted, idempotencyKey } = claim
    const controller = new AbortController()
    using _ = this.#register(workflowOf(claim.key), controller)
    let secret: readonly string[] | undefined
    const envelope = await this.#deps.runner.run({
      action,
      args,
      provenance,
      approved,
      isAllowed: permitted,
      askBecause: this.#reasonToAsk(claim),
      secrets: this.#secretsFor(claim),
      idempotencyKey,
      signal: controller.signal,
      workflow: { workflow_id, step_id },
      timeoutSeconds: this.#secondsFor(claim),
      onSecret: (paths) => (secret = paths),
    })
    return { ...this.#endingOf(claim, envelope), secret }
  }

  #secretsFor({ secrets }: Claim): SecretArgument[] {
    const { secret } = this.#deps
    return secrets.map(({ path, name }) => ({
      path,
      value: () => {
        const value = secret?.(name) ?? null
        if (value !== null) return value
        throw new AppError('not_configured', `The secret ${name} is not stored any more.`)
      },
    }))
  }

  /** Who wrote the mail, the file or the request that started the run is nobody who may send or delete here. */
  #reasonToAsk({ tainted, permitted, action, args }: Claim): string | undefined {
    const tool = tainted && !permitted ? this.#deps.catalog.find(action)?.tool : undefined
    const risk = tool && riskOfCall(tool, args)
    return risk === 'external' || risk === 'dangerous'
      ? 'Something from outside started this run, so it asks before it sends, deletes or runs anything.'
      : undefined
  }

  #endingOf({ action }: Claim, envelope: Envelope): Ending {
    if (envelope.success) return { kind: 'completed', envelope }
    const { error, confirmation } = envelope.data as FailureData
    if (error.code === 'approval_required' && confirmation) {
      const { confirmation_id, message } = confirmation
      // What a person sees has characters written out that are not seen; what runs has them as they are.
      const args = this.#deps.questions.argsOf(confirmation_id) ?? confirmation.args
      return { kind: 'waiting', waiting: { reason: 'approval', confirmation_id, args }, message }
    }
    if (error.code === 'cancelled' && this.#isStopping) return { kind: 'interrupted' }
    const { message } = envelope
    return {
      kind: 'failed',
      error: { code: error.code, message },
      envelope,
      mayRetry: this.#mayRetry(action, error.code),
    }
  }

  /** A tool that was stopped in the middle, or that failed after it ran, may have taken effect: without being told so, it is not run twice. */
  #mayRetry(action: string, code: string): boolean {
    if (code === 'timeout' || code === 'failed')
      return this.#deps.catalog.find(action)?.tool.idempotent === true
    return !LASTING.has(code)
  }

  #secondsFor({ action, timeout_s }: Claim): number {
    return timeout_s ?? this.#deps.catalog.find(action)?.tool.timeoutSeconds ?? this.#deps.stepSeconds()
  }

  #register(workflow: number, controller: AbortController): Disposable {
    const running = this.#running.get(workflow) ?? new Set()
    this.#running.set(workflow, running.add(controller))
    if (this.#isStopping) controller.abort()
    return {
      [Symbol.dispose]: () => {
        running.delete(controller)
        if (running.size === 0) this.#running.delete(workflow)
      },
    }
  }
}

interface FailureData {
  readonly error: { readonly code: string }
  readonly confirmation?: {
    readonly confirmation_id: string
    readonly message: string
    readonly args: Readonly<Record<string, unknown>>
  }
}
