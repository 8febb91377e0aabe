import { isOnList } from '../../stored-names.ts'
import { readDue } from '../../../../../platform/language/values/due.ts'
import { whenAtEnd, whenAtStart } from '../../../../../platform/language/values/when-phrases.ts'
import type { ListName } from '../../list-names.ts'
import type { Sentence } from '../../normalize.ts'
import { asSaid } from '../../readers/as-said.ts'
import { present, trimmed, type When } from '../../readers/reader.ts'

/** Words that name no entry. */
const vague =
  /^(?:it|this|that|these|those|them|something|anything|an? (?:new )?(?:item|task|thing|entry|todo)|(?:the|this|that|an?|these|those) (?:last |first )?(?:items?|task|one|thing)s?|some(?: things)?|(?:new |more |extra |an? extra |some )*(?:items?|things?)|stuff|left|still(?: left| there| open)?|already|currently|now|else|also|open|next|there|new|anything (?:left|else|new|on)|everything|all|all items|(?:an?|the|my|our)(?: [a-z]+)? lists?|list|me|i|room)$/i

export function isVague(text: string): boolean {
  return vague.test(text)
}

const joints = /[,;]\s*(?:and )?|\s+(?:and|&|as well as|plus)\s+/i
/** A task may have an "and" of its own: "call mum and dad". */
const taskJoints = /[,;]\s*(?:and )?/i
/** One thing with an "and" in its name. Of most others nobody can tell. */
const oneThing =
  /\b(?:mac(?:aroni)? and cheese|fish (?:and|&) chips|peanut butter and jelly|half and half|sweet and sour|(?:salt|oil) and vinegar|(?:sour cream|cheese) and onion|gin and tonic|cookies and cream|ham and cheese)\b/gi
/** Stands for a space where nothing is cut. */
const JOINED = '\u{FFFC}'
const inQuotes = /["“”]([^"“”]+)["“”]|(?<=^|[\s,(:])['‘]([^'‘’]*(?:['’]\w[^'‘’]*)*)['’](?=$|[\s,.?!):])/g

interface Entry {
  readonly text: string
  /** What stands in quotes is one entry as it is, whatever words are in it. */
  readonly isQuoted: boolean
}

/** "milk, eggs and bread" are three things. */
function entriesOf(said: string, isTask: boolean): Entry[] {
  const quotes: string[] = []
  const bare = said
    .replaceAll(
      inQuotes,
      (_, double?: string, single?: string) => `⟦${quotes.push((double ?? single)!.trim()) - 1}⟧`,
    )
    .replaceAll(oneThing, (words) => words.replaceAll(' ', JOINED))
  return (isTask ? tasksOf(bare) : bare.split(joints))
    .map((item) => trimmedItem(item.replace(/(?:^| )but not\b.*$/i, '')).replaceAll(JOINED, ' '))
    .map((item) => ({
      text: item.replaceAll(/⟦(\d+)⟧/g, (_, at: string) => quotes[Number(at)]!),
      isQuoted: /^⟦\d+⟧$/.test(item),
    }))
    .filter(({ text, isQuoted }) => text !== '' && text.length <= 200 && (isQuoted || !isVague(text)))
}

/** A day behind a comma is no task: it is when the one before it is due. */
function tasksOf(text: string): string[] {
  const tasks: string[] = []
  for (const part of withPlainDue(text).split(taskJoints)) {
    if (tasks.length > 0 && whenAtStart(part).rest === '') tasks.push(`${tasks.pop()!} ${part}`)
    else tasks.push(part)
  }
  return tasks
}

const inBrackets = /,?\s*\(([^()]+)\)[.!]*$/
const dueOtherwise =
  /[,;]?\s+(?:[-–—] ?)?(?:(?:with )?(?:an? |the )?(?:due date|deadline)(?: is| of| on)?|due(?= ?:)|no later than|not later than|(?<=[-–—] ?)due)\s*:?\s+(?=\S)/i

/** "(due friday)", "- due: friday" and "with deadline friday" say what "due friday" does. */
export function withPlainDue(text: string): string {
  const said = ` ${text}`.replace(inBrackets, (all, inside: string) =>
    isWhen(inside.replace(dueOtherwise, 'due ')) ? ` ${inside}` : all,
  )
  const [, before = '', behind = ''] = new RegExp(`^(.*?)${dueOtherwise.source}(.+)$`, 'is').exec(said) ?? []
  return (isWhen(behind) ? `${before} due ${behind}` : said).trim()
}

function isWhen(text: string): boolean {
  return text !== '' && whenAtStart(text.trim()).rest === ''
}

/** Without what stands in quotes. */
export function unquoted(text: string): string {
  return text.replaceAll(inQuotes, '')
}

export function itemsIn(said: Sentence, text: string, isTask = false): string[] {
  return entriesOf(text, isTask).map((entry) => asSaid(said, entry.text)!)
}

/** All that was named, before it was cut at "and": an entry may be called so. */
export function wholeOf(items: readonly string[], text: string): { whole?: string } {
  return items.length < 2 || /["“”]/.test(text) ? {} : { whole: trimmedItem(text) }
}

/** Entries that are to be found on a list. */
export function namedItems(said: Sentence, text: string): { items: string[]; whole?: string } | undefined {
  const items = itemsIn(said, text)
  return items.length === 0 ? undefined : { items, ...wholeOf(items, text) }
}

/** Of those that are named: only what is on a list by that very name. */
export function entriesOn(text: string, said: Sentence, when: When) {
  const found = namedItems(said, text)
  if (isOnList(text, when)) return { items: [found?.items.length === 1 ? found.items[0]! : text] }
  return found?.items.every((item) => isOnList(item, when)) ? found : undefined
}

function trimmedItem(text: string): string {
  return trimmed(text)
    .replace(/^(?:some|the|to|please|also|more|my) (?=\S)/i, '')
    .replace(/ (?:please|too|as well|again|instead|for me|to it)$/i, '')
}

export interface NewEntries {
  readonly list?: ListName
  readonly items?: string[]
  /** When entries are due, by their text. */
  readonly dues?: Record<string, string>
  readonly problem?: string
}

const dated: ReadonlySet<string> = new Set(['todo', 'reminders'])

/** What is put on a list. What is to be done may have a day at its end; whatever it is, one behind the list. */
export function newEntries(
  said: Sentence,
  text: string,
  { list, due: tail = '', when }: { list: ListName | undefined; due?: string; when: When },
): NewEntries {
  const isTask = dated.has(list?.id ?? '')
  const entries = entriesOf(text, isTask).map(({ text: entry, isQuoted }) => {
    const end = isTask && !isQuoted ? whenAtEnd(entry) : { rest: entry, when: '' }
    const isDated = end.rest !== '' && end.when !== ''
    const read = list === undefined ? {} : readDue(isDated ? end.when : tail, when)
    return { ...read, text: asSaid(said, isDated ? end.rest : entry)! }
  })
  const dues = entries.flatMap(({ text: entry, due }) => (due === undefined ? [] : [[entry, due] as const]))
  return present({
    list,
    items: entries.length === 0 ? undefined : entries.map((entry) => entry.text),
    dues: dues.length === 0 ? undefined : Object.fromEntries(dues),
    problem: entries.find(({ problem }) => problem !== undefined)?.problem,
  })
}
