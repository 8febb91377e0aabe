import type { Envelope } from './envelope.ts'
import type { Risk } from './tool.ts'

/** The action of a question about several calls at once; they are its arguments. */
export const RUN_CALLS = 'RUN_CALLS'

/** One call of several that wait for the same answer. */
export interface WaitingCall {
  readonly title: string
  /** Why a person is asked; null for a call that only waits for the ones before it. */
  readonly reason: string | null
  readonly agent: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly risk: Risk
  /** Which of the arguments are not stored. */
  readonly concealed?: readonly { readonly path: string; readonly isShown: boolean }[] | undefined
}

/** What became of each call of a question, in order. */
export function resultsOf(result: Envelope): readonly Envelope[] {
  const { results } = (result.data ?? {}) as { results?: unknown }
  return Array.isArray(results) ? (results as Envelope[]) : [result]
}

/** The calls that a question is about, when it is about several. */
export function waitingCalls({
  action,
  args,
}: {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
}): readonly WaitingCall[] | undefined {
  return action === RUN_CALLS ? (args['calls'] as readonly WaitingCall[]) : undefined
}
