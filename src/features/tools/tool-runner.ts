import { randomUUID } from 'node:crypto'
import { isPersonal, type Provenance } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import type { ToolCall, ToolProgress } from '../../contract/tool.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { asSentence, checkFor, nearestName } from '../../platform/validation/validation.ts'
import type { Act, Approvals } from './approvals.ts'
import { questionTitle } from '../../contract/question-title.ts'
import { isFromOutside, reasonToAsk, type ApprovalMode } from './policy.ts'
import type { CatalogEntry, ToolCatalog } from './tool-catalog.ts'

type Args = Record<string, unknown>

export interface ToolRequest {
  readonly action: string
  readonly args: Readonly<Args>
  readonly provenance: Provenance
  readonly signal: AbortSignal
  /** Why a person must be asked whatever the risk and the mode, e.g. what the conversation has read. */
  readonly askBecause?: string | undefined
  /** A look on the way to something else: where a person would have to be asked first, it is refused without a question. */
  readonly asksNobody?: boolean
  /** A person has allowed exactly this call. */
  readonly approved?: boolean
  readonly timeoutSeconds?: number
  readonly idempotencyKey?: string
  readonly workflow?: { readonly workflow_id: string; readonly step_id: string }
  readonly onProgress?: (progress: ToolProgress) => void
}

export interface ToolAudit {
  /** Written before the effect; an unwritable audit log stops what it cannot record. */
  intent(entry: { id: string; act: Act }): Promise<void>
  outcome(entry: { id: string; act: Act; success: boolean; code: string | null; ms: number }): Promise<void>
}

export interface ToolRunnerDeps {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly audit: ToolAudit
  readonly approvalMode: () => ApprovalMode
  /** Everything a tool may use, but for what belongs to one call. */
  readonly surroundings: Omit<
    ToolCall,
    'signal' | 'provenance' | 'isApproved' | 'progress' | 'idempotencyKey'
  >
  readonly log: Log
  readonly onProgress: (event: { call_id: string; agent: string; action: string } & ToolProgress) => void
  readonly onCalled: (event: {
    call_id: string
    agent: string
    action: string
    success: boolean
    code?: string
    duration_ms: number
  }) => void
}

/** How long a tool that was told to stop may take before its answer no longer matters. */
const STOP_GRACE_MS = 5_000
const PROGRESS_EVERY_MS = 100

export type ToolRunner = ReturnType<typeof createToolRunner>

/** The one place that checks, asks, runs and records a tool call, and makes its envelope. It never throws. */
export function createToolRunner(deps: ToolRunnerDeps) {
  const { catalog, log } = deps

  return {
    async run(request: ToolRequest): Promise<Envelope> {
      const entry = catalog.find(request.action)
      if (!entry) return failure('unknown_tool', catalog.unknown(request.action))
      if (!catalog.isAvailable(entry)) return failure('unavailable_on_platform', unavailable(entry))
      if (entry.tool.closedToOutside && isFromOutside(request.provenance))
        return failure('forbidden', `${entry.tool.action} is never run for somebody outside of this machine.`)
      const { args, issues } = checkArguments(entry, request.args)
      if (issues.length > 0) return failure('invalid_arguments', describeIssues(entry, issues), { issues })
      try {
        return await ask(deps, { entry, args, request })
      } catch (error) {
        return failureOf(error, { log, entry })
      }
    },
  }
}

interface Checked {
  readonly entry: CatalogEntry
  readonly args: Args
  readonly request: ToolRequest
}

async function ask(deps: ToolRunnerDeps, checked: Checked): Promise<Envelope> {
  const { entry, args, request } = checked
  const act: Act = {
    agent: entry.agent,
    action: entry.tool.action,
    args,
    risk: entry.tool.risk,
    provenance: request.provenance,
    ...request.workflow,
  }
  if (request.approved !== true) {
    const call: ToolCall = {
      ...deps.surroundings,
      signal: request.signal,
      provenance: request.provenance,
      isApproved: false,
      progress: () => {},
    }
    const ownReason = await entry.tool.needsApproval?.(args, call)
    const reason = reasonToAsk({
      entry,
      provenance: request.provenance,
      mode: deps.approvalMode(),
      ownReason: ownReason ?? request.askBecause,
    })
    if (reason !== undefined && request.asksNobody === true) return failure('approval_required', reason)
    if (reason !== undefined) {
      const confirmation = await deps.approvals.request(act, {
        title: questionTitle(entry.tool, args),
        message: reason,
      })
      return failure('approval_required', `${reason} Answer with POST /api/confirm.`, { confirmation })
    }
  }
  return execute(deps, checked, act)
}

