import type { Envelope } from '../../../contract/envelope.ts'
import { resultsOf } from '../../../contract/several-calls.ts'
import type { AskedCall, Before } from '../runs/asked-calls.ts'
import type { FactOf } from './projection.ts'

export interface DecidedCall {
  readonly call: AskedCall
  /** False where the person said no, or left it out. */
  readonly isApproved: boolean
  /** What it returned, or why it was not run. */
  readonly result: Envelope
}

/** What became of the calls that waited for a decision, in order. */
export function decidedCalls(
  { confirmation_id, approved, result }: FactOf<'approval.result'>,
  before: Before | undefined,
): DecidedCall[] {
  const results = result ? resultsOf(result) : []
  return (before?.asked.of(confirmation_id) ?? []).map((call, index) => {
    const own = results[index] ?? rejected
    const isRejected = !approved || (!own.success && codeOf(own) === 'rejected')
    return { call, isApproved: !isRejected, result: own }
  })
}

const rejected: Envelope = {
  success: false,
  message: 'Rejected. Nothing was done.',
  data: { error: { code: 'rejected' } },
}

function codeOf({ data }: Envelope): string | undefined {
  return (data as { error?: { code?: string } } | null)?.error?.code
}
