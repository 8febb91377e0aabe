import { declaredIntents } from '../declared-intents.ts'
import type { Sentence } from '../normalize.ts'
import { verbs } from './wish-words.ts'

/** Why a sentence that has the words of an act does not want it to be done. */
export type Unwished =
  /** "do not add milk" */
  | 'negated'
  /** "do not set it for 7, set it for 8": what is left over cannot be told from what is forbidden. */
  | 'half negated'
  /** "how do I add something to my list" */
  | 'asks how'
  /** "should I set an alarm", "can I add items by voice" */
  | 'asks whether'
  /** "what did I write", "why did you add milk" */
  | 'asks about'
  /** "I was told to add sugar" */
  | 'told'
  /** "if it rains, remind me": nobody waits for that. */
  | 'conditional'

/** Shows something, and changes nothing: what is asked about may be shown. */
const shows =
  /\.(?:show|find|count|open|ask|answer|read|list|search|next|when|who|last|about)$|^(?:SEARCH|LIST|FIND|GET|READ|SHOW|FETCH)_|_(?:INFO|SEARCH)$/

/** Whether the intent changes, starts, sets or sends something. */
export function isAct(intent: string): boolean {
  const declared = declaredIntents.get(intent)
  if (declared) return declared.effect !== undefined
  return (/^[A-Z_]+$/.test(intent) || intent.includes('.')) && !shows.test(intent)
}

/** Undefined when the sentence may be taken as a wish for the intent. */
export function unwished(sentence: Sentence, intent: string): Unwished | undefined {
  const lower = withoutInterjection(sentence.lower)
  if (isAct(intent) && isDenied(lower, sentence)) return 'negated'
  if (hangsOn(lower, intent)) return 'conditional'
  if (wishAtEnd.test(lower)) return undefined
  // "did running today" leaves out its "I"; whoever asks says one.
  if (intent === 'habit.done' && /^(?:did|done) (?!(?:i|we|you|he|she|they|it|anyone|someone)\b)/.test(lower))
    return undefined
  if (isNegated(lower, intent)) return hasMore(sentence.text.toLowerCase()) ? 'half negated' : 'negated'
  return isAct(intent) ? asking(lower, sentence.said.toLowerCase()) : undefined
}

/** What is forbidden, asked about or wanted to be explained, without the words that say so. */
export function withoutDenial({ text }: Sentence): string | undefined {
  const found =
    /^(?:(?:do not|never|(?:i|we) do not (?:want|need)(?: you to)?) (?!lose|forget|miss|worry|let)|(?:should|shall|can|could|may) (?:i|we) |how (?:do|can|could|would|should) (?:i|we|you|one) (?!do\b))(.+)$/i.exec(
      text,
    )?.[1]
  return found?.replace(withThis, '')
}

/** Said of the assistant: "can I track habits here". */
const withThis = / (?:(?:in )?here|with (?:you|this(?: app)?)|by voice)[?.! ]*$/i

/** Asks what can be done here rather than to see it: "can I see the weather here" wants to see it. */
export function asksForAbility({ text }: Sentence): boolean {
  return (
    withThis.test(text) &&
    /^(?:can|could|may|how (?:do|can|could)) (?:i|we) (?!see|get|have|check|look|view|find)\b/i.test(text)
  )
}

/** Whether something should be deleted nobody can say here. */
export function asksAdvice({ lower }: Sentence, intent: string): boolean {
  return /^(?:should|shall)\b/.test(lower) && declaredIntents.get(intent)?.effect === 'removes'
}

/** The same sentence as a wish, for a button: "should I set an alarm for 6" -> "set an alarm for 6". */
export function asWish({ text }: Sentence): string | undefined {
  const wish = /^(?:can|could|may|might|shall|should|must) (?:i|we) (.+?)[?.! ]*$/i.exec(text)?.[1]
  return wish === undefined || withThis.test(wish) ? undefined : wish
}

const interjection =
  /^(?:never ?mind(?: that)?|no+|nope|nah|wait|stop|hold on|hang on|actually|please|okay|ok|oh|well|sorry|hey|and|but|so|on second thoughts?|forget (?:it|that)|scratch that)[,.!:;]? +(?=\S)/

