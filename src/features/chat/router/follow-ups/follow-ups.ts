import { fragmentOf, MAX_FRAGMENT_LENGTH, plainOf, type Fragment, type Kind } from './fragments.ts'
import { nameAlone } from '../grammar/names.ts'
import type { When } from '../readers/reader.ts'
import { currencyCodeOf, readMoney } from '../../../../platform/language/values/currencies.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { languageName, languageNamed } from '../../../../platform/language/values/languages.ts'
import type { ListName } from '../list-names.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { readUnits } from '../../../../platform/language/values/units.ts'
import type { Turn } from './turns.ts'
import { command } from '../wishes/wish-words.ts'

/** A message that goes on from the one before, as the whole sentence that it stands for. */
export interface FollowUp {
  readonly sentence: string
  /** Whether it takes the place of what was said before, so that what that changed is to be undone first. */
  readonly corrects: boolean
  /** What was taken as a name or an entry: it must not be a wish of its own, as "news" in "and news". */
  readonly name?: string
}

/** The sentence that a message means after another one; undefined when it does not go on from there for sure. */
export function followUp(message: string, last: Turn, when: When): FollowUp | undefined {
  const fragment = fragmentOf(message)
  return fragment && built(fragment, last, when)
}

/** What was asked back for: the name of the value that the sentence lacked. */
const lacked: Readonly<Record<string, string>> = {
  live_weather: 'city',
  live_timer: 'seconds',
  'list.add': 'items',
}

/** The sentence that the bare answer to a question of ours completes: "Oslo" after "Where?". */
export function answerTo(message: string, last: Turn, when: When): FollowUp | undefined {
  const name = lacked[last.intent]
  if (name === undefined || last.slots[name] !== undefined) return undefined
  if (message.length > 2 * MAX_FRAGMENT_LENGTH) return undefined
  const text = plainOf(message)
  const isQuestion = message.trim().endsWith('?')
  return text.length > MAX_FRAGMENT_LENGTH || isQuestion
    ? undefined
    : built({ kind: 'more', text, isQuestion }, last, when)
}

function built(fragment: Fragment, last: Turn, when: When): FollowUp | undefined {
  const sentence = builders[last.intent]?.(fragment, last, when)
  if (sentence === undefined) return undefined
  const { kind, text } = fragment
  const isName = namedBy.has(last.intent) && !dayAlone.test(text)
  return { sentence, corrects: kind === 'instead', ...(isName && { name: text }) }
}

type Build = (fragment: Fragment, last: Turn, when: When) => string | undefined

/** How another wish or an answer begins: then it is no value that stands in place of another one. */
const noValue =
  /^(?:add|put|remove|delete|erase|set|remind|show|tick|check|open|start|stop|take|move|clear|make|create|flip|roll|note|pause|run|call|send|play|tell|give|find|wait|sorry|never|nevermind|cancel|undo|not|don't|do|please|thanks?|forget|leave|yes|no|ok|okay|right|really|why|who|when|where|what|which|how|is|are|was|can|could|would|should|will|go|just|only|nothing|hold|hang|that|that's|this|it|it's|the|you|i|i'm|we|they|then|there|if|because|but|so|about|for|to|my|way|problem|worries|need|more|good|great|fine|perfect|nice|cool|bad|wrong|idea|chance|done|hurry|thank|thx|mate|buddy|dude|man|all|enough|hello|hi)\b/i

const dayAlone =
  /^(?:today|tonight|tomorrow|the weekend|now|hourly|(?:this|next|the coming) (?:week|weekend|morning|afternoon|evening|month)|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|the (?:next|day after).*)$/i

