import { AppError } from '../../contract/errors.ts'
import { ModelFault } from './faults.ts'
import type { ModelPart } from './language-model.ts'
import type { Target } from './target.ts'

export interface Calling {
  /** Who is asked, the first one first. */
  readonly targets: readonly [Target, ...Target[]]
  readonly call: (target: Target, isReplaceable: boolean) => AsyncIterable<ModelPart>
}

/**
 * Lets the next model answer when one cannot: overloaded, broken or out of reach, and only while nothing of its answer
 * was passed on. Half an answer of one and the rest of another would be nobody's.
 */
export async function* withFallback({ targets, call }: Calling): AsyncGenerator<ModelPart> {
  const failures: { readonly target: Target; readonly error: AppError }[] = []
  for (const [index, target] of targets.entries()) {
    const [first] = failures
    const parts = call(target, index < targets.length - 1)
    let hasSpoken = false
    try {
      for await (const part of first ? announced(parts, whoAnswers(target, first)) : parts) {
        hasSpoken = true
        yield part
      }
      return
    } catch (error) {
      if (hasSpoken || !(error instanceof AppError)) throw error
      failures.push({ target, error })
      if (!mayBeReplaced(error)) break
    }
  }
  throw whatFailed(failures.map(({ error }) => error))
}

/** Says who answers once there is an answer. */
async function* announced(parts: AsyncIterable<ModelPart>, text: string): AsyncGenerator<ModelPart> {
  let isFirst = true
  for await (const part of parts) {
    if (isFirst) yield { type: 'notice', text }
    isFirst = false
    yield part
  }
}

function faultBehind({ cause }: AppError): ModelFault | undefined {
  return cause instanceof ModelFault ? cause : undefined
}

function mayBeReplaced(error: AppError): boolean {
  const fault = faultBehind(error)
  const { status = 0 } = fault?.details ?? {}
  // Without credit it answers nobody, whatever is asked.
  return (
    fault?.kind === 'network' || (fault?.kind === 'status' && ([402, 429].includes(status) || status >= 500))
  )
}

function whoAnswers(target: Target, first: { target: Target; error: AppError }): string {
  const fault = faultBehind(first.error)
  const trouble =
    fault?.kind === 'network'
      ? "can't be reached"
      : fault?.details.status === 429
        ? 'has reached its request limit'
        : fault?.details.status === 402
          ? 'has no credit left'
          : `failed with ${fault?.details.status}`
  return `${nameOf(first.target)} ${trouble}. Using ${target.model} from ${nameOf(target)} instead.`
}

function nameOf({ provider, info, origin }: Target): string {
  return provider === 'openai_compatible' ? origin : info.title
}

/** What is wrong with the first one counts: it is the one that was wanted. */
function whatFailed([first, ...others]: readonly AppError[]): AppError {
  const last = others.at(-1)
  if (!last) return first!
  return new AppError(first!.code, `${first!.message} The fallback didn't answer either: ${last.message}`, {
    cause: first!.cause,
  })
}
