import type { Picture } from '../../models/language-model.ts'
import type { Decision } from './decider.ts'
import type { Exchange } from './history.ts'

/** What the model is told of its last call. */
export interface Told {
  readonly result: string
  readonly picture: Picture | null
  /** Whether a person has read the provider's own doubts about it, and it was done all the same. */
  readonly isAcknowledged: boolean
}

/** The decision with what came of it, in the form that its tool wants. */
export function exchangeOf(decision: Decision, { result, picture, isAcknowledged }: Told): Exchange {
  const { text, calls, native, checks } = decision
  if (checks.length > 0 && !isAcknowledged) return inWords(decision, { result, picture })
  const others = 'Not done: only one call is done at a time. Look at the new screenshot first.'
  const seen = checks.length > 0 ? { acknowledgedSafetyChecks: checks } : result
  const results = calls.map(({ call_id, name }, index) => ({
    call_id,
    name,
    result: index === 0 ? seen : others,
  }))
  // OpenAI's own tool takes nothing but a picture, so the words stand beside it.
  const isWordless = native?.id.startsWith('openai.') === true
  const isShownBeside = native === undefined && picture !== null
  const note = calls.length === 0 || isWordless ? result : isShownBeside ? 'This is the screen now.' : ''
  return { text, calls, results, note, picture, inResult: native !== undefined }
}

/** A doubt that nobody has put aside is not reported as put aside: the call is told as if it had been words. */
function inWords({ text, calls }: Decision, { result, picture }: Pick<Told, 'result' | 'picture'>): Exchange {
  const wanted = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)
  const said = [text, ...wanted].filter((part) => part !== '').join('\n')
  return { text: said, calls: [], results: [], note: result, picture, inResult: false }
}
