import { stemOf } from '../../../../platform/language/word-stems.ts'
import { cutClauses, cutSentences } from '../clauses.ts'

/** Words of a condition, and whether it must be false. */
export interface SaidCondition {
  readonly text: string
  readonly isNegated: boolean
}

/** One thing to do, and when. */
export interface Action {
  readonly text: string
  /** Only of this one; what follows in the same sentence follows from it. */
  readonly condition?: SaidCondition
  /** It is done where the last condition of the sentence is not met. */
  readonly isOtherwise?: true
  /** It begins a sentence: a condition of the one before says nothing about it. */
  readonly beginsSentence?: true
}

const OTHERWISE =
  /\s*[,;.]?\s*\b(?:and |but )?(?:otherwise|or else|else|if not|in any other case)\b[,:]?\s+/gi
const CONDITION =
  '(?:but |and )?(?:only )?(?<word>if|when|unless|except (?:if|when)|as long as|provided(?: that)?|in case)'
const LEADING = new RegExp(`^${CONDITION}\\s+(?<rest>.+)$`, 'is')
const TRAILING = new RegExp(`^(?<action>.+?),?\\s+${CONDITION}\\s+(?<rest>.+)$`, 'is')

export interface ClauseOptions {
  readonly verbs: ReadonlySet<string>
  /** Whether words are a condition that can be asked. */
  readonly isCondition: (text: string) => boolean
}

/** What a text asks for, one after the other, each with its condition. */
export function actionsOf(text: string, options: ClauseOptions): Action[] {
  return cutSentences(text).flatMap((sentence) => {
    const [main = '', ...others] = sentence.split(OTHERWISE)
    return [
      ...branch(main, options).map((action, index) =>
        index === 0 ? { ...action, beginsSentence: true as const } : action,
      ),
      ...others.flatMap((other) =>
        branch(other, options).map((action, index) =>
          index === 0 ? { ...action, isOtherwise: true as const } : action,
        ),
      ),
    ]
  })
}

function branch(text: string, options: ClauseOptions): Action[] {
  const actions: Action[] = []
  let waiting: SaidCondition | undefined
  for (const clause of cutClauses(text, options.verbs)) {
    const leading = LEADING.exec(clause)?.groups
    const split = leading && splitLeading(leading['rest']!, options)
    if (leading && !split) {
      // Nothing to do stands in it: it is about what comes next.
      waiting = said(leading['word']!, leading['rest']!)
      continue
    }
    const action = split
      ? { text: split.action, condition: said(leading['word']!, split.condition) }
      : trailing(clause, options)
    actions.push(waiting && !action.condition ? { ...action, condition: waiting } : action)
    waiting = undefined
  }
  return waiting ? [...actions, { text: waiting.text, condition: waiting }] : actions
}

/** "if it is a photo move it": the condition ends where something to do begins. */
function splitLeading(
  rest: string,
  { verbs, isCondition }: ClauseOptions,
): { condition: string; action: string } | undefined {
  for (const match of rest.matchAll(/[,:]?\s+(?:then\s+)?/g)) {
    const action = rest.slice(match.index + match[0].length)
    const verb = /^[\p{L}-]+/u.exec(action)?.[0]
    const condition = rest.slice(0, match.index)
    if (verb !== undefined && verbs.has(stemOf(verb.toLowerCase())) && isCondition(condition))
      return { condition, action }
  }
  return undefined
}

function trailing(clause: string, { isCondition }: ClauseOptions): Action {
  const groups = TRAILING.exec(clause)?.groups
  if (!groups) return { text: clause }
  const { action, word, rest } = groups
  // "Tell me when it is done" is no condition, and neither is "tell me if …" where nobody can ask it.
  if (!isCondition(rest!) && /^when$/i.test(word!)) return { text: clause }
  return { text: action!, condition: said(word!, rest!) }
}

function said(word: string, text: string): SaidCondition {
  return { text: text.trim(), isNegated: /^(?:unless|except)/i.test(word) }
}
