import { capitalsOf } from '../../../../../platform/language/values/capitals.ts'
import { properName } from '../../../../../platform/language/values/places.ts'
import { readQuoted } from '../../../../../platform/language/values/quoted.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { firstMatch, trimmed, type When } from '../../readers/reader.ts'

const made = '(invented|discovered|wrote|painted|composed|founded|built|directed|created|designed)'
const happened =
  '(end|start|begin|born|die|founded|built|invented|discovered|happen|take place|sink|fall|signed|written|painted)'
const some =
  '[something|more|a little|a bit|all|everything|a [fun|interesting|cool|random] fact|some [fun|interesting] facts] [interesting]'

export const intent = defineIntent({
  name: 'wiki_summary',
  label: 'Encyclopedia',
  example: 'Tell me about black holes',
  family: 'knowledge',
  // General knowledge sounds alike whether or not an encyclopedia has it.
  sureAt: 0.98,
  likelyAt: 0.55,
  slots: { query: required.text, about: optional.text, capital_of: optional.text, capitals: optional.texts },
  needs: ['query'],
  templates: [
    '[what is|what was|which is|which city is|tell me|name|what] [the] capital [city] of {country}',
    '[what is] [the] (population|official language|national anthem|flag|currency|area|history) of [the] {query}',
    `who ${made} {query}`,
    `when (did|was|were) {query} ${happened}`,
    '[on] (what|which) (date|day) was {query} born',
    '[search] (wikipedia|wiki) [article|page] [for|on|about|of] {query}',
    'look up {query:properName} [(on|in) (wikipedia|the encyclopedia)]',
    '(look up|search for|search|find) {query} (on|in) (wikipedia|the encyclopedia)',
  ],
  wideTemplates: [
    'look up {query}',
    `(tell|teach) me ${some} about [the history of|the life of] {query}`,
    'what (do you know|can you tell me) about {query}',
    'who (was|is|are|were) {query:properName}',
    'what (is|are|was|were) [a|an|the] {query:properName}',
    'describe [a|an|the] {query} [to me]',
    '(describe|explain) [to me] what {query} (is|are)',
    'how (old|tall|big|large|long|deep|high|heavy) (is|was|are) {query}',
    'where (is|are) {query:properName} [located]',
    'how many people live in {query}',
    'history of {query}',
  ],
  examples: [
    '(tell me|what do you know|i want to know|give me information|information|read me something) about {topic_thing}',
    'who (is|was) {person}',
    'what (is|was|are) [a|the|an] {topic_thing}',
    'where is {landmark} [located]',
    '(look up|search|find) {topic_thing} [on wikipedia|in the encyclopedia|online]',
    '(when|where) was {person} born',
    'when did {person} (die|live|become famous)',
    'how old is {person}',
    'how tall is ({landmark}|{person})',
    "(what's|what is) the (capital|population|area|history|size|flag) of {country}",
    "(what's|what is) the (highest|longest|largest|deepest|smallest) (mountain|river|lake|ocean|city|island|country) in (the world|{country})",
    'who is the (president|prime minister|king|queen|governor|mayor) of {country}',
    'how many people live in {country}',
    'describe {topic_thing} [to me|for me]',
    'explain {topic_thing} [to me]',
    '(give me|show me) a (summary|description|short biography) of {topic_thing}',
    'what is {person} (known|famous) for',
    'who is {person} married to',
    'how did {person} die',
    'what language (is spoken|do they speak) in {country}',
    'what continent is {country} in',
    'how far is {planet} from the sun',
    'how many moons does {planet} have',
    'what kind of animal is {animal}',
    'where do {animals} live',
    'a fact about {animals}',
    'tell me something interesting about {animals}',
    "(who's|who is|who was) {person}",
    "(what can you tell me|tell me more|i want to learn|i want to read|i'd like to know more) about {topic_thing}",
    '(give|get|show) me [some|more] (information|info|background|facts|details) (on|about) ({topic_thing}|{person}|{landmark})',
    '(summary|overview|short history|explanation) of {topic_thing}',
    '(open|show me|read) the wikipedia (article|page|entry) (on|about|for) {topic_thing}',
    'look {person} up on wikipedia',
    'what (is|are|was|were) {topic_thing}',
    '(teach|inform) me about {topic_thing}',
    '(biography|life|life story) of {person}',
    '(do you know|what do you know) [anything|something] about {topic_thing}',
  ],
  fill({ query, country }, { lower }, when) {
    if (typeof country === 'string') return capitalOf(country)
    if ([personal, otherwiseAnswered].some((of) => of.test(lower)) || /\b(?:me|you)\b/i.test(String(query)))
      return undefined
    return slotsOf(String(query), lower, when)
  },
  read({ text, lower }, when) {
    const found = readQuoted(text) ?? firstMatch(text, [/\b(?:about|of|on) (.+)$/i])
    return found === undefined ? undefined : slotsOf(found, lower, when)
  },
  act({ slots: { query, capital_of, capitals = [] }, writer }) {
    if (capitals.length === 1) writer.say(`The capital of ${capital_of} is **${capitals[0]}**.`)
    if (capitals.length > 1)
      writer.say(`${capital_of} has ${capitals.length} capitals: ${capitals.join(', ')}.`)
    writer.add({ type: 'wiki_summary', ...(capitals.length > 0 ? { title: query } : { query }) })
  },
})

