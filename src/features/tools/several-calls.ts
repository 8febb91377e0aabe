import { existsSync } from 'node:fs'
import type { AllowScope } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError } from '../../contract/errors.ts'
import { RUN_CALLS, type WaitingCall } from '../../contract/several-calls.ts'
import type { Risk } from '../../contract/tool.ts'
import { visibleValue } from '../../contract/visible-text.ts'
import { MASK } from '../../platform/secrets/masked-value.ts'
import { canonicalJson } from './canonical-json.ts'
import type { ToolRequest } from './tool-request.ts'
import type { Act, Question } from './question.ts'

type Args = Readonly<Record<string, unknown>>

/** What a person changes about a question before saying yes: leaves a call out, or gives it other arguments. */
export interface CallChange {
  readonly index: number
  readonly approved?: boolean | undefined
  readonly args?: Args | undefined
  /** Such calls need no question from now on. */
  readonly allow?: AllowScope | undefined
}

const risks: readonly Risk[] = ['read', 'write', 'external', 'dangerous']

/** One question for the calls of one step, in the order in which they will run. */
export function questionAboutCalls(
  calls: readonly WaitingCall[],
  provenance: Provenance,
): { act: Act; question: Question } {
  const [first] = calls
  if (calls.length === 1) {
    const { title, reason, ...call } = first!
    return { act: { ...call, provenance }, question: { title, message: reason ?? '' } }
  }
  const risk = risks[Math.max(...calls.map((call) => risks.indexOf(call.risk)))]!
  // What several reasons have in common is said once.
  const sentences = new Set(calls.flatMap(({ reason }) => reason?.split(/(?<=[.!?]) (?=\p{Lu}|["“])/u) ?? []))
  const concealed = calls.flatMap((call, index) =>
    (call.concealed ?? []).map((one) => ({ ...one, path: `/calls/${index}/args${one.path}` })),
  )
  const args = { calls: calls.map(({ concealed: _concealed, ...call }) => call) }
  return {
    act: { agent: 'assistant', action: RUN_CALLS, args, risk, provenance, concealed },
    question: {
      title: `${first!.title.replace(/\?$/, '')} and ${calls.length - 1} more?`,
      message: [...sentences].join(' '),
    },
  }
}

/** The calls that an act stands for, with what the person changed about them. Null for one that was left out. */
export function callsOf(act: Act, changes: readonly CallChange[] = []): (Act | null)[] {
  const { provenance } = act
  const calls: Act[] =
    act.action === RUN_CALLS
      ? (act.args['calls'] as WaitingCall[]).map(({ agent, action, args, risk }) => ({
          agent,
          action,
          args,
          risk,
          provenance,
        }))
      : [act]
  const stranger = changes.find(({ index }) => index >= calls.length)
  if (stranger)
    throw new AppError(
      'invalid_request',
      `No call ${stranger.index}: they are numbered 0 to ${calls.length - 1}.`,
    )
  return calls.map((call, at) => {
    const change = changes.find(({ index }) => index === at)
    if (change?.approved === false) return null
    return change?.args ? { ...call, args: exactly(call.args, change.args) } : call
  })
}

/** What the person left as it was shown runs as it is: what they saw had unseen characters written out. */
function exactly(asked: Args, changed: Args): Args {
  const isAsShown = (name: string) =>
    Object.hasOwn(asked, name) &&
    (changed[name] === MASK || canonicalJson(changed[name]) === canonicalJson(visibleValue(asked[name])))
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, isAsShown(name) ? asked[name] : value]),
  )
}

export interface ApprovedRun {
  readonly run: (request: ToolRequest) => Promise<Envelope>
  /** What `~` means. */
  readonly home: string
  readonly signal: AbortSignal
  readonly changes?: readonly CallChange[] | undefined
  /** The conversation that asked. */
  readonly session_id?: string | undefined
}

/** Runs what a person has approved, in order. A call into a place that was to be made and is not there is not run. */
export async function runApproved(
  act: Act,
  { run, home, signal, changes, session_id }: ApprovedRun,
): Promise<Envelope> {
  const planned = callsOf(act)
  const results: Envelope[] = []
  const missing: string[] = []
  for (const [at, call] of callsOf(act, changes).entries()) {
    const isLost = call !== null && pathsIn(call.args).some((path) => missing.some((one) => isIn(path, one)))
    const result =
      call === null ? leftOut : isLost ? lost : await run({ ...call, signal, approved: true, session_id })
    if (!result.success) missing.push(...missingOf((call ?? planned[at]!).args, home))
    results.push(result)
  }
  return act.action === RUN_CALLS ? together(results) : results[0]!
}

const leftOut = refusal('rejected', 'Left out by the user.')
const lost = refusal('rejected', 'Skipped: it needs a call that was left out or failed.')

function refusal(code: string, message: string): Envelope {
  return { success: false, message, data: { error: { code } } }
}

function together(results: readonly Envelope[]): Envelope {
  const done = results.filter(({ success }) => success).length
  const skipped = results.filter((one) => one === leftOut).length
  const problems = results.filter((one) => !one.success && one !== leftOut).map((one) => one.message)
  const counted = `${done} of ${results.length} done${skipped > 0 ? `, ${skipped} left out` : ''}.`
  const message =
    done === results.length
      ? results.map((one) => one.message).join('\n\n')
      : [done === 0 ? 'Nothing was done.' : counted, ...new Set(problems)].join(' ')
  return { success: done === results.length, message, data: { results } }
}

/** The places of a call that was not done which are not there: what it was to make, among others. */
function missingOf(args: Args, home: string): string[] {
  return pathsIn(args).filter((path) => !existsSync(path.replace(/^~(?=\/|$)/, home)))
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[~/]/.test(value) ? [value.replace(/(?<=.)\/+$/, '')] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(pathsIn)
}
