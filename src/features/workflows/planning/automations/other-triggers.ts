import { allOf, anyOf, isText, says } from './expressions.ts'
import { markOf, type MarkedText } from './marked-text.ts'
import { whenMember, type TriggerReading } from './trigger-reading.ts'
import { readValues } from './value-words.ts'

const NEW =
  "(?:has|gets|publishes|shows|posts|releases|brings|contains|there(?:'s| is)) (?:something new|an? new (?:entry|item|article|post|story|episode|one)|new (?:entries|items|articles|posts|stories|episodes|things|content)|news|an update)"
const FEED = `(?:the |my )?(?:(?:rss|atom|news)? ?feed |blog |site |page |podcast )*(?:at |on |of |from )?(?<url>${markOf('url')})`
const FEEDS = [
  `${FEED} (?:${NEW}|is updated|updates|changes)`,
  `(?:there(?:'s| is) )?(?:something|anything) new (?:on|in|at|from|appears (?:on|in)) ${FEED}`,
  `(?:there(?:'s| is) )?(?:an? )?new (?:entry|item|article|post|story|episode)s?(?: (?:appears?|is published|comes out|arrives?|shows? up))? (?:on|in|at|from) ${FEED}`,
  `${FEED} (?:has|publishes|posts|mentions) (?:something|anything|an? (?:new )?(?:entry|article|post|story|item)|news) (?:about|on|that mentions|mentioning) (?<about>.+)`,
  `(?:something|anything|an? (?:new )?(?:entry|article|post|story|item)) (?:about|mentioning|that mentions) (?<about>.+?) (?:appears|is published|comes out|shows up) (?:on|in|at) ${FEED}`,
].map((source) => new RegExp(`^${source}$`, 'i'))
const FEED_WITHOUT_ADDRESS =
  /^(?:the|my|an?|any) (?:.+ )?(?:rss |news )?feed (?:has|gets|is updated|publishes|changes)\b/i

export function readFeedTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const groups = FEEDS.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined)
  if (!groups)
    return FEED_WITHOUT_ADDRESS.test(text)
      ? { question: 'What is the address of the feed?', thing: { type: 'feed', name: 'event' } }
      : undefined
  const about = groups['about'] === undefined ? [] : readValues(groups['about'], marks)
  if (!about) return undefined
  const conditions = about.flatMap((value) =>
    ['$event.title', 'text($event.summary)'].map((reference) => says({ reference }, value)),
  )
  return {
    triggers: [
      {
        type: 'feed',
        url: marks.values(groups['url']!),
        ...whenMember(conditions.length > 0 ? anyOf(conditions) : undefined),
      },
    ],
    thing: { type: 'feed', name: 'event' },
  }
}

/** What is kept under a key of its own; every other list has its name as the key. */
const KEYS: readonly (readonly [RegExp, string])[] = [
  [/^(?:to-?dos?|to do|tasks?)(?: list)?$/i, 'todo'],
  [/^reading list$/i, 'reading'],
  [/^(?:bookmarks|notes|contacts|habits|journal|budget|reminders)$/i, ''],
  [/^diary$/i, 'journal'],
  [/^(?:code )?snippets$/i, 'snippets'],
]
const STORED = "(?:my |the |our )?(?<what>[\\p{L}][\\p{L}' -]{1,60}?)"
const STORES = [
  `${STORED} (?:changes|change|(?:is|are|gets?|was|has been|have been) (?:changed|updated|edited|modified))`,
  `(?:i|we|someone|somebody|anyone|anybody) (?:change|changes|edit|edits|update|updates) ${STORED}`,
  `(?:i|we|someone|somebody) (?:add|adds|put|puts|remove|removes|tick off|ticks off) (?:something|anything|an? (?:new )?(?:item|entry|task|thing)) (?:to|on|onto|in|into|from) ${STORED}`,
  `(?:something|anything|an? (?:new )?(?:item|entry|task|thing)) (?:is|gets) (?:added to|removed from|put on|changed in|changed on) ${STORED}`,
  `(?:something|anything) changes (?:in|on) ${STORED}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

export function readStoreTrigger(text: string): TriggerReading | undefined {
  for (const pattern of STORES) {
    const what = pattern.exec(text)?.groups?.['what']?.trim()
    const key = what === undefined ? undefined : keyOf(what)
    if (key !== undefined)
      return {
        triggers: [{ type: 'store', key }],
        thing: { type: 'store', name: 'event' },
        message: `Your ${what!.toLowerCase()} changed.`,
      }
  }
  return undefined
}

function keyOf(what: string): string | undefined {
  const known = KEYS.find(([words]) => words.test(what))
  if (known) return known[1] || what.toLowerCase()
  const list = /^(.+?)[ -]list$/i.exec(what)?.[1]
  return list
    ?.toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\d]+/gu, '-')
}

const WORK = '(?:workflow|automation|job|schedule|flow|run|task)'
const ENDS =
  "(?:(?<failed>fails|has failed|breaks|goes wrong|crashes|does not (?:work|finish|complete)|doesn't (?:work|finish|complete)|did not work|ends (?:in|with) an error|has an error)|(?<completed>finishes|is (?:done|finished|complete|completed|through)|completes|succeeds|ends|works|has (?:finished|completed))|(?<waiting>waits(?: for me)?|is waiting(?: for me)?|needs (?:me|my approval|approval|a decision)|asks(?: me)?))"
const WORKFLOWS = [
  `(?:(?:my|the) )?(?:${WORK} )?(?<quoted>${markOf('quoted')})(?: ${WORK})? ${ENDS}`,
  `(?:my|the) ${WORK} (?:called |named )?(?<name>[\\p{L}\\d][\\p{L}\\d _-]{0,60}?) ${ENDS}`,
  `(?:my|the) (?<name>[\\p{L}\\d][\\p{L}\\d _-]{0,60}?) ${WORK} ${ENDS}`,
  `(?:an?|any|some|(?:one|any) of my) ${WORK}s? ${ENDS}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

export function readWorkflowTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const groups = WORKFLOWS.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined)
  if (!groups) return undefined
  const status = (['failed', 'completed', 'waiting'] as const).filter((one) => groups[one] !== undefined)
  const name = groups['quoted'] === undefined ? groups['name'] : marks.values(groups['quoted'])
  const when = name === undefined ? undefined : isText({ reference: 'text($event.name)' }, name)
  return {
    triggers: [{ type: 'workflow', status: [...status], ...whenMember(when) }],
    thing: { type: 'workflow', name: 'event' },
  }
}