/** What somebody owns, has said or has to do is not in an encyclopedia. */
const personal =
  /\b(?:my|our|your|his|her|their|i|we|us|this|that|these|those|he|she|they|it|(?:the|a|an|last|next|every) (?:\w+ )?(?:files?|notes?|lists?|cards?|boards?|issues?|tickets?|documents?|reports?|meetings?|events?|emails?|mails?|messages?|code|pages?|spreadsheets?|presentations?|slides?|pull requests?|tasks?|projects?|website|app|backups?|jobs?|schedules?|timers?|alarms?|workflows?|party|game|match|concert|show|flight|train|class|lesson|reminders?|bill|order|package|restaurant|store|shop|phone|line|door))\b/
const otherwiseAnswered =
  /\b(?:words?|term|definition|meaning|synonyms?|numbers?|phone|e-?mails?|address|weather (?!forecasting)|weather$|\d+ ?(?:x|by) ?\d+|forecast|stocks?(?! options?\b)|prices?|shares?|recipes?|contacts?|files?|flights?|scores?|news|time|exchange|rates?|directions?|route|restaurants?|hotels?|balance|transactions?|appointments?|calendar|translation|tracking|order|playing|winning|near|calling|in charge|the (?:coach|owner|ceo|best|president|governor|mayor|actor|author|singer))\b/
const nothing =
  /^(?:you|yourself|me|him|them|up|new|happening|going on|wrong|here|there|love|life|today|tomorrow|left|mine|yours|better|best|next|good|what|apr|pto|date|day|plan|matter|name|traffic|occasion|answer|point|deal|problem|rush|list|latest|one|something|anything|everything|best .*|difference .*)$/i

function slotsOf(found: string, lower: string, { kept }: When) {
  const query = trimmed(found).replace(/^(?:the|an?) (?=\p{Ll})/u, '')
  if (nothing.test(query) || query.split(' ').length > 7) return undefined
  // Somebody from the contacts is not in an encyclopedia.
  if (kept && isOneOf(kept('people'), query)) return undefined
  return { query: articleOf(query, lower), about: lower.startsWith('who ') ? 'person' : undefined }
}

function isOneOf(people: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase().replace(/'s$/, '')
  return people.some((person) => [person, person.split(' ')[0]!].some((one) => one.toLowerCase() === wanted))
}

/** Of an invention there is an article of its own, which names the inventor. */
function articleOf(thing: string, lower: string): string {
  if (lower.startsWith('who invented the ')) return `invention of the ${thing}`
  if (lower.startsWith('who invented ')) return `invention of ${thing}`
  return lower.startsWith('who discovered ') ? `discovery of ${thing}` : thing
}

function capitalOf(said: string) {
  const [, article = '', place = ''] = /^(the )?(.*)$/is.exec(said)!
  if (!/^[\p{L} .'-]{2,40}$/u.test(place) || /^(?:my|your|our)\b/i.test(place)) return undefined
  const name = place.length <= 3 ? place.toUpperCase() : properName(place).replaceAll(/\bAnd\b/g, 'and')
  const cities = capitalsOf(place)
  if (!cities) return { query: `capital of ${name}` }
  return { query: cities[0]!, capital_of: `${article.toLowerCase()}${name}`, capitals: [...cities] }
}
