import type { ByShape } from './cut-at-wishes.ts'
import { allShaped, between, eachThing, MAX_ITEMS, namedLists, type Enumeration } from './each-thing.ts'
import { capitalsOf } from '../../../../platform/language/values/capitals.ts'
import { isKnownPlace } from '../../../../platform/language/values/time-zones.ts'
import { alarms, eachRinging, timers } from './several-alarms.ts'
import { severalReminders } from './several-reminders.ts'
import type { Meaning } from '../understanding.ts'
import { command } from './wish-words.ts'

/** Several of one kind in one wish, each said by itself: "10 usd to eur, gbp and yen". The text alone where there is one. */
export async function enumerated(text: string, byShape: ByShape): Promise<readonly string[]> {
  if (!between.test(text)) return [text]
  for (const read of [
    eachRinging,
    timers,
    alarms,
    namedLists,
    lists,
    severalReminders,
    conversions,
    tails,
    eachThing,
  ]) {
    const found = await read(text, byShape)
    if (found && found.length > 1) return found
  }
  return [text]
}

/** "convert 10 miles to km and 5 pounds to kg". */
const conversions: Enumeration = async (text, byShape) => {
  const items = text
    .replace(/[.!?]+$/, '')
    .replace(/^(?:please )?convert /i, '')
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
  if (items.length < 2 || items.some((item) => !/^[^\p{L}]*\d.*\b(?:to|in|into|as)\b/u.test(item)))
    return undefined
  const converted = await allShaped(items, byShape, ({ intent }) =>
    /^(?:unit|currency)_converter$/.test(intent),
  )
  return converted && items
}

const listVerb =
  /^((?:please )?(?:add|put|place|include|remove|delete|take|tick|cross|check)(?: off)?) (.+)$/i
/** "add eggs to shopping and bread to todo"; entries without a list go with the next one that has it, else with the last. */
const lists: Enumeration = async (text, byShape) => {
  const match = listVerb.exec(text)
  if (
    !match ||
    /["“]|(?:,|\band) (?:also )?(?:do not |don't |dont |never )?(?:add|put|remove|delete|take|tick|cross|check) /i.test(
      text,
    )
  )
    return undefined
  const verb = match[1]!
  const groups: { items: string[]; tail: string }[] = []
  let waiting: string[] = []
  for (const item of match[2]!.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?/i)) {
    waiting.push(item)
    const tail = await namedTail(`${verb} ${item}`, byShape)
    if (tail === undefined) continue
    groups.push({ items: [...waiting.slice(0, -1), item.slice(0, item.length - tail.length)], tail })
    waiting = []
  }
  const last = groups.at(-1)
  if (!last || !waiting.every(isEntry)) return undefined
  if (waiting.length > 0) groups.push({ items: waiting, tail: last.tail })
  return groups.map(({ items, tail }) => `${verb} ${items.join(' and ')}${tail}`)
}

/** What follows the name of a list may be one more entry, and may be another wish. */
function isEntry(item: string): boolean {
  return item.split(' ').length <= 4 && !command.test(item) && !noEntry.test(item)
}

/** "add milk to my list, thanks!" */
const noEntry =
  /^(?:never|not|no|thanks?|thx|ty|ta|cheers|please|pls|plz|ok|okay|would you|will you|could you|can you|if you|for me|asap|now|right now|today|tomorrow|bye|due|by)\b/i