function numberAlone(text: string): number | undefined {
  const digits = wordsToDigits(text.toLowerCase()).replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/** A name that stands in place of another one; what reads like an order of its own is none. */
function named(text: string): string | undefined {
  return nameAlone.test(text) && !noValue.test(text) ? text : undefined
}

/** Whether it says itself that it goes on or corrects. */
function isWhole(kind: Kind): boolean {
  return kind === 'more' || kind === 'instead'
}

const asked =
  (begin: string, end = ''): Build =>
  ({ kind, text }) => {
    const name =
      !isWhole(kind) || numberAlone(text) !== undefined || dayAlone.test(text) ? undefined : named(text)
    return name === undefined ? undefined : `${begin}${name}${end}`
  }

const builders: Readonly<Record<string, Build>> = {
  live_weather: weather,
  live_clock: asked('what time is it in '),
  currency_converter: money,
  unit_converter: measure,
  translator: translation,
  dictionary: asked('define '),
  wiki_summary: asked('tell me about '),
  recipe_viewer: asked('recipe for '),
  news_ticker: asked('', ' news'),
  live_stock: asked('', ' stock price'),
  live_sports: asked('', ' scores'),
  countdown: asked('how many days until '),
  calendar_view: ({ text }) => (dayAlone.test(text) ? `what is on my calendar ${text}` : undefined),
  live_timer: timer,
  'list.add': entry,
  'reminder.add': reminder,
  'budget.add': payment,
}

const namedBy: ReadonlySet<string> = new Set(
  'live_weather live_clock dictionary wiki_summary recipe_viewer news_ticker live_stock live_sports countdown list.add'.split(
    ' ',
  ),
)

function weather({ kind, text: said }: Fragment, { slots, sentence }: Turn): string | undefined {
  const text = said.replace(/^the weekend$/i, 'this weekend')
  const { city } = slots as { city?: string }
  if (degrees.test(text)) return city === undefined ? `weather in ${text}` : `weather in ${city} in ${text}`
  if (dayAlone.test(text)) return city === undefined ? `weather ${text}` : `weather in ${city} ${text}`
  const place = named(text)
  if (place === undefined || kind === 'to' || numberAlone(text) !== undefined) return undefined
  const day = / (?:today|tonight|tomorrow|this weekend|next week)\b/i.exec(sentence)?.[0] ?? ''
  return `weather in ${place}${day}`
}

const degrees = /^(?:degrees )?(?:celsius|centigrade|fahrenheit|metric|imperial)(?: units)?$/i

function money({ text }: Fragment, { slots }: Turn): string | undefined {
  const { amount = 1, from, to } = slots as { amount?: number; from?: string; to?: string }
  if (from === undefined) return undefined
  const number = numberAlone(text)
  if (number !== undefined) return to === undefined ? undefined : `${number} ${from} in ${to}`
  const code = currencyCodeOf(text)
  if (code !== undefined) return code === from ? undefined : `${amount} ${from} in ${code}`
  return otherMoney(text, to)
}

/** "250 yen" into what the last one was changed into. */
function otherMoney(text: string, into: string | undefined): string | undefined {
  const { amount, from, to = into } = readMoney(text) ?? {}
  return amount === undefined || from === undefined || to === undefined || from === to
    ? undefined
    : `${amount} ${from} in ${to}`
}

function measure({ text }: Fragment, { slots }: Turn): string | undefined {
  const { value = 1, from, to } = slots as { value?: number; from?: string; to?: string }
  if (from === undefined || to === undefined) return undefined
  const number = numberAlone(text)
  if (number !== undefined) return `${number} ${from} in ${to}`
  const [first, second] = readUnits(text)
  if (first && second) return first.value === undefined ? `${value} ${text}` : text
  if (!first) return undefined
  return first.value === undefined ? `${value} ${from} in ${text}` : `${text} in ${to}`
}

function translation({ kind, text }: Fragment, { slots }: Turn): string | undefined {
  const { text: phrase, target } = slots as { text?: string; target?: string }
  if (languageNamed(text) !== undefined)
    return phrase === undefined ? undefined : `translate "${phrase}" to ${text}`
  if (!isWhole(kind) || target === undefined || /^(?:what|how|when|where|who|is|are|do)\b/i.test(text))
    return undefined
  return `translate "${text.replaceAll('"', '')}" to ${languageName(target)}`
}

function timer({ kind, text }: Fragment, { slots }: Turn): string | undefined {
  if (!isWhole(kind)) return undefined
  const number = numberAlone(text)
  if (number !== undefined) {
    const seconds = Number(slots['seconds'] ?? 0)
    const unit =
      seconds >= 3_600 && seconds % 3_600 === 0 ? 'hours' : seconds % 60 === 0 ? 'minutes' : 'seconds'
    return `timer for ${number} ${unit}`
  }
  const duration = readDuration(text)
  return duration?.rest.trim() === '' ? `timer for ${text}` : undefined
}

/** What is to be done belongs on a list of things to do, and is another wish after a list of things. */
function mayBeEntry(text: string, list: ListName | undefined): boolean {
  if (dayAlone.test(text) || noValue.test(text)) return false
  return list?.id === 'todo' || !command.test(text)
}

/** "and eggs" and "no, marmalade" after something was put on a list. */
function entry({ kind, text, isQuestion }: Fragment, { slots }: Turn): string | undefined {
  const { list, items, ...others } = slots as { list?: ListName; items?: readonly string[] }
  if (!isWhole(kind) || isQuestion || !mayBeEntry(text, list)) return undefined
  if (kind === 'instead' && (items?.length !== 1 || Object.keys(others).length > 0)) return undefined
  return `add ${text} to my ${list?.title.toLowerCase() ?? 'to do'} list`
}

function reminder(fragment: Fragment, { slots, sentence }: Turn, { today }: When): string | undefined {
  const { kind, text, isErrand } = fragment
  const { text: task, due: _due, ...others } = slots
  if (typeof task !== 'string' || Object.keys(others).length > 0) return undefined
  const [time, day] = [readTime(text), readDate(text, today)]
  // What is not said anew stays: "no, at 6" is on the same day.
  const sameDay = day ? undefined : readDate(sentence, today)?.text
  const sameTime = time ? undefined : clockTime.exec(sentence)?.[0]
  if (isErrand) return saidAll('remind me to', text, sameDay, sameTime)
  const isTime = kind === 'instead' && (time ?? day) !== undefined && !/^\d+$/.test(text)
  return isTime ? saidAll('remind me to', task, sameDay, text, sameTime) : undefined
}

function saidAll(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ')
}

const clockTime = /\bat (?:\d{1,2}(?::\d\d)?(?: ?[ap]m)?|noon|midnight)\b/i

/** The same sentence with the other amount, so that the day and the currency stay; "and 20 on books" is one more. */
function payment({ kind, text }: Fragment, { sentence, slots }: Turn): string | undefined {
  const [first] = (slots['payments'] ?? []) as readonly { readonly kind?: string; readonly date?: string }[]
  if (kind === 'more' && first?.kind === 'expense' && another.test(text))
    return `i spent ${text} on ${first.date}`
  const number = numberAlone(text)
  const amounts = sentence.match(/\d[\d.,]*\d|\d/g) ?? []
  if (kind !== 'instead' || number === undefined || amounts.length !== 1) return undefined
  return sentence.replace(amounts[0], String(number))
}

const another = /^\D?\d[\d.,]*\D{0,8}? (?:on|for) \S+(?: \S+){0,4}$/i