const NOTICE = '(?:notification|notice|alert)s?'
const LEVEL = '(?:(?<level>warning|error|success|info) )?'
const NOTICES = [
  `(?:i (?:get|receive|see)|there(?:'s| is)) (?:an? |any |some )?(?:new )?${LEVEL}${NOTICE}(?: (?:about|saying|that says|that mentions|mentioning|with|from) (?<about>.+))?`,
  `(?:an? |any |some )?(?:new )?${LEVEL}${NOTICE}(?: (?:about|saying|that says|that mentions|mentioning) (?<about>.+?))? (?:comes(?: in)?|arrives|appears|pops up|is raised|shows up)`,
  `(?:an? |any )(?:new )?${LEVEL}${NOTICE} (?:says|mentions|contains|is about) (?<about>.+)`,
].map((source) => new RegExp(`^${source}$`, 'i'))

export function readNotificationTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const groups = NOTICES.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined)
  if (!groups) return undefined
  const about = groups['about'] === undefined ? [] : readValues(groups['about'], marks)
  if (!about) return undefined
  const said = about.flatMap((value) =>
    ['$event.title', '$event.message'].map((reference) => says({ reference }, value)),
  )
  const level = groups['level']?.toLowerCase()
  const conditions = [
    ...(level === undefined ? [] : [`$event.level == "${level}"`]),
    ...(said.length > 0 ? [anyOf(said)] : []),
  ]
  return {
    triggers: [{ type: 'notification', ...whenMember(allOf(conditions)) }],
    thing: { type: 'notification', name: 'event' },
  }
}

const SAYS =
  /^(?:i|we|somebody|someone|anybody) (?:say|type|write|says|types|writes|tell you|ask(?: you)?(?: for)?)(?: to you)?(?: the words?| the phrase)?:? (.+?)(?: (?:in|to) the chat| to you)?$/i

/** "I say good night", "I type \"standup\" in the chat" */
export function readChatTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const said = SAYS.exec(text)?.[1]
  const parts = said?.split(/ or (?=⟦)|, (?=⟦)/)
  // What stands in quotes is all of it.
  if (parts?.some((part) => /⟦quoted\d+⟧/.test(part) && !/^⟦quoted\d+⟧$/.test(part))) return undefined
  const phrases = parts?.map((part) => marks.values(part).trim())
  // "I write a mail" is something that is done, not something that is said.
  if (!phrases || /^(?:an?|the|my|to|it|that|something|anything)\b/i.test(phrases[0]!)) return undefined
  if (phrases.some((phrase) => phrase.length < 2 || phrase.split(' ').length > 12)) return undefined
  return { triggers: [{ type: 'chat', phrases }], thing: { type: 'chat', name: 'event' } }
}

const HOOK =
  /^(?:(?:the|an?|my|its) )?(?:webhook|web hook|hook)(?: is| gets)? (?:called|triggered|hit|fires|fired|receives (?:something|a request)|invoked|posted to)$|^(?:an?|any) (?:http )?request (?:comes in|arrives)(?: (?:at|on) (?:the|a|my) (?:webhook|hook))?$|^something is (?:posted|sent) to (?:the|a|my) (?:webhook|hook)$/i

export function readWebhookTrigger(text: string): TriggerReading | undefined {
  return HOOK.test(text)
    ? {
        triggers: [{ type: 'webhook' }],
        thing: { type: 'webhook', name: 'event' },
        message: 'The webhook was called.',
      }
    : undefined
}
