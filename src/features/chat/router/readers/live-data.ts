import { capitalsOf } from '../../../../platform/language/values/capitals.ts'
import {
  coinNames,
  companyNamed,
  readCoinCode,
  readCompany,
  readTicker,
} from '../../../../platform/language/values/companies.ts'
import { readCurrencies, readMoney } from '../../../../platform/language/values/currencies.ts'
import { plainNumbers } from '../../../../platform/language/values/notation.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { misspelledPlace, properName, readPlace } from '../../../../platform/language/values/places.ts'
import { readAddress, readQuoted } from '../../../../platform/language/values/quoted.ts'
import { readOtherSport, readSport } from '../../../../platform/language/values/sports.ts'
import { firstMatch, present, trimmed, type SlotReader } from './reader.ts'

export const readWeather: SlotReader = ({ text, lower }) => {
  const where = withoutSpan(withoutPlans(text))
  const named = postalCode(where) ?? readPlace(where)
  const meant = named === undefined ? undefined : misspelledPlace(named)
  return present({
    city: meant ?? named,
    misspelled: meant && named,
    focus: focusOf(lower),
    units: unitsOf(lower),
  })
}

/** "Berlin 7 days", "the next 5 days in Rome" */
function withoutSpan(text: string): string {
  return text.replaceAll(
    /,?\s+(?:for |over )?(?:the )?(?:next |coming )?(?:\d{1,2}|two|three|five|seven|ten|fourteen)[ -]days?\b(?: forecast)?/gi,
    '',
  )
}

/** "weather 90210", "weather SW1A 1AA" */
function postalCode(text: string): string | undefined {
  return /\b(?:weather|forecast|temperature)(?: (?:in|for|at))? (\d{5}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})\b/i
    .exec(text)?.[1]
    ?.toUpperCase()
}