function withoutInterjection(lower: string): string {
  let rest = lower
  for (let before = ''; before !== rest;) {
    before = rest
    // "no need to" and "no more" are no interjections.
    if (!/^no (?:need|more|longer|reminders?|alarms?|timers?|notes?|one|thing)\b/.test(rest))
      rest = rest.replace(interjection, '')
  }
  return rest
}

/** What must not be forgotten is wanted. */
const wanted =
  '(?:ever |you |you ever |please )*(?:forget|let (?:me|us) (?:forget|miss|oversleep|sleep)|fail to|hesitate to|miss|worry)'
const forbidding: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:you )?(?:do not|never|not|must not|should not|shall not|can not|need not|had better not|better not)\b(?! ${wanted}\b)`,
  ),
  /^you (?:do|did) not (?:need|have) to\b/,
  /^(?:there is |there's )?(?:no|not any) (?:need|reason) (?:to|for|of)\b/,
  /^(?:i|we) (?:really |just |also )?(?:do not|did not|will not|would not|no longer|never) (?:really |actually |currently |even |ever )?(?:wish|like|intend|mean|plan|ask|asked|say|said|tell|told|care|have)(?: for)?(?: you)? to (?!forget|miss|be late|lose|oversleep|sleep in)/,
  /^(?:i|we) (?:really |just |also )?(?:do not|did not|will not|would not|no longer|never) (?:really |actually |currently |even |ever )?(?:want|need)\b(?! (?:you )?to (?:forget|miss|be late|lose|oversleep|sleep in))/,
  /^remember (?:not|never) to\b|^remember to (?:not|never)\b/,
  /\bbut (?:not (?:now|yet|today|right now)|do not)$/,
  /^(?:i|we) (?:never|did not) (?:asked?|wanted?|said|say|told|tell|requested?|ordered?)\b/,
  /^(?:i|we) would (?:rather|prefer) (?:you )?(?:did )?not\b/,
  /^(?:i|we) would rather (?:you )?not\b/,
  /^let us not\b/,
  /^it is (?:not necessary|unnecessary|not needed) to\b/,
  /^(?:refrain from|avoid|hold off (?:on )?)\b/,
]

/** Whatever comes behind it: "I did not say please remove milk", "do not add milk if it is on sale". */
const denied =
  /^(?:i|we) (?:never|did not) (?:asked?|said|say|told|tell|requested?|ordered?)\b|^(?:by no means|under no circumstances|on no account|in no case|at no time)\b|^(?:do not|never) (?:add|put)\b.*\bif (?!not\b|it is not\b|they are not\b|so\b)|^(?:stop|quit) (?:adding|putting|setting|making|creating|writing|sending|starting|scheduling|removing|deleting|clearing|emptying|moving)\b/

function isDenied(lower: string, sentence: Sentence): boolean {
  // "stop adding milk" begins with no interjection.
  return denied.test(lower) || denied.test(sentence.lower) || takenBack.test(sentence.text)
}

/** "clear my list, just kidding" */
const takenBack =
  /[,.;(–-] ?(?:just kidding|kidding|not really|(?:only|just) joking|never ?mind|forget (?:it|that)|scratch that|on second thoughts?,? no)[).! ]*$/i

/** What is written down has conditions of its own: "remind me to call Bob if he has not called". */
function hangsOn(lower: string, intent: string): boolean {
  if (intent.startsWith('list.') && isAct(intent)) return listCondition.test(lower)
  if (intent === 'reminder.add') return reminderCondition.test(lower)
  return /^(?:alarm|live_timer)$/.test(intent) && timeCondition.test(lower)
}

const listCondition =
  /\blists? (?:but )?(?:only )?(?:unless|if|when|whenever|once|as soon as) (?!you\b|possible\b|necessary\b|needed\b|not\b|so\b|(?:it|they|that) (?:is|are) (?:not|there|missing)\b|(?:i|we) (?:forgot|have not|had not|did not|do not)\b)/
/** Nobody knows here when somebody comes home. */
const reminderCondition =
  /^remind (?:me|us) (?:when|whenever|once|as soon as|if) (?:i|we|he|she|they) \p{L}+/u
const timeCondition = /\b(?:unless|if) (?:it|the|i|we|he|she|they|my|there)\b/

/** Of something that is only shown, a verb must be there: "do not disturb in Spanish" is to be translated. */
const forbidsShowing = new RegExp(
  String.raw`^(?:you )?(?:do not|never|no need to|(?:i|we) (?:do not|did not|would not) (?:want|need|like)(?: you)? to) (?!(?:say|call|ring|tell (?!me|us))\b)(?:${verbs})\b`,
)
/** "I do not need milk on my list any more" takes it off. */
const doesWithout = /\b(?:do not|no longer|never|not) (?:need|want|have) (?!(?:you )?to\b)/
/** "I no longer need to wash the dishes, take it off my list" */
const isDone =
  /^(?:i|we) (?:do not|no longer) (?:need|have|want) to (?!remove|delete|take|cross|clear|cancel).*\b(?:take|remove|delete|cross|strike|scratch)\b/
/** "I don't want to track running anymore" */
const stops = /^(?:i|we) (?:really )?(?:do not|no longer) (?:want|wish|need|like) to track\b/
const removal = /\.(?:remove|delete|clear|cancel|complete)$/

function isNegated(lower: string, intent: string): boolean {
  if (!isAct(intent)) return forbidsShowing.test(lower)
  if (declaredIntents.get(intent)?.isWishedByForbidding === true) return false
  if (removal.test(intent) && (doesWithout.test(lower) || isDone.test(lower) || stops.test(lower)))
    return false
  return forbidding.some((pattern) => pattern.test(lower))
}

/** Something is said to be done after all. */
function hasMore(text: string): boolean {
  return /[,;] (?:but |just |rather |instead |please )*(?:add|put|set|start|make|remind|remove|delete|show|tell|open|send|write|create|wake|use)\b|\b(?:but|instead) \S+ \S|\b(?:and|then) (?:please )?(?:add|put|set|start|make|remind|remove|delete|show|tell|open|send|write|create)\b/.test(
    text,
  )
}

/** "did I put milk on the list, if not add it" ends with a wish. */
const wishAtEnd =
  /\b(?:if (?:it is |they are |i (?:did|have) |we (?:did|have) |so )?not|if not|if so|otherwise|or else|else|please|so(?: just| please)?)\b,? (?:then |can you |could you |go ahead and |please |just )*(?:add|put|set|remind|make|create|start|remove|delete|clear|include|write|note|tick|check|cross|wake|send|i want|i need)\b|\b(?:add|put) (?:it |them |that )?(?:\S+ ){0,3}if (?:it is|they are|it|i do|i did)?\b/

const reported: readonly RegExp[] = [
  /^(?:i|we|you|he|she|they|it|someone|somebody|nobody|anybody) (?:have |has |had |should (?:not )?have |must have |just |already |accidentally )*(?:cleared|emptied|erased|wiped|removed|deleted|added|created|cancelled|canceled|moved|renamed)\b/,
  /^not have \p{L}+ed\b/u,
  /^(?:nobody|no one|someone|somebody|he|she|they) (?:should|must|may|can|could|will|would|might)\b/,
  /^(?:i|we) (?:will|might|may|am going to|are going to) (?:clear|empty|erase|wipe|remove|delete|add|put|cancel)\b/,
  /^(?:i|we|he|she|they|it|someone|somebody|everyone|people|nobody|(?:my|the|a|an|our|your|this|that|his|her) (?:\p{L}+ )?\p{L}+|\p{L}+) (?:just |already |has |have |had |once )?(?:said|says|wrote|shouted|screamed|yelled|whispered|mentioned)\b/u,
  /^(?:i|we) (?:really |just |always |do )?(?:hate|love|like|dislike|enjoy|regret|resent|appreciate) (?:it )?(?:when|that|how)\b/,
  /^(?:i|we) (?:was|were|am|are|got|have been|had been) (?:already |just )?(?:told|asked|advised|instructed|reminded|ordered)\b/,
  /^(?:i|we) (?:have |already )*(?:told|asked) you to\b/,
  /^(?:i|we|he|she|they) (?:forgot|failed|refused|neglected) to (?:set|start|add|put|create|make)\b/,
  /^(?:he|she|they|someone|somebody|everyone|(?:my|the) \p{L}+) (?:wants|wanted|needs|needed|asks|expects) (?:me|us) to\b/u,
  /^(?:i|we) (?:was|were) (?:supposed|meant|going|about|planning|trying|hoping) to\b/,
  /^(?:i|we) (?:have |had )?(?:already|just|recently) (?:put|set|added|wrote|written|removed|deleted|made|created|started|noted|cancelled|canceled)\b/,
  /^(?:he|she|they|someone|somebody|everyone|people|my \p{L}+|the \p{L}+|\p{L}+) (?:has |have |had )?(?:told|asked|advised|reminded|wanted|instructed) (?:me|us|him|her|them) (?:not )?to\b/u,
  /^you (?:were (?:supposed|meant|asked|told) to|should have|could have|forgot to)\b/,
  /^(?:i|we) (?:dreamed|dreamt|read|heard|remember|think|thought|guess|believe|hope|know|wish) (?:that )?(?:i|we|you|he|she|they|someone)\b/,
]
const askingHow =
  /^how (?:do|does|can|could|would|should|might|will|did) (?:i|we|you|one|people|someone|somebody)\b|^how to\b/
/** "can I get a timer" is politeness. */
const politely =
  /^(?:can|could|may|might|would) (?:i|we) (?:please|just|get|have|ask|request|trouble|bother|kindly|suggest|propose)\b|^(?:can|could) we\b/
const askingWhether =
  /^(?:can|could|may|might|shall|should|must|would|ought|do|will|am|are|do you think|(?:is|would) it (?:be )?(?:ok|okay|fine|all right|alright|wise|good|bad)(?: if)?) (?:i|we|to|for)\b/
const askingAbout =
  /^(?:did|was|were|does|is|are) \S|^(?:have|had) (?:i|we|you|they)\b|^has (?:he|she|it|my|the)\b|^(?:why|who|whose|whom|what|which)\b(?! (?:not|about)\b)(?! do not (?:you|we)\b)|^(?:when|where|how often|how many times) (?:did|do|does|will|was|were|is|are|have|has|had|should|can|could|would)\b/
/** "can you remind me of things" wants to know what can be done. */
const askingAbility =
  /^(?:(?:hey|hi|ok|okay|so)[, ]+)?(?:can|could|do|will|would) you (?:also )?\p{L}+ (?:me )?(?:of |about |with )?(?:things|stuff|something|anything|items|reminders|timers|alarms|lists|notes|tasks|appointments|events)(?: (?:for me|at all|too|by voice|(?:on|to) (?:a|my) (?:\p{L}+ )?lists?))?[?.! ]*$/u
const condition =
  /^(?:after|before|during) (?!you\b|that\b|this\b|all\b|anything\b|(?:i|we) forget\b)(?:\p{L}+ ){1,4}(?:add|put|remove|delete|clear|empty|erase|wipe|take|tick|cross|check|set|start|send|open|run|pause|stop)\b|^(?:if|when|whenever|once|as soon as|unless|in case|every time|should)\b(?! (?:possible|necessary|needed|not|you (?:can|could|would|do not mind|have|please|get)|.*\b(?:is|are) not (?:on|in) (?:my|the|our)\b))(?= (?:i|we|it|he|she|they|the|my|our|there|somebody|someone|anyone|\p{L}+ (?:is|are|comes|calls|goes|falls|drops|rises|starts|ends|arrives|leaves|returns|finishes|wakes|rings)\b))/u

function asking(lower: string, said: string): Unwished | undefined {
  if (askingHow.test(lower)) return 'asks how'
  if (askingAbility.test(said)) return 'asks how'
  if (askingWhether.test(lower)) return politely.test(lower) ? undefined : 'asks whether'
  if (askingAbout.test(lower)) return 'asks about'
  if (reported.some((pattern) => pattern.test(lower))) return 'told'
  return condition.test(lower) ? 'conditional' : undefined
}
