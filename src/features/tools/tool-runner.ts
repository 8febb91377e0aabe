import { randomUUID } from 'node:crypto'
import { isFromOutside, isPersonal } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import { withoutDetails } from '../../contract/confirmation.ts'
import type { PreviewedChange } from '../../contract/preview.ts'
import {
  editionNames,
  riskOfCall,
  type Reading,
  type ToolCall,
  type ToolProgress,
} from '../../contract/tool.ts'
import { editionsOf } from './tool-editions.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { holdsMask, withValues } from '../../platform/secrets/masked-arguments.ts'
import { maskedValue } from '../../platform/secrets/masked-value.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { timeLimit } from '../../platform/processes/time-limit.ts'
import type { Approvals } from './approvals.ts'
import type { Allowance } from './allowances.ts'
import { checkArguments, describeIssues } from './check-arguments.ts'
import { secretsOf, withConcealed, type KnownSecrets } from './concealed-arguments.ts'
import { codeOf, envelopeOf, failure, failureOf } from './failures.ts'
import { judgeCall, lookingCall, previewCalls, type Checked, type JudgeDeps } from './judge-call.ts'
import { createLooking } from './looking.ts'
import { readingsOfCall } from './readings.ts'
import { runApproved, type ApprovedRun } from './several-calls.ts'
import { settingWith } from './standing-permission.ts'
import { settledOrStopped, steadyProgress } from './running-call.ts'
import type { ToolCatalog } from './tool-catalog.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { Act, Question } from './question.ts'
import type { ToolRequest } from './tool-request.ts'

export interface ToolAudit {
  /** Written before the effect; an unwritable audit log stops what it cannot record. */
  intent(entry: { id: string; act: Act; allowedBy: readonly string[] }): Promise<void>
  outcome(entry: { id: string; act: Act; success: boolean; code: string | null; ms: number }): Promise<void>
}