async function execute(deps: ToolRunnerDeps, { entry, args, request }: Checked, act: Act): Promise<Envelope> {
  const id = randomUUID()
  const seconds = request.timeoutSeconds ?? entry.tool.timeoutSeconds ?? limits.step_seconds.value
  const isHeld = entry.tool.presses === true && !isPersonal(request.provenance)
  if (isHeld) await letPersonAnswer(deps, { request, seconds })
  const started = performance.now()
  await deps.audit.intent({ id, act })
  using limit = timeLimit(seconds)
  const timeout = limit.signal
  using joined = joinSignals([request.signal, timeout])
  const { signal } = joined
  const progress = steadyProgress((step) => {
    deps.onProgress({ call_id: id, agent: entry.agent, action: entry.tool.action, ...step })
    request.onProgress?.(step)
  })
  const call: ToolCall = {
    ...deps.surroundings,
    signal,
    provenance: request.provenance,
    isApproved: request.approved === true,
    progress,
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
  }
  let envelope: Envelope
  try {
    const run = (until: AbortSignal) =>
      settledOrStopped(entry.tool.run(args, { ...call, signal: until }), until)
    const { message, data } = await (isHeld ? deps.approvals.whileNobodyIsAsked(signal, run) : run(signal))
    envelope = { success: true, message, data }
  } catch (error) {
    envelope = stopOf({ request, timeout, seconds, error }) ?? failureOf(error, { log: deps.log, entry })
  }
  const duration_ms = Math.round((performance.now() - started) * 100) / 100
  const { agent } = entry
  const code = codeOf(envelope)
  await deps.audit.outcome({ id, act, success: envelope.success, code, ms: duration_ms })
  deps.onCalled({
    call_id: id,
    agent,
    action: act.action,
    success: envelope.success,
    ...(code !== null && { code }),
    duration_ms,
  })
  return envelope
}

/** Waits for a while until nobody is asked anything; what is then still open keeps the tool from running. */
async function letPersonAnswer(
  { approvals }: ToolRunnerDeps,
  { request, seconds }: { request: ToolRequest; seconds: number },
): Promise<void> {
  using limit = timeLimit(seconds)
  using joined = joinSignals([request.signal, limit.signal])
  await approvals.untilNobodyIsAsked(joined.signal).catch(() => {})
}

/** Ends with the call: `AbortSignal.timeout` would hold everything about it until the limit, minutes later. */
function timeLimit(seconds: number): Disposable & { readonly signal: AbortSignal } {
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new DOMException('The time limit was reached.', 'TimeoutError')),
    seconds * 1000,
  )
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

/** A tool that ignores its signal keeps nobody waiting: some seconds after the stop its answer is given up. */
async function settledOrStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => reject(signal.reason as Error), STOP_GRACE_MS)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** The envelope of a call that was stopped from outside; undefined when it failed by itself. */
function stopOf({
  request,
  timeout,
  seconds,
  error,
}: {
  request: ToolRequest
  timeout: AbortSignal
  seconds: number
  error: unknown
}) {
  if (error instanceof AppError && error.code !== 'cancelled') return undefined
  if (request.signal.aborted) return failure('cancelled', 'The call was stopped before it ended.')
  if (timeout.aborted) return failure('timeout', `The tool took longer than ${seconds} s and was stopped.`)
  return undefined
}

function checkArguments({ tool }: CatalogEntry, given: Readonly<Args>): { args: Args; issues: ErrorIssue[] } {
  const args = structuredClone(given) as Args
  const known = Object.keys((tool.params as { properties?: object }).properties ?? {})
  const strangers = Object.keys(args).filter((name) => !known.includes(name))
  const unknown = strangers.map((name) => ({ path: `/${name}`, message: unknownArgument(name, known) }))
  for (const name of strangers) delete args[name]
  return { args, issues: [...unknown, ...checkFor(tool.params, 'body')(args)] }
}

function unknownArgument(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  return near
    ? `is not an argument of this tool: did you mean \`${near}\`?`
    : `is not an argument of this tool; it takes ${known.join(', ') || 'none'}`
}

function describeIssues({ tool }: CatalogEntry, issues: readonly ErrorIssue[]): string {
  const all = issues
    .slice(0, 5)
    .map(({ path, message }) => `\`${path.slice(1).replaceAll('/', '.') || 'args'}\` ${message}`)
  const more = issues.length > 5 ? `, and ${issues.length - 5} more` : ''
  return asSentence(`${tool.action} was not run: ${all.join('; ')}${more}`)
}

function unavailable({ tool }: CatalogEntry): string {
  const where = (tool.editions ?? [])
    .map((edition) => (edition === 'macos' ? 'macOS' : 'Linux'))
    .join(' and ')
  return `${tool.action} exists only on ${where}.`
}

function failureOf(error: unknown, { log, entry }: { log: Log; entry: CatalogEntry }): Envelope {
  if (error instanceof AppError)
    return failure(error.code, error.message, error.errors && { issues: error.errors })
  const incident = randomUUID()
  log.error({ err: error, incident_id: incident, action: entry.tool.action }, 'a tool failed unexpectedly')
  return failure('internal', `${entry.tool.action} failed unexpectedly. The log has it under ${incident}.`)
}

interface FailureExtra {
  readonly issues?: readonly ErrorIssue[]
  readonly confirmation?: object
}

function failure(code: string, message: string, { issues, confirmation }: FailureExtra = {}): Envelope {
  return {
    success: false,
    message,
    data: { error: { code, ...(issues && { issues }) }, ...(confirmation && { confirmation }) },
  }
}

function codeOf({ success, data }: Envelope): string | null {
  return success ? null : ((data as { error?: { code?: string } } | null)?.error?.code ?? null)
}

/** Tools may report every item; readers get a few a second, and always the last. */
function steadyProgress(send: (progress: ToolProgress) => void): (progress: ToolProgress) => void {
  let last = -Infinity
  return (progress) => {
    const now = performance.now()
    if (progress.fraction !== 1 && now - last < PROGRESS_EVERY_MS) return
    last = now
    send(progress)
  }
}
