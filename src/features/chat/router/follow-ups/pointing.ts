import type { Asked, EarlierMessage } from '../../answering.ts'
import { eventSentence } from './event-pointing.ts'
import type { Turn } from './turns.ts'

/** What "open it" and "run it now" point at: a file of the last answer, a sentence that says it whole, or why it is not clear. */
export type Pointed = { readonly path: string } | { readonly sentence: string } | { readonly unclear: string }

const opens =
  /^(?:open|read|show(?: me)?) (?:it|that|this|(?:the|that|this) (?:file|document|one)|(?:the )?(first|second|third|fourth|fifth|last)(?: (?:one|file|document|result))?)$/
const runs = /^(?:run|start|do) (?:it|that|this)(?: (?:again|now|once more|right now))*$/

const stops =
  /^(?:stop|cancel|end|dismiss|silence|turn off|switch off)(?: (?:it|that|this))?(?: off| now)*$|^turn (?:it|that) off$/
const timersOf: Readonly<Record<string, string>> = { live_timer: 'timer', alarm: 'alarm' }

function timerSentence(lower: string, { intent }: Turn): string | undefined {
  const what = stops.test(lower) ? timersOf[intent] : undefined
  return what && `cancel the ${what}`
}

const agrees =
  /^(?:yes|yep|yeah|yup|sure|yes please|(?:(?:yes|yeah|ok|okay|sure),? )?(?:please )?(?:do it|do that|add it|go ahead))(?: please)?$/
const MAX_LENGTH = 300

/** The sentence of the one button with which the last answer asks: "Shall I put it into your calendar?" */
export function offeredIn({ earlier }: Pick<Asked, 'earlier'>): string | undefined {
  const shown = earlier.findLast(({ role }) => role === 'assistant')
  const [offer, ...others] = shown?.by === 'router' ? shown.components.filter(isOffer) : []
  const { message } = (offer?.['action'] ?? {}) as { message?: unknown }
  return others.length === 0 && typeof message === 'string' ? message : undefined
}

function isOffer({ type, label }: EarlierMessage['components'][number]): boolean {
  return type === 'button' && (label === 'Add it' || label === 'Do it')
}

const places = ['first', 'second', 'third', 'fourth', 'fifth']
const fewWords = 6
const beside = /\b(?:the|that|this|one|please|i mean|i meant)\b/g

/** One of the buttons of "Which one?", by words that stand on no other: "the pasta one". */
function chosenIn({ earlier }: Asked, lower: string): string | undefined {
  const shown = earlier.findLast(({ role }) => role === 'assistant')
  const choices = shown && shown.by === 'router' && asksWhich(shown) ? choicesIn(shown) : []
  if (lower.split(' ').length > fewWords) return undefined
  const [, place] = /^(?:the )?(first|second|third|fourth|fifth|last)(?: one)?$/.exec(lower) ?? []
  if (place !== undefined)
    return (place === 'last' ? choices.at(-1) : choices[places.indexOf(place)])?.message
  const words = lower.replaceAll(beside, ' ').match(/[\p{L}\d]+/gu) ?? []
  const fitting = choices.filter(({ label }) => words.every((word) => wordsOf(label).includes(word)))
  return words.length > 0 && fitting.length === 1 ? fitting[0]!.message : undefined
}

function asksWhich({ components }: EarlierMessage): boolean {
  return components.some(({ text }) => typeof text === 'string' && /\bwhich\b.*\?$/i.test(text))
}

function choicesIn({ components }: EarlierMessage) {
  return components.flatMap(({ type, label, action }) => {
    const { kind, message } = (action ?? {}) as { kind?: unknown; message?: unknown }
    return type === 'button' && kind === 'chat' && typeof message === 'string'
      ? [{ label: String(label).toLowerCase(), message }]
      : []
  })
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\d]+/gu) ?? []
}

export function pointedAt(asked: Asked, last: Turn | undefined): Pointed | undefined {
  if (asked.message.length > MAX_LENGTH) return undefined
  const lower = asked.message
    .trim()
    .toLowerCase()
    .replace(/[\s.!?]+$/, '')
  const offered = agrees.test(lower) ? offeredIn(asked) : undefined
  if (offered !== undefined) return { sentence: offered }
  const chosen = chosenIn(asked, lower)
  if (chosen !== undefined) return { sentence: chosen }
  const open = opens.exec(lower)
  if (open) return fileMeant(asked, open[1])
  const event = last && (timerSentence(lower, last) ?? eventSentence(lower, last))
  if (event !== undefined) return { sentence: event }
  return runs.test(lower) && last ? runMeant(last) : undefined
}

function fileMeant({ earlier }: Asked, place: string | undefined): Pointed | undefined {
  const shown = earlier.findLast(({ role }) => role === 'assistant')
  // What a model said it knows better.
  const paths = shown?.by === 'router' ? [...new Set(pathsIn(shown))] : []
  if (paths.length === 0) return undefined
  if (place === undefined && paths.length > 1)
    return { unclear: `Which of the ${paths.length}? Say e.g. “open the first one”.` }
  const path = place === 'last' ? paths.at(-1) : paths[place === undefined ? 0 : places.indexOf(place)]
  return path === undefined ? { unclear: `There are only ${paths.length}.` } : { path }
}

/** The files that an answer shows, in its order. */
function pathsIn({ components }: EarlierMessage): string[] {
  return components.flatMap((component) => {
    if (component.type === 'file' && typeof component['path'] === 'string') return [component['path']]
    const items = Array.isArray(component['items']) ? (component['items'] as readonly unknown[]) : []
    return items.flatMap((item) => {
      const { action } = (item ?? {}) as { action?: { kind?: unknown; path?: unknown } }
      return action?.kind === 'open' && typeof action.path === 'string' ? [action.path] : []
    })
  })
}

function runMeant({ intent, slots }: Turn): Pointed {
  const name = slots['name']
  if (typeof name === 'string' && intent.startsWith('workflow.')) return { sentence: `run the ${name} again` }
  if (typeof name === 'string' && intent.startsWith('schedule.')) return { sentence: `run the ${name} now` }
  return { unclear: "I don't know what to run. Say its name." }
}
