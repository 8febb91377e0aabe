import { capital } from '../../../../platform/language/capital.ts'
import { repetitionIn } from '../../../../platform/language/values/repetition.ts'
import { stemOf } from '../../../../platform/language/word-stems.ts'
import { withCommonVerbs } from '../clauses.ts'
import { verbsOf } from '../understand-clause.ts'
import { findTrigger } from './find-trigger.ts'
import { MarkedText } from './marked-text.ts'
import type { AutomationPlannerDeps, PlannedAutomation } from './planned-automation.ts'
import { Planning } from './planning.ts'
import { readCondition } from './read-condition.ts'
import type { TriggerReading } from './trigger-reading.ts'

const MAX_NAME_LENGTH = 60
/** Of a longer text nobody says when it should happen in a way that could be read; every part is tried with every other. */
const MAX_SENTENCE_LENGTH = 1_000
/** Words that begin something to do, besides those of the tools. */
const FURTHER_VERBS = [
  'let',
  'alert',
  'warn',
  'ping',
  'inform',
  'give',
  'nudge',
  'log',
  'note',
  'mark',
  'flag',
  'star',
  'trash',
  'text',
  'put',
  'keep',
  'back',
]
const POLITE =
  /^(?:(?:please|hey|hi|ok(?:ay)?|so)\b[,!]?\s*|(?:can|could|would|will) you (?:please )?|i(?:'d| would)? (?:want|like|need) (?:you )?to\s+|(?:make|create|set up|add|build) (?:me )?(?:an? )?(?:new )?(?:automation|workflow|rule|trigger)(?: that| which| to|:)?\s+)+/i
const QUESTION =
  /^(?:explain|describe|define|what|whom?|whose|which|where|why|how|is|are|was|were|do|does|did|am|has|have|should|may|can i|could i|will (?!you))\b|^(?:when|if)(?:'s| (?:is|are|was|were|do|does|did|will|can|could|should|would|has|have|am)\b)/i

const SAYS_WHEN =
  /\b(?:when(?:ever)?|as soon as|(?:each|every|any) ?time|the moment|before (?:each|every|any|all))\b/i
/** Something should start it, but nobody knows what. */
const UNREAD =
  /^(?<event>(?:whenever|when|as soon as|(?:every|each) time|any ?time|the moment) [^,]+),\s*(?:then )?(?<rest>.+)$/i

/** Whether a sentence wants something to be done when something happens, as opposed to a question about it. */
export function isAutomationWish(sentence: string): boolean {
  const said = sentence.trim().replace(POLITE, '')
  return !isQuestion(said, sentence) && (SAYS_WHEN.test(said) || repetitionIn(said) !== undefined)
}

function isQuestion(said: string, sentence: string): boolean {
  return QUESTION.test(said) || (said.endsWith('?') && said === sentence.trim())
}

/**
 * Plans an automation without a model. Undefined where a sentence says neither when something should happen nor for
 * each of what: then it is something to do now, a question, or nothing at all. What is not understood is named.
 */
export async function planAutomation(
  sentence: string,
  deps: AutomationPlannerDeps,
  signal: AbortSignal,
): Promise<PlannedAutomation | undefined> {
  const said = sentence.trim().replace(POLITE, '')
  if (said.length > MAX_SENTENCE_LENGTH || isQuestion(said, sentence)) return undefined
  const verbs = withCommonVerbs(verbsOf(deps.catalog.list()).union(new Set(FURTHER_VERBS.map(stemOf))))
  const marks = new MarkedText(said.replace(/[.!?]+$/, ''))
  const found = findTrigger(marks, {
    verbs,
    readsCondition: (text, reading) => readsAbout(text, reading, marks),
  })
  const planning = new Planning({ ...deps, signal, verbs, marks, name: nameOf(sentence) }, found)
  const unread = found ? undefined : UNREAD.exec(marks.text)?.groups
  if (unread) planning.leaveTrigger(marks.words(unread['event']!))
  const actions = found?.actions ?? [unread?.['rest'] ?? marks.text]
  for (const action of actions) await planning.plan(action)
  return planning.finish()
}

function readsAbout(text: string, reading: TriggerReading, marks: MarkedText): boolean {
  return (
    !('question' in reading) &&
    reading.thing !== undefined &&
    readCondition(text, reading.thing, marks) !== undefined
  )
}

/** What an automation is called: the sentence, as far as it fits. */
export function nameOf(sentence: string): string {
  const line = capital(
    sentence
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replace(/[.!?]+$/, ''),
  )
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line
}