/** The list at the end, with or without the word: "add socks to packing". */
async function namedTail(sentence: string, byShape: ByShape): Promise<string | undefined> {
  const tail = /\s(?:to|on|onto|in|from|off) (?:my |the |our )?(?:[\p{L}'-]+ ){0,3}?[\p{L}'-]+[.!?]*$/iu.exec(
    sentence,
  )?.[0]
  if (tail === undefined) return undefined
  const meaning = await byShape(sentence)
  return meaning?.intent.startsWith('list.') && meaning.slots['list'] !== undefined ? tail : undefined
}

const timeAtEnd =
  /\s+(?:today|tonight|tomorrow|now|right now|(?:this|next) (?:week|weekend|month|morning|afternoon|evening)|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|for the (?:week|weekend)|please)$/i
const aboutWeather =
  /\b(?:weather|forecast|temperature|warm|cold|hot|warmer|colder|hotter|cooler|wetter|sunnier|rain|raining|rainy|snow|snowing|sunny|windy|cloudy)\b/i
const oneName =
  /\b(?:trinidad and tobago|bosnia and herzegovina|antigua and barbuda|saint kitts and nevis|st\.? kitts and nevis|turks and caicos|tyne and wear|brighton and hove|sao tome and principe|newfoundland and labrador|armagh and|dumfries and galloway)\b/i
/** What differs between the parts, by intent. */
const differing: Readonly<Record<string, string>> = {
  currency_converter: 'to',
  unit_converter: 'to',
  translator: 'target',
  live_weather: 'city',
  live_stock: 'symbol',
  countdown: 'target',
}

/** "weather in Rome and London", "10 usd to eur, gbp and yen": the same beginning with each of the ends. */
const tails: Enumeration = async (text, byShape) => {
  const plain = text.replace(/[.!?]+$/, '')
  if (oneName.test(plain) || /["“]/.test(plain)) return undefined
  // "180 cm in feet and inches" is one measure in two units.
  if ((await byShape(plain))?.slots['as'] !== undefined) return undefined
  const heads = [
    ...plain.matchAll(/\b(?:in|to|into|for|of|at|between|until|till|til)\s+|[,:]\s*(?=\p{Lu})/giu),
  ].toReversed()
  for (const head of heads) {
    const found = await withEach(plain, head.index + head[0].length, byShape)
    if (found) return found
  }
  return undefined
}

async function withEach(text: string, at: number, byShape: ByShape): Promise<readonly string[] | undefined> {
  const time = timeAtEnd.exec(text)?.[0] ?? ''
  const items = text
    .slice(at, text.length - time.length)
    .split(between)
    .map((item) => item.trim().replace(/^(?:in|to|into|for|the) /i, ''))
  if (items.length < 2 || items.length > MAX_ITEMS || !items.every((item) => fewWords.test(item)))
    return undefined
  const head = text.slice(0, at)
  if (aboutWeather.test(head) && isPlaceWithin(text, items)) return undefined
  if (aboutWeather.test(head)) return arePlaces(items) ? weatherOf({ head, items, time }, byShape) : undefined
  const sentences = items.map((item) => `${head}${item}${time}`)
  const meanings = await allShaped(sentences, byShape, ({ intent }, [first]) =>
    first ? intent === first.intent : intent in differing,
  )
  return meanings && areDifferent(meanings) ? sentences : undefined
}

const fewWords = /^[\p{L}.'-]+(?: [\p{L}.'-]+){0,2}$/u

/** Whether each of the same wish has another value. */
function areDifferent(meanings: readonly Meaning[]): boolean {
  const slot = differing[meanings[0]!.intent]!
  const values = meanings.map(({ slots }) => slots[slot])
  return !values.includes(undefined) && new Set(values).size === values.length
}

/** "Paris, Texas": the second says where the first is. */
function isPlaceWithin(text: string, [place = '', within = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && capitalsOf(within) !== undefined && text.includes(`${place}, ${within}`)
}

function arePlaces(items: readonly string[]): boolean {
  const isSure = items.some((item) => isKnownPlace(item)) || items.every((item) => /^\p{Lu}/u.test(item))
  return (
    isSure &&
    items.every(
      (item) =>
        !/^(?:i|is|it|will|should|what|how|do|does|if|tell|show|set|add|rain|snow|wind|today|tomorrow)\b/i.test(
          item,
        ),
    )
  )
}

/** "is it warmer in Malaga or Athens" wants both to be seen. */
async function weatherOf(
  { head, items, time }: { head: string; items: readonly string[]; time: string },
  byShape: ByShape,
): Promise<readonly string[] | undefined> {
  const isCompared = /\b(?:compare|warmer|colder|hotter|cooler|wetter|sunnier|between)\b|,\s*$/i.test(head)
  const each = items.map((item) => (isCompared ? `weather in ${item}${time}` : `${head}${item}${time}`))
  const meanings = await allShaped(
    each,
    byShape,
    ({ intent, slots }) => intent === 'live_weather' && slots['city'] !== undefined,
  )
  return meanings && each
}
