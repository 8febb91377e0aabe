import { command, errands } from './wish-words.ts'

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const hasTime = new RegExp(
  String.raw`\b(?:at|by|on|in) (?:\d|noon|midnight|half|an?\b|${weekday})|\btomorrow\b|\btonight\b`,
  'i',
)
const endsWithTime = new RegExp(
  String.raw`(?:\b(?:at|by|on|in) (?:\d\S*(?: ?[ap]m| \p{L}+)?|noon|midnight|half \S+ \S+|${weekday})|\btomorrow|\btonight)$`,
  'iu',
)
const dayIn = new RegExp(
  String.raw`\b(?:tomorrow|tonight|(?:on |next |this )?${weekday}|on the \d+(?:st|nd|rd|th)?)\b`,
  'i',
)
/** "to call", "to take out": what is done, without what it is done to. */
const errand = /\bto (\p{L}+(?: (?:out|off|up|in|down|back|over|for|to|at)(?= (?!\d)))?) \S/iu

/** "remind me to call Joe at 5 and to email Ann at 6": each has its time. "… and Ann at 6" leaves out what it shares. */
export async function severalReminders(text: string): Promise<readonly string[] | undefined> {
  const [, head, body] = /^(.*?\bremind me)\s+(.+)$/i.exec(text.replace(/[.!?]+$/, '')) ?? []
  if (head === undefined || body === undefined) return undefined
  const items = joined(body.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i))
  if (items.length < 2 || !items.every((item) => hasTime.test(item))) return undefined
  const whole = items.map((item) => withShared(item, items[0]!))
  return whole.every((item) => /\b(?:to|about|of|that) \S/i.test(item))
    ? whole.map((item) => `${head} ${item}`)
    : undefined
}

/** What has no time of its own, or stands behind what has none, belongs to the one before. */
function joined(items: readonly string[]): string[] {
  return items.reduce<string[]>((found, item) => {
    const before = found.at(-1)
    if (before === undefined) return [item]
    const isOwn = /^(?:to|at|tomorrow|on|in) /i.test(item) && hasTime.test(item) && /\bto \S/i.test(item)
    if (isOwn || (endsWithTime.test(before) && endsWithTime.test(item) && !onlyTime.test(item)))
      return [...found, item]
    return [...found.slice(0, -1), `${before} and ${item}`]
  }, [])
}

/** "on monday and on friday", "at 8 and at 9": no other thing. */
const onlyTime = new RegExp(
  String.raw`^(?:(?:at|on|by|in) )?(?:\d\S*(?: ?[ap]m)?|noon|midnight|${weekday}|tomorrow|tonight)(?: |$)`,
  'i',
)

const ownErrand = new RegExp(String.raw`^(?:${errands})\b`, 'i')

function withShared(item: string, first: string): string {
  if (item === first || /^(?:to|about|of|that|at|on|in|tomorrow) /i.test(item)) return item
  const verb = errand.exec(first)?.[1]
  if (verb === undefined) return item
  const day = dayIn.test(item) ? undefined : dayIn.exec(first)?.[0]
  return `to ${command.test(item) || ownErrand.test(item) ? '' : `${verb} `}${item}${day === undefined ? '' : ` ${day}`}`
}
