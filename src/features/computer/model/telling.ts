import type { Picture, WantedCall } from '../../models/language-model.ts'
import type { Done } from '../do-action.ts'
import type { Verdict } from '../end/judge-end.ts'
import type { Advice } from '../loop-guard.ts'
import type { Decision } from './decider.ts'
import type { Exchange } from './history.ts'

/** What the model is told of its last call. */
export interface Told {
  readonly result: string
  /** Of the actions before the last one that was begun. */
  readonly earlier?: readonly string[]
  /** Why those after it were left out. */
  readonly surprise?: string | undefined
  readonly picture: Picture | null
  /** The title of the window in front of it. */
  readonly showed?: string | undefined
  /** Whether a person has read the provider's own doubts about it, and it was done all the same. */
  readonly isAcknowledged: boolean
  /** Why its plan was not taken. */
  readonly refusedPlan?: string | undefined
}

/** The decision with what came of it, in the form that its tool wants. */
export function exchangeOf(
  decision: Decision,
  { earlier = [], result: last, surprise, picture, showed, isAcknowledged, refusedPlan }: Told,
): Exchange {
  const { text, calls, native, checks, plan } = decision
  const isNative = native !== undefined
  const acting = calls.filter(({ call_id }) => !plan?.callIds.includes(call_id))
  // One call of a provider's own tool may want several actions, which are told together.
  const isSpread = !isNative && acting.length > 1
  const left = surprise === undefined ? '' : ` The rest was not done: ${surprise}.`
  // In words there is no call of its own that it could be told with.
  const aside = calls.length === 0 && refusedPlan !== undefined ? [refusedPlan] : []
  const result = isSpread ? last : [...earlier, `${last}${left}`, ...aside].join(' ')
  if (checks.length > 0 && !isAcknowledged) return inWords(decision, { result, picture })
  const seen = checks.length > 0 ? { acknowledgedSafetyChecks: checks } : result
  const at = isSpread ? earlier.length : 0
  const toldOf = (call: WantedCall): unknown => {
    const index = acting.indexOf(call)
    if (index === -1) return refusedPlan ?? (acting.length === 0 ? result : 'Noted.')
    return index === at ? seen : ((isSpread ? earlier[index] : undefined) ?? notDone(surprise))
  }
  const results = calls.map((call) => ({ call_id: call.call_id, name: call.name, result: toldOf(call) }))
  const note = calls.length === 0 ? result : noteBeside(decision, { result, picture })
  return { text, calls, results, note, picture, showed, inResult: isNative }
}

function notDone(surprise = 'it belongs into your next answer'): string {
  return `Not done: ${surprise}. Look at the newest screenshot first.`
}

function noteBeside({ native }: Decision, { result, picture }: Pick<Told, 'result' | 'picture'>): string {
  // OpenAI's own tool takes nothing but a picture, so the words stand beside it.
  if (native?.id.startsWith('openai.')) return result
  return native === undefined && picture !== null ? 'This is the screen now.' : ''
}

/** A doubt that nobody has put aside is not reported as put aside: the call is told as if it had been words. */
function inWords({ text, calls }: Decision, { result, picture }: Pick<Told, 'result' | 'picture'>): Exchange {
  const wanted = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)
  const said = [text, ...wanted].filter((part) => part !== '').join('\n')
  return { text: said, calls: [], results: [], note: result, picture, inResult: false }
}

interface Came {
  readonly notes: readonly string[]
  readonly changed: boolean
  /** Whether a new picture comes with it. */
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
    ...(isSent ? [] : ['The screen looks the same as in the last picture.']),
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