function focusOf(lower: string): string {
  if (/\b(?:tonight|later|this (?:afternoon|evening)|hour|hourly|when will)\b/.test(lower)) return 'hourly'
  if (
    /\b(?:tomorrow|week|weekend|days?|daily|forecast|next|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/.test(
      lower,
    )
  )
    return 'daily'
  return /\bat (?:\d{1,2}(?::\d\d)?(?: ?(?:am|pm|o'?clock))?|noon|midnight)\b(?! ?(?:%|degrees|percent))/.test(
    lower,
  )
    ? 'hourly'
    : 'current'
}

function unitsOf(lower: string): string | undefined {
  if (/\b(?:celsius|centigrade|metric)\b/.test(lower)) return 'metric'
  return /\b(?:fahrenheit|imperial)\b/.test(lower) ? 'imperial' : undefined
}

/** "do I need a coat for my walk": what somebody has in mind is not where it is. */
function withoutPlans(text: string): string {
  return text.replaceAll(/\b(?:for|to|at|on) (?:my|our|the) (?!city|town|area)\w+(?: \w+)?$/gi, '')
}

export const readStock: SlotReader = ({ text, lower }) => {
  const coin = readCoinIn(text)
  if (coin) return present({ ...coin, range: rangeOf(lower) })
  // The company whose shares they are, before the market where they are.
  const ofOne = text.replace(/ (?:on|in) the (?:stock )?markets?\b/i, '')
  const symbol =
    [ofOne, text, ofOne.replaceAll(/(?<=\p{L}{3})s\b/gu, '')]
      .map((said) => readCompany(said, { aboutShares: true })?.symbol)
      .find((found) => found !== undefined) ??
    readTicker(text) ??
    namedShare(text)
  if (symbol === undefined) return undefined
  return present({ symbol, range: rangeOf(lower) })
}

/** "1 bitcoin in eur", "100 usd in bitcoin": a coin has its price in every large currency. */
function readCoinIn(text: string): { symbol: string; amount?: number; paid?: string } | undefined {
  const coin = readCoinCode(text)
  const money = coin === undefined ? undefined : readCurrencies(text)[0]?.code
  if (coin === undefined) return undefined
  const symbol = `${coin}-${money ?? 'USD'}`
  const before = new RegExp(String.raw`(\d+(?:\.\d+)?) (?:${coinNames})\b`, 'i').exec(
    wordsToDigits(plainNumbers(text).text),
  )?.[1]
  if (before !== undefined) return { symbol, ...(before !== '1' && { amount: Number(before) }) }
  const sum = money === undefined ? undefined : readMoney(text)?.amount
  return { symbol, ...(sum !== undefined && { amount: sum, paid: money! }) }
}

const shareOf = [
  /\b(?:stock|share)s?(?: price| prices| value| rate| quote)?s? (?:of|for|at|on|in) (?:the )?([\p{L}\d&.' -]+?)(?: (?:stock|shares?|today|now|right now|doing|trading).*)?$/iu,
  /\b(?:price|value|quote|worth) of (?:an? )?([\p{L}\d&.' -]+?) (?:stocks?|shares?)\b/iu,
]

/** A company that is not known here: its name is looked up as a ticker when it is one word. */
function namedShare(text: string): string | undefined {
  const name = firstMatch(text, shareOf)
  if (name === undefined) return undefined
  const known = companyNamed(name)
  if (known) return known.symbol
  return /^[\p{L}\d.-]{1,12}$/u.test(name) && !/^(?:it|this|that|them|my|the|company|today)$/i.test(name)
    ? name.toUpperCase()
    : undefined
}

function rangeOf(lower: string): string | undefined {
  if (/\b(?:today|now|intraday)\b/.test(lower)) return '1d'
  if (/\bweek\b/.test(lower)) return '5d'
  if (/\b(?:5|five) years?\b/.test(lower)) return '5y'
  if (/\byear\b/.test(lower)) return '1y'
  return undefined
}

export const readCurrency: SlotReader = ({ text, lower }) => {
  // No bank has a rate for coins; they are quoted like shares.
  if (readCoinCode(text) !== undefined) return undefined
  const money = readMoney(text)
  if (money) return present({ ...money })
  return /\b(?:currency|exchange rates?|conversion rate|foreign exchange)\b/.test(lower) ? {} : undefined
}

const topicPatterns = [
  /\b(?:saying|talking|reading|writing|hearing) about (.+?)(?: (?:in|on) the news)?$/i,
  /\b(?:anything|something|what is|whats) new (?:on|about|with|regarding|from|in) (.+)$/i,
  /\bcatch me up on (?!the (?:news|world|day)\b)(.+)$/i,
  /\b(?:news|headlines?|stor(?:y|ies)|updates?|latest|information|info|articles?|reports?|date) (?:about|on|regarding|concerning|of|with|for|related to|from|in) (?:the )?(?:news (?:about|on) )?(.+)$/i,
  /\bwhat (?:is|are) (?:happening|going on|new)(?: (?:with|in|about|on|at))(?: the)? (.+)$/i,
  /\bwhat happened (?:to|with|in|at)(?: the)? (.+)$/i,
  /^(?:(?:what is|show|give|read|get|tell|bring|pull up|find|play|any|the|me|us|latest|recent|current|new|breaking|top|today's|is there|are there|see|check|hear|want|i|to|for) )*([\p{L}\d' -]+?) (?:news|headlines?)\b/iu,
]
const emptyTopic =
  /^(?:what (?:is|are) |the |my |your |all |any |some )*(?:(?:in|on|from)(?: the)?|any|today's|tonight's|yesterday's|the|some|news|today|day|world|latest|headlines?|moment|now|morning|week|yesterday|this|that|it|me|us|local|top|breaking|current|recent|new|daily|this (?:topic|morning|week)|what|going on|the day|general|here)$/i

export const readNews: SlotReader = ({ text }) => {
  const asked = text.replace(
    /\b(?:catch me up|bring me up to date|update me|fill me in) on (?=the news\b)/i,
    '',
  )
  const found = firstMatch(asked, topicPatterns)?.replace(
    /\s+(?:today|now|right now|lately|recently|this (?:week|morning)|yesterday|please)$/i,
    '',
  )
  const topic =
    found === undefined || emptyTopic.test(found) || found.length > 80 ? undefined : trimmed(found)
  return present({ topic })
}

const wordPatterns = [
  /\bwhat (?:do|does|did) (?:they|people|you|it|he|she|we|one|somebody|someone) mean (?:by|with|when .*? says?)(?: the (?:word|term))? (.+)$/i,
  /\b(?:definition|meaning|meanings|synonyms?|antonyms?|pronunciation|spelling|etymology|description)s? (?:of|for|to|behind)(?: the)?(?: (?:word|words|term|phrase|expression))? (.+)$/i,
  /\bwhat (?:does|do|is|did|might|would|could)(?: the)?(?: (?:word|words|term|phrase))? (.+?) (?:mean|means|meant|stand for|signify|supposed to mean)\b/i,
  /\bwhat (?:is|are) (?:meant|the meaning) (?:by|of)(?: the)?(?: (?:word|term|phrase))? (.+)$/i,
  /\bwhat (.+?) means?\b/i,
  /^(?:define|spell|pronounce|definition|meaning|dictionary)(?: out)?:?(?: (?:me|for me|of|the|for))*(?: (?:word|words|term|phrase|meaning of))? (.+)$/i,
  /\b(?:define|spell|spell out|pronounce|spelled)(?: the)?(?: (?:word|words|term|phrase))? (.+)$/i,
  /\blook up(?: the)? (?:word|term|definition of|meaning of|definition (?:to|for)) (.+)$/i,
  /\b(?:another|a different|some other|other) words? (?:for|that means?) (.+)$/i,
  /\bexplain the (?:word|term|meaning of) (.+)$/i,
  /\bthe (?:word|term) (.+?)(?: (?:mean|means|is|in|pronounced|spelled).*)?$/i,
  /^(.+?)(?:'s)? (?:definition|meaning)$/i,
  /^(?:how )?(?:do|would|could|can) (?:you|one|i) define (.+)$/i,
  /^is (.+?) (?:a|an) (?:real |actual )?word$/i,
  /^how is (.+?) (?:defined|spelled|pronounced|spelt)$/i,
  /^what part of speech is (.+)$/i,
]

export const readWord: SlotReader = ({ text }) => {
  const found = (readQuoted(text) ?? firstMatch(text, wordPatterns))
    ?.replace(/^(?:the |a |an )(?:word |term )?/i, '')
    .replace(
      /\s+(?:for me|please|mean|means|in (?:the dictionary|english)|exactly|actually|supposed to|would be|be|is)$/i,
      '',
    )
  if (
    found === undefined ||
    found.split(' ').length > 5 ||
    /^(?:it|this|that|you|word|the word|something|life|.*\b(?:your|my) .*)$/i.test(found)
  )
    return undefined
  return { word: trimmed(found).toLowerCase() }
}

const topicOf = [
  /\b(?:tell|teach|show|read) me (?:something |more |a (?:little|bit) |all |everything |anything |an? (?:interesting |fun )?(?:fact|story) |some (?:interesting |fun )?facts |facts |information )?(?:interesting )?(?:about|on) (?:the (?:history|life) of )?(.+)$/i,
  /\bwhat (?:do you know|can you tell me) about (.+)$/i,
  /^who (?:is|was|are|were) (.+)$/i,
  /\b(?:information|facts?|info|summary|article|biography|description|details|background|wikipedia(?: (?:page|article))?) (?:about|on|of|for) (.+)$/i,
  /^(?:describe|explain)(?: to me)? what (.+?) (?:is|are|means?)$/i,
  /^(?:wikipedia|wiki|look up|search wikipedia for|search for|google|describe|explain)(?: to me)? (.+?)(?: (?:on|in) (?:wikipedia|the encyclopedia)| to me| for me| briefly)*$/i,
  /^(?:when|where|how) (?:was|did|were) (.+?) (?:born|die|died|built|invented|founded|discovered|made|become famous|come from|live|start|begin|end|get famous|sink|fall|happen|take place|signed|written|painted)\b/i,
  /^how (?:old|tall|big|large|long|deep|high|far|rich|heavy) (?:is|was|are) (.+)$/i,
  /^where (?:is|are) (.+?)(?: located)?$/i,
  /^(?:(?:what is|what was|what are|what were) )?(?:the )?(?:population|official language|national anthem|area|history|size|flag|currency|president|king|queen) of (.+)$/i,
  /^who (?:invented|discovered|founded|wrote|painted|directed|built|created|composed) (.+)$/i,
  /^how many people live in (.+)$/i,
  /^(?:what|who) (?:is|was|are|were|exactly is) (?:the |an? )?(.+?)(?: known for| famous for| about| like)?$/i,
  /^history of (.+)$/i,
]
const emptyThing =
  /^(?:it|this|that|these|those|he|she|they|me|you|yourself|myself|him|her|them|us|my .*|your .*|.* my .*|.* your .*|.* (?:i|you|me) .*|.* near me|up|new|happening|going on|wrong|here|there|the (?:one|best .*|difference .*|time|date|weather|score|plan|point|problem|matter|latest .*|plot .*)|best .*|one|something|anything|everything|name)$/i

export const readTopic: SlotReader = ({ text, lower }, { kept }) => {
  const capital = readCapital(text)
  if (capital) return capital
  const found = readQuoted(text) ?? firstMatch(text, topicOf)
  const query = found
    ?.replace(/^(?:the|a|an) (?=\p{Ll})/u, '')
    .replace(/\s+(?:please|for me|to me|again|exactly)$/i, '')
  if (query === undefined || emptyThing.test(query) || query.split(' ').length > 7) return undefined
  // Somebody from the contacts is not in an encyclopedia.
  if (kept && isOneOf(kept('people'), query)) return undefined
  return present({
    query: articleOf(trimmed(query), lower),
    about: /^who\b/.test(lower) ? 'person' : undefined,
  })
}

function isOneOf(people: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase().replace(/'s$/, '')
  return people.some(
    (person) => person.toLowerCase() === wanted || person.toLowerCase().split(' ')[0] === wanted,
  )
}

/** Of an invention there is an article of its own, which names the inventor. */
function articleOf(thing: string, lower: string): string {
  if (/^who invented the\b/.test(lower)) return `invention of the ${thing}`
  return /^who discovered\b/.test(lower) ? `discovery of ${thing}` : thing
}

function readCapital(text: string) {
  const [, article = '', place] =
    /\bcapital(?: city)? of (the )?(?!my\b|your\b)([\p{L}][\p{L} .'-]{1,40}?)[?.!]*$/iu.exec(text) ?? []
  if (place === undefined) return undefined
  const name = place.length <= 3 ? place.toUpperCase() : properName(place).replaceAll(/\bAnd\b/g, 'and')
  const cities = capitalsOf(place)
  if (!cities) return { query: `capital of ${name}` }
  return { query: cities[0]!, capital_of: `${article.toLowerCase()}${name}`, capitals: cities }
}

const dishPatterns = [
  /\brecipes? (?:for|of|with|to make|using|on how to make|that (?:uses?|has|have|includes?)) (?:an? |some |the |making |cooking )?(.+)$/i,
  /\b(?:make|cook|prepare|bake|fry|grill|roast|boil|whip up) (?:(?:with|using) )?(?:an? |some |the |my |us |me )?(.+?)(?: (?:at home|from scratch|tonight|today|for dinner|for lunch|perfectly|with\b.*|recipe|properly|better))*$/i,
  /\b(?:ingredients|steps|instructions|directions|method)\b(?: (?:do i need|are needed|needed|required|are required|are in|are|i need|go))* (?:for|to make|of|in|into|to cook|to bake) (?:an? |some |making |cooking )?(.+)$/i,
  /\b(?:goes|go) (?:into|in) (?:an? |the |making )?(.+)$/i,
  /^(?:(?:find|get|give|show|search|look|bring|pull|need|want|have|up|for|me|us|us an?|an?|some|the|good|easy|best|great|simple|quick|i|know|do|you|is|what|are|any|healthy) )*([\p{L}' -]+?) recipes?\b/iu,
  /\bhow (?:is|are|does one make) (?:an? )?(.+?) (?:made|cooked|prepared|done)\b/i,
  /^(?:making|cooking|baking) (.+)$/i,
  /\b(?:dinner|lunch|breakfast|supper|tonight|eat|cook|something \w+)\b.*\b(?:with|using|out of) (?:an? |some |the |my )?([\p{L}' -]+)$/iu,
]
const emptyDish =
  /^(?:it|this|that|something|anything|food|dinner|lunch|breakfast|a meal|meal|dessert|recipe|recipes?|random|a|an|the|some|good|easy|new|me|you|.*\b(?:list|timer|note|alarm|call|reservation|payment|appointment|money|transfer|friends|sure)\b.*|(?:a |the )?(?:dish|meal|cook(?:ing)?|tonight|today))$/i

export const readDish: SlotReader = ({ text }) => {
  const found = firstMatch(text, dishPatterns)?.replace(
    /^(?:good|easy|best|great|simple|quick|homemade|healthy) /i,
    '',
  )
  const isEmpty = found === undefined || emptyDish.test(found) || found.split(' ').length > 6
  return present({ query: isEmpty ? undefined : found })
}

export const readScores: SlotReader = ({ text }) => {
  const found = readSport(text)
  return found && present({ ...found })
}

/** A league's table; of other sports nothing is known here. */
export const readStandings: SlotReader = ({ text }) => {
  const found = readSport(text)
  const unknown = found ? undefined : readOtherSport(text)
  return found || unknown !== undefined ? present({ ...found, unknown }) : undefined
}

export const readSky: SlotReader = ({ lower }) => {
  const isStation = /\b(?:iss|space station|station|astronauts?|in space)\b/.test(lower)
  const isPicture = /\b(?:picture|photo|image|apod)\b/.test(lower)
  if (isStation && isPicture) return { show: 'both' }
  return { show: isStation ? 'station' : isPicture ? 'picture' : 'both' }
}

export const readFeed: SlotReader = ({ text }) => present({ url: readAddress(text) })

/** "I live in fear" */
const noCity =
  /^(?:fear|hope|peace|denial|poverty|luxury|misery|harmony|sin|exile|pain|terror|squalor|comfort|isolation|solitude|tears|silence|style|chaos|darkness|ignorance|interesting times|dread|bliss)\b/i

export const readHomeCity: SlotReader = ({ text }) => {
  const named = firstMatch(text, [
    /\b(?:to|is|as|in|use) (?:be )?(?:the city of )?([\p{L}][\p{L} .,'-]+?)(?: (?:as my home.*|for the weather|now|from now on|please))?$/iu,
    /\bhome(?: city| town)? ([\p{L}][\p{L} .,'-]+)$/iu,
  ])
  return named === undefined ||
    /\b(?:my|the|a|you|your|house|apartment|hotel)\b/i.test(named) ||
    noCity.test(named)
    ? undefined
    : { city: properName(named.replace(/,? (?:and|but|with|since|because|where)\b.*$/i, '')) }
}
