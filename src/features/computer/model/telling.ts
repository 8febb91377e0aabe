import type { NativeTool, Picture, WantedCall } from '../../models/language-model.ts'
import type { Done } from '../do-action.ts'
import type { Verdict } from '../end/judge-end.ts'
import type { Advice } from '../loop-guard.ts'
import type { Decision } from './decider.ts'
import type { CallResult, Exchange } from './history.ts'
import { isNativeCall, needsPicture } from './native-tools.ts'

/** What the model is told of its last call. */
export interface Told {
  readonly result: string
  /** Of the actions before the last one that was begun. */
  readonly earlier?: readonly string[]
  /** Why those after it were left out. */
  readonly surprise?: string | undefined
  /** The whole screen, where it shows something new. */
  readonly picture: Picture | null
  /** A part of the screen that it asked to see closely. */
  readonly detail?: Picture | undefined
  /** Which part that is. */
  readonly region?: string | undefined
  /** The title of the window in front of them. */
  readonly showed?: string | undefined
  /** Whether a person has read the provider's own doubts about it, and it was done all the same. */
  readonly isAcknowledged: boolean
  /** Why its plan was not taken. */
  readonly refusedPlan?: string | undefined
}

/** The decision with what came of it, in the form that its tool wants. */
export function exchangeOf(decision: Decision, told: Told): Exchange {
  const { text, calls, native, checks } = decision
  const { picture, detail, region, showed, isAcknowledged } = told
  const result = resultInAll(decision, told)
  const seen = { picture, detail, region, showed }
  if (checks.length > 0 && !isAcknowledged) return { ...inWords(decision, result), ...seen }
  const results = resultsOf(decision, told)
  const inResult = native !== undefined && results.some(({ shows }) => shows === true)
  // OpenAI's own tool takes no words, so they stand beside it.
  const isBeside = calls.length === 0 || needsPicture(native)
  const note = isBeside ? result : noteBeside(told, inResult)
  return { text, calls, results, note, ...seen, inResult }
}

/** Of all calls together. */
function resultInAll({ calls }: Decision, { earlier = [], result, surprise, refusedPlan }: Told): string {
  const left = surprise === undefined ? '' : ` The rest was not done: ${surprise}.`
  // In words there is no call of its own that it could be told with.
  const aside = calls.length === 0 && refusedPlan !== undefined ? [refusedPlan] : []
  return [...earlier, `${result}${left}`, ...aside].join(' ')
}

/** Each call with what came of its own actions, and the picture where the last of them was done. */
function resultsOf(decision: Decision, told: Told): Exchange['results'] {
  const { calls, plan, spans, problem } = decision
  const { earlier = [], result: last, refusedPlan } = told
  const outcomes = [...earlier, last]
  const acting = calls.filter(({ call_id }) => !plan?.callIds.includes(call_id))
  let from = 0
  return calls.map((call) => {
    const { call_id, name } = call
    const index = acting.indexOf(call)
    if (index === -1) return { call_id, name, result: refusedPlan ?? (acting.length === 0 ? last : 'Noted.') }
    // What could not be read has no action: the first call is told why.
    const span = problem === undefined ? (spans[index] ?? 0) : Number(index === 0)
    const own = outcomes.slice(from, from + span)
    from += span
    return resultOf(call, { decision, told, own, span, isLast: own.length > 0 && from >= outcomes.length })
  })
}

interface OfCall {
  readonly decision: Decision
  readonly told: Told
  /** What came of its actions, as far as they were begun. */
  readonly own: readonly string[]
  readonly span: number
  /** Whether the last action that was begun is one of them. */
  readonly isLast: boolean
}

function resultOf(
  { call_id, name }: WantedCall,
  { decision: { native, checks }, told, own, span, isLast }: OfCall,
): CallResult {
  const { surprise, picture, detail = picture } = told
  const left = own.length < span ? ` The rest was not done: ${surprise ?? 'of what came before'}.` : ''
  const words = own.length === 0 ? notDone(surprise) : `${own.join(' ')}${left}`
  const shows = isNativeCall(native, name) && detail !== null && (isLast || needsPicture(native))
  const acknowledged = checks.filter((one) => one.call_id === call_id).map(({ check }) => check)
  const result = acknowledged.length === 0 ? words : seenResult(native, { acknowledged, words })
  return { call_id, name, result, ...(shows && { shows }) }
}

function seenResult(
  native: NativeTool | undefined,
  { acknowledged, words }: { acknowledged: readonly unknown[]; words: string },
): unknown {
  const seen = { acknowledgedSafetyChecks: acknowledged }
  return needsPicture(native) ? seen : { ...seen, result: words }
}

function notDone(surprise = 'it belongs into your next answer'): string {
  return `Not done: ${surprise}. Look at the newest screenshot first.`
}

/** Which pictures stand beside the results: one of them may be in a result. */
function noteBeside({ picture, detail }: Told, inResult: boolean): string {
  const isWhole = picture !== null && !(inResult && detail === undefined)
  if (detail === undefined || inResult) return isWhole ? 'This is the screen now.' : ''
  return isWhole ? 'This is the screen now, and then the part in detail.' : 'This is the part in detail.'
}

/** A doubt that nobody has put aside is not reported as put aside: the call is told as if it had been words. */
function inWords({ text, calls }: Decision, result: string): Omit<Exchange, 'picture'> {
  const wanted = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)
  const said = [text, ...wanted].filter((part) => part !== '').join('\n')
  return { text: said, calls: [], results: [], note: result, inResult: false }
}

interface Came {
  readonly notes: readonly string[]
  readonly changed: boolean
  /** Whether a new picture of the screen or of a part of it comes with it. */
  readonly isSent: boolean
  readonly advice: Advice
  /** Of the window in front, in its own words. */
  readonly title: string
  /** How many actions are left, once they are few. */
  readonly left: number | null
  /** Where its plan stands; empty without one. */
  readonly plan: string
}

/** What came of the last action, in words. */
export function tellResult(
  { kind, record, performed }: Done,
  { notes, changed, isSent, advice, title, left, plan }: Came,
): string {
  const isDone = kind === 'done'
  return [
    record.outcome,
    ...notes,
    ...(isDone ? [changed && isSent ? 'The screen has changed.' : 'Nothing has changed on the screen.'] : []),
    ...(isSent ? [] : ['The screen looks the same as in the last whole screenshot.']),
    ...(advice === 'nudge'
      ? ['This did not help several times now. Try something else, or end with ASK_USER or DONE.']
      : []),
    ...(left === null ? [] : [`${left} actions are left: come to an end.`]),
    ...(plan === '' ? [] : [plan]),
    `Window in front (its own words): ${JSON.stringify(title)}.`,
    ...(performed?.data === undefined ? [] : [performed.data]),
  ].join(' ')
}

/** Why a task that is said to be done goes on. */
export function tellNotYet({ because }: Verdict): string {
  return `Not ended yet: a check of the screen found something missing, in its own words ${JSON.stringify(because)}. Go on, or call DONE again if it is done all the same.`
}
