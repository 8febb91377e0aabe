import { AppError } from '../../../contract/errors.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import type { ServerStatus, SignInState } from '../contract.ts'
import { describeConfig, type ServerConfig } from './server-config.ts'

/** How one server fares. */
export interface ServerFacts {
  readonly server: string
  readonly config: ServerConfig
  readonly status: ServerStatus
  readonly problem: string | null
  readonly version: string
  readonly startedAt: string | null
  readonly tools: readonly AnyTool[]
  /** The host of the issuer that a person is signed in at. */
  readonly signedIn: string | null
  /** It refused a call for rights that a new sign-in asks for. */
  readonly wantsMore: boolean
}

/** As a model reads it. */
export function describeServer({ server, config, status, problem, version, tools }: ServerFacts) {
  const starts = describeConfig(config)
  return { server, status, problem, starts, version, tools: tools.map(({ action }) => action) }
}

/** As a page shows it. */
export function inspectServer(facts: ServerFacts) {
  return {
    ...describeServer(facts),
    kind: 'command' in facts.config ? ('program' as const) : ('address' as const),
    started_at: facts.startedAt,
    sign_in: signInOf(facts),
    signed_in_at: facts.signedIn,
    tools: facts.tools.map(({ action, title, description }) => ({ action, title, description })),
  }
}

/** Why its tools can't be called now. */
export function notRunningError({ server, status, problem }: ServerFacts): AppError {
  if (status === 'needs_sign_in')
    return new AppError('not_configured', problem ?? `Sign in to ${server} first.`)
  return new AppError(
    'unavailable',
    `The MCP server ${server} is not available right now. Try again in a moment.`,
  )
}

function signInOf({ status, signedIn, wantsMore }: ServerFacts): SignInState {
  if (status === 'needs_sign_in') return 'needed'
  if (signedIn === null) return 'none'
  return wantsMore ? 'more' : 'done'
}