export interface ToolRunnerDeps extends JudgeDeps {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly audit: ToolAudit
  readonly log: Log
  readonly secrets?: KnownSecrets
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

export type ToolRunner = ReturnType<typeof createToolRunner>

/** The one place that checks, asks, runs and records a tool call, and makes its envelope. It never throws. */
export function createToolRunner(deps: ToolRunnerDeps) {
  const { catalog, log } = deps

  const check = (request: ToolRequest) => checkRequest(catalog, request)
  const run = async (request: ToolRequest): Promise<Envelope> => {
    const valid = check(request)
    if ('refusal' in valid) return valid.refusal
    const checked = await withConcealed(deps, valid)
    const envelope = await runChecked(deps, checked)
    return maskedValue(envelope, secretsOf(checked))
  }

  return {
    run,
    ...createLooking(deps),

    /** Runs what a person has said yes to. */
    runApproved: (act: Act, options: Omit<ApprovedRun, 'run' | 'home'>): Promise<Envelope> =>
      runApproved(act, { ...options, run, home: deps.context.home }),

    /** What would become of a call, before anything of it happens and before anybody is asked. */
    async judge(request: ToolRequest): Promise<Judgement> {
      const valid = check(request)
      if ('refusal' in valid) return valid
      const checked = await withConcealed(deps, valid)
      try {
        return { act: actOf(checked), question: (await judgeCall(deps, checked)).question }
      } catch (error) {
        return { refusal: failureOf(error, { log, entry: checked.entry }) }
      }
    },

    /** What calls that follow each other would change, for the person who is asked about them. */
    preview(requests: readonly ToolRequest[]): Promise<(readonly PreviewedChange[])[]> {
      const checked = requests.map(check)
      return previewCalls(
        deps,
        checked.map((one) => ('refusal' in one ? undefined : one)),
      )
    },

    /**
     * What the result of a call brings into a conversation, where it is known by what is in it. Nobody knows what a
     * stranger's tool reads.
     */
    async readings(request: ToolRequest, result?: Envelope): Promise<readonly Reading[]> {
      const entry = catalog.find(request.action)
      if (!entry || entry.origin !== 'built_in') return ['untrusted', 'private']
      const data = result?.success ? result.data : undefined
      return readingsOfCall(entry.tool, request.args, { call: lookingCall(deps, request), data })
    },

    /** What was made by somebody who has read a stranger's words may hold them: it is from outside as well. */
    markOutside: (action: string, result: Envelope): Promise<void> => markOutside(deps, action, result),
  }
}

async function markOutside(
  { catalog, context: { origins } }: ToolRunnerDeps,
  action: string,
  { success, data }: Envelope,
): Promise<void> {
  if (!success || !origins) return
  for (const record of catalog.find(action)?.tool.writes?.(data) ?? []) await origins.markOutside(record)
  const { path, files } = (data ?? {}) as { path?: unknown; files?: unknown }
  const several = Array.isArray(files) ? files.map((file: { path?: unknown } | null) => file?.path) : []
  for (const made of [path, ...several])
    if (typeof made === 'string') await origins.markOutside(await linksResolved(made))
}

/** A refusal, or what would run; with a question when a person must say yes first. */
export type Judgement =
  | { readonly refusal: Envelope }
  | { readonly act: Act; readonly question: Question | undefined }

/** A call that can run as far as its tool and its arguments go, or why it cannot. */
function checkRequest(catalog: ToolCatalog, request: ToolRequest): Checked | { refusal: Envelope } {
  const { action, byApp = false } = request
  const entry = byApp ? catalog.findForApp(action) : catalog.find(action)
  if (!entry) return { refusal: failure('unknown_tool', catalog.unknown(request.action)) }
  if (!catalog.isAvailable(entry)) return { refusal: failure('unavailable_on_platform', unavailable(entry)) }
  if (entry.tool.closedToOutside && isFromOutside(request.provenance)) {
    const reason = `${entry.tool.action} is never run for someone outside this machine.`
    return { refusal: failure('forbidden', reason) }
  }
  const { args, issues } = checkArguments(entry, request.args)
  if (holdsMask(entry.tool, args)) return { refusal: failure('invalid_arguments', FORGOTTEN) }
  if (issues.length > 0)
    return { refusal: failure('invalid_arguments', describeIssues(entry, issues), { issues }) }
  return { entry, args, request }
}

async function runChecked(deps: ToolRunnerDeps, checked: Checked): Promise<Envelope> {
  try {
    const { question, allowedBy } = await judgeCall(deps, checked)
    return question ? await ask(deps, checked, question) : await execute(deps, checked, allowedBy)
  } catch (error) {
    return failureOf(error, { log: deps.log, entry: checked.entry })
  }
}

const FORGOTTEN = "The text was a secret, so it isn't stored. Give it again."

function actOf({ entry, args, request, concealed = [] }: Checked): Act {
  return {
    agent: entry.agent,
    action: entry.tool.action,
    args,
    risk: riskOfCall(entry.tool, args),
    provenance: request.provenance,
    ...request.workflow,
    ...(concealed.length > 0 && { concealed }),
  }
}

async function ask(deps: ToolRunnerDeps, checked: Checked, question: Question): Promise<Envelope> {
  const { message, details = [] } = question
  if (checked.request.asksNobody === true) return failure('approval_required', message)
  const [changes = []] = await previewCalls(deps, [checked])
  const confirmation = await deps.approvals.request(actOf(checked), {
    ...question,
    details: changes.length > 0 ? [{ index: 0, ...details[0], changes: [...changes] }] : details,
  })
  return failure('approval_required', `${message} Answer with POST /api/confirm.`, {
    // A person sees what is in the file; whoever else asked may not be allowed to.
    confirmation: isPersonal(checked.request.provenance) ? confirmation : withoutDetails(confirmation),
  })
}

async function execute(
  deps: ToolRunnerDeps,
  checked: Checked,
  allowedBy: readonly Allowance[],
): Promise<Envelope> {
  const { entry, args, request } = checked
  const act = actOf(checked)
  const id = randomUUID()
  const seconds = request.timeoutSeconds ?? entry.tool.timeoutSeconds ?? limits.step_seconds.value
  const isHeld = entry.tool.presses === true && !isPersonal(request.provenance)
  if (isHeld) await letPersonAnswer(deps, { request, seconds })
  const started = performance.now()
  await deps.audit.intent({ id, act, allowedBy: allowedBy.map((one) => one.id) })
  if (allowedBy.length > 0) await deps.allowances?.noteUse(allowedBy.map((one) => one.id))
  using limit = timeLimit(seconds * 1000)
  const timeout = limit.signal
  using joined = joinSignals([request.signal, timeout])
  const { signal } = joined
  const progress = steadyProgress((step) => {
    deps.onProgress({ call_id: id, agent: entry.agent, action: entry.tool.action, ...step })
    request.onProgress?.(step)
  })
  const call: ToolCall = {
    ...deps.context,
    setting: settingWith(deps.context.setting, allowedBy),
    signal,
    provenance: request.provenance,
    isApproved: request.approved === true,
    progress,
    session_id: request.session_id,
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
  }
  let envelope: Envelope
  try {
    const own = withValues(args, request.secrets)
    const run = (until: AbortSignal) =>
      settledOrStopped(entry.tool.run(own, { ...call, signal: until }), until)
    envelope = envelopeOf(await (isHeld ? deps.approvals.whileNobodyIsAsked(signal, run) : run(signal)))
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
  using limit = timeLimit(seconds * 1000)
  using joined = joinSignals([request.signal, limit.signal])
  await approvals.untilNobodyIsAsked(joined.signal).catch(() => {})
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
  if (request.signal.aborted) return failure('cancelled', 'The call was stopped before it finished.')
  if (timeout.aborted) return failure('timeout', `The tool took longer than ${seconds} s and was stopped.`)
  return undefined
}

function unavailable({ tool }: CatalogEntry): string {
  const where = editionsOf(tool)
    .map((edition) => editionNames[edition])
    .join(' and ')
  return `${tool.action} only exists on ${where}.`
}
