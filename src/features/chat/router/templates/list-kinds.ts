import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { names } from '../grammar/names.ts'
import { listCalled, listTitled, type ListName } from '../list-names.ts'
import type { When } from '../readers/reader.ts'
import { verbs } from '../wishes/wish-words.ts'
import type { SlotKind } from './slot-kind.ts'

/** Kinds of slots for lists and what is on them. A list is a `{ id, title }`. */
export const listKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** What stands between "my" and "list". */
  listTitle: { longest: 5, read: (text, { kept }) => readTitle(text, kept?.('lists')) },
  /** The same where no "my" says that a name begins: no verb, and no word that other words hang on. */
  listName: {
    longest: 3,
    read: (text, { kept }) => (linked.test(text) ? undefined : readTitle(text, kept?.('lists'))),
  },
  /** A list that is there, or one that everybody has, without the word "list". */
  keptList: { longest: 6, read: (text, { kept }) => readStoredList(text, kept?.('lists')) },
  /** Things that are bought, one or several, and no other words. */
  goods: { longest: 16, read: (text) => (onlyThings.test(text) && !notBought.test(text) ? text : undefined) },
  /** Where something stands: 1 of "first", -1 of "last". */
  ordinal: { longest: 2, read: readOrdinal },
}

/** "add milk to the list that my mother has" names none. */
const noTitle =
  /\b(?:my|the|our|your|his|her|their|an?|this|that|these|those|it|me|i|we|you|is|are|was|if|not|and|or|but|lists?|on|onto|off|from|board|boards)\b| (?:for|to|of|in|with|at|by)$|[:"“]/i
/** Lists of another kind: they are kept elsewhere, or not here. */
const otherLists =
  /\b(?:play|guest|mailing|mail|e-?mail|reading|contacts?|wait(?:ing)?|black|price|bookmarks?|habits?|calendar|reminders?|appointments?|meetings?|events?|things to remember|songs?|playlist|naughty)$/i
const timeAtEnd =
  /(?:^| )(?:for )?(?:today|tonight|tomorrow|later|next (?:week|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

function readTitle(text: string, known: readonly string[] = []): ListName | undefined {
  const name = text.replace(timeAtEnd, '')
  return name === '' || noTitle.test(name) || otherLists.test(name) ? undefined : listTitled(name, known)
}

const linked = new RegExp(
  String.raw`^(?:${verbs}|new|start|begin|build)\b|\b(?:to(?! do\b)|of|for|in|into|with)\b`,
  'i',
)

const usual: ReadonlySet<string> = new Set(
  'shopping,groceries,grocery,todo,to do,to dos,todos,tasks,chores'.split(','),
)

function readStoredList(text: string, known: readonly string[] = []): ListName | undefined {
  const name = text.toLowerCase()
  const id = name.replaceAll(/[^\p{L}\d]+/gu, '-')
  return usual.has(name) || known.includes(id) ? listCalled(name) : undefined
}

const thing = String.raw`(?:some |more |an? |the |a few |a bit of |[2-9] )?(?:${names})(?: of (?:${names}))?`
const onlyThings = new RegExp(String.raw`^${thing}(?:,?(?: and| &)? ${thing}){0,5}$`, 'iu')
/** Words of what is neither bought nor done, and of what people are out of or in need of otherwise. */
const notBought =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty)(?: (?:and|to|plus|with) |$)|\d(?:$| (?:and|&|plus|to|more|times)\b)|\b(?:shares?|stocks?|tickets?|flights?|house|home|car|crypto|bitcoin|coins?|online|amazon|insurance|subscription|domain|events?|meetings?|appointments?|alarms?|timers?|reminders?|notes?|contacts?|cards?|songs?|playlists?|music|users?|accounts?|columns?|rows?|files?|folders?|pages?|widgets?|fields?|numbers?|percent|vat|tax|tip|minutes?|hours?|seconds?|days?|weeks?|time|calendar|boards?|habits?|books?|bookmarks?|links?|friends?|people|person|comments?|tags?|labels?|photos?|pictures?|images?|lists?|tasks?|todos?|items?|things?|something|anything|everything|one|it|this|that|them|those|these|me|money|dollars?|euros?|pounds?|city|location|language|device|printer|account|payment|expense|entry|journal|poll|quiz|plugin|model|key|shortcut|schedule|workflow|step|ones|up$|now|today|tomorrow|credit|debit|bank|travel|trip|hotel|uber|taxi|pizza from|address|\d{2,}|town|office|work|shape|breath|patience|control|touch|place|options|ideas?|luck|sorts|order|energy|battery|cash|funds|gas|sleep|help|advice|break|rest|space|room|memory|peace|love|hope|answers?|information|details?|directions?|jobs?|kids|children|mum|mom|dad|lights?|fuel|petrol|diesel)\b/i

const places: Readonly<Record<string, number>> = {
  top: 1,
  next: 1,
  second: 2,
  last: -1,
  latest: -1,
  final: -1,
  newest: -1,
}

function readOrdinal(text: string): number | undefined {
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(wordsToDigits(text.toLowerCase()))?.[1]
  return digits === undefined ? places[text.toLowerCase()] : Number(digits)
}
