import { AppError } from '../../../contract/errors.ts'

/** An answer to a question, as POST /api/confirm takes it. */
export interface Decision {
  readonly confirmation_id: string
  readonly approved: boolean
  readonly changes?: DecidedCall[]
}

interface DecidedCall {
  index: number
  approved?: boolean
  args?: Record<string, unknown>
}

/** What a client says of one call. */
export interface Verdict {
  /** The question, with the number of the call where it is about several (AskedCall). */
  readonly approval_id: string
  readonly approved: boolean
  /** What the person made of the arguments. */
  readonly args?: Record<string, unknown> | undefined
}

/** Verdicts call by call as answers to whole questions. `callsOf` tells how many calls a question is about. */
export function decisionsOf(
  verdicts: readonly Verdict[],
  callsOf: (confirmation_id: string) => { readonly length: number },
): Decision[] {
  const named = verdicts.map((verdict) => ({ ...verdict, ...placeIn(verdict.approval_id) }))
  const questions = Map.groupBy(named, ({ confirmation_id }) => confirmation_id)
  return [...questions].map(([confirmation_id, about]) => {
    const whole = about.find(({ index }) => index === undefined)
    if (whole) {
      const { approved, args } = whole
      return { confirmation_id, approved, ...(approved && args && { changes: [{ index: 0, args }] }) }
    }
    assertWhole(about.length, callsOf(confirmation_id).length)
    return together(
      confirmation_id,
      about.map(({ index = 0, approved, args }) => ({ index, approved, ...(args && { args }) })),
    )
  })
}

function placeIn(approval_id: string): { confirmation_id: string; index: number | undefined } {
  const [, confirmation_id, index] = /^(.+)\.(\d{1,4})$/.exec(approval_id) ?? []
  return confirmation_id === undefined
    ? { confirmation_id: approval_id, index: undefined }
    : { confirmation_id, index: Number(index) }
}

function assertWhole(answered: number, calls: number): void {
  if (answered >= calls) return
  throw new AppError(
    'invalid_request',
    `This question is about ${calls} calls, and only ${answered} of them are answered. Answer all of them in one request.`,
  )
}

/** One yes is a yes to the question, with the other calls left out of it. */
function together(
  confirmation_id: string,
  calls: readonly Required<Pick<DecidedCall, 'index' | 'approved'>>[],
): Decision {
  if (!calls.some(({ approved }) => approved)) return { confirmation_id, approved: false }
  const changes = calls
    .filter((call) => !call.approved || 'args' in call)
    .map((call) => (call.approved ? call : { index: call.index, approved: false }))
  return { confirmation_id, approved: true, ...(changes.length > 0 && { changes }) }
}
