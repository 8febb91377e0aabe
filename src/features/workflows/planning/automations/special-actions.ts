import { asLiteral } from '../literals.ts'
import type { Understood } from '../understood.ts'
import { markOf, type MarkedText } from './marked-text.ts'
import { argumentOf, calledBy, memberNamed, type Thing } from './thing.ts'
import { PLACES, readPlaces } from './file-words.ts'

type Call = Pick<Understood, 'agent' | 'action' | 'args'> & { readonly notes?: readonly string[] }

/** What the tools' own phrases do not say: entries of lists, and what is done with the mail that has come. */
export function readSpecialAction(
  text: string,
  thing: Thing | undefined,
  marks: MarkedText,
): Call | undefined {
  return (
    (thing?.type === 'mail' ? readMailAction(text, thing, marks) : undefined) ??
    readListEntry(text, thing, marks)
  )
}

const IT = '(?:it|that|this|(?:the|this|that) (?:new )?(?:e-?mail|mail|message))'
const ATTACHMENTS = new RegExp(
  `^(?:save|download|store|put|copy|move|get|keep|file|extract) (?:(?:all|any|every|each|both|of|its|the|their|files?)\\s+)*(?:attachments?|attached files?|files? attached)(?: (?:of|from) ${IT})?(?: (?:to|in|into|under|inside) (?<where>${PLACES}))?$`,
  'i',
)
const TO_FOLDER = new RegExp(
  `^(?:move|file|put|sort) ${IT} (?:to|into|in|under) (?:the |my )?(?:(?:mail )?folder |label )?(?<folder>.+?)(?: folder| label)?$`,
  'i',
)
const ASIDE = new RegExp(`^(?<verb>archive|delete|trash|bin|remove|throw away|junk) ${IT}$`, 'i')
const MARK = new RegExp(
  `^(?:mark|set|flag) ${IT} (?:as |to )?(?<as>read|unread|flagged|unflagged|answered|unanswered|important|starred)$|^(?<star>star|flag) ${IT}$`,
  'i',
)
const REPLY = new RegExp(
  `^(?:reply|answer|respond|write back)(?: to)?(?: (?:${IT}|them|him|her))?(?:\\s+(?:with|saying|that|and say)\\s*:?|\\s*:)\\s*(?<body>.+)$`,
  'is',
)
const FORWARD = new RegExp(
  `^forward ${IT} to (?<to>${markOf('email')}(?:(?:,| and)+ ${markOf('email')})*)$`,
  'i',
)
const FOLDERS: Readonly<Record<string, string>> = { archive: 'archive', junk: 'junk' }

type Groups = Readonly<Record<string, string | undefined>>
type MailReader = (groups: Groups, thing: Thing, marks: MarkedText) => Omit<Call, 'agent'> | undefined

/** Each way of saying what is done with a mail, and the call that does it. */
const MAIL_ACTIONS: readonly (readonly [RegExp, MailReader])[] = [
  [ATTACHMENTS, saveAttachments],
  [FORWARD, forward],
  [
    REPLY,
    ({ body = '' }, thing, marks) => ({
      action: 'REPLY_EMAIL',
      args: { ...whichMail(thing), body: asLiteral(marks.values(body)) },
    }),
  ],
  [
    MARK,
    ({ as = 'flagged' }, thing) => ({
      action: 'MARK_EMAIL',
      args: { ...whichMail(thing), as: markName(as) },
    }),
  ],
  [
    ASIDE,
    ({ verb = '' }, thing) => ({
      action: 'MOVE_EMAIL',
      args: { ...whichMail(thing), to_folder: FOLDERS[verb.toLowerCase()] ?? 'trash' },
    }),
  ],
  [TO_FOLDER, moveToFolder],
]

function readMailAction(text: string, thing: Thing, marks: MarkedText): Call | undefined {
  for (const [pattern, read] of MAIL_ACTIONS) {
    const match = pattern.exec(text)
    const call = match && read(match.groups ?? {}, thing, marks)
    if (call) return { agent: 'email', ...call }
  }
  return undefined
}

function whichMail(thing: Thing) {
  return { email_id: argumentOf(thing, 'message_id'), folder: argumentOf(thing, 'folder') }
}

function saveAttachments({ where }: Groups, thing: Thing, marks: MarkedText): ReturnType<MailReader> {
  const [save_dir] = (where === undefined ? undefined : readPlaces(where, marks))?.paths ?? []
  const args = { ...whichMail(thing), ...(save_dir !== undefined && { save_dir }) }
  return { action: 'DOWNLOAD_ATTACHMENT', args }
}

function forward({ to = '' }: Groups, thing: Thing, marks: MarkedText): ReturnType<MailReader> {
  return {
    action: 'SEND_EMAIL',
    args: {
      to: marks.values(to).split(/(?:,| and)+ /),
      subject: `Fwd: ${argumentOf(thing, 'subject')}`,
      body: `From: ${argumentOf(thing, 'from')}\n\n${argumentOf(thing, 'text')}`,
    },
    notes: ['forwarding sends the text of the mail, without its attachments'],
  }
}

function moveToFolder({ folder = '' }: Groups, thing: Thing, marks: MarkedText): ReturnType<MailReader> {
  // A place on the disk is none in the mailbox.
  if (/⟦(?:path|url|email)/.test(folder)) return undefined
  return { action: 'MOVE_EMAIL', args: { ...whichMail(thing), to_folder: asLiteral(marks.values(folder)) } }
}

function markName(word: string): string {
  return /^(?:important|starred)$/i.test(word) ? 'flagged' : word.toLowerCase()
}

const ADD =
  /^(?:add|put|append|save|write|note|log|record|store|remember|keep)(?: down)? (?<what>.+?) (?:to|on|onto|in|into) (?:my |the |our )?(?<list>[\p{L}][\p{L}' -]*?)$/iu
const TASK =
  /^(?:add|create|make|write)(?: me)? (?:an? )?(?:new )?(?:to-?do|task)(?: item| entry)?(?: to| called| for|:)? (?<text>.+?)$/i
const NOTE =
  /^(?:add|create|make|write|take)(?: me)? (?:an? )?(?:new )?note(?: (?:of|about|with|that|saying|called))?:? (?<text>.+?)$/i

interface List {
  readonly words: RegExp
  readonly action: string
  /** The member of an entry that says what it is. */
  readonly main: string
  readonly url?: 'may' | 'must'
}

const BOOKMARKS: List = {
  words: /^(?:bookmarks?|bookmark list)$/i,
  action: 'BOOKMARKS',
  main: 'title',
  url: 'must',
}
const NOTES: List = { words: /^notes?$/i, action: 'NOTES', main: 'text' }
const TODO: List = { words: /^(?:to-?dos?|to do|tasks?)(?: list)?$/i, action: 'TODO_LIST', main: 'text' }
const LISTS: readonly List[] = [
  { words: /^reading list$/i, action: 'READING_LIST', main: 'title', url: 'may' },
  BOOKMARKS,
  NOTES,
  { words: /^(?:journal|diary)$/i, action: 'JOURNAL', main: 'text' },
  TODO,
]

function readListEntry(text: string, thing: Thing | undefined, marks: MarkedText): Call | undefined {
  const groups = ADD.exec(text)?.groups
  const ways: readonly (readonly [string | undefined, List])[] = [
    [groups ? undefined : TASK.exec(text)?.groups?.['text'], TODO],
    [NOTE.exec(text)?.groups?.['text'], NOTES],
    [/^bookmark (.+)$/i.exec(text)?.[1], BOOKMARKS],
  ]
  const [what, list] = ways.find(([found]) => found !== undefined) ?? []
  if (what !== undefined) return entry(list!, what, { thing, marks })
  return groups && readAddition(groups, thing, marks)
}

function readAddition(groups: Groups, thing: Thing | undefined, marks: MarkedText): Call | undefined {
  const { list = '', what = '' } = groups
  const known = LISTS.find(({ words }) => words.test(list))
  if (known) return entry(known, what, { thing, marks })
  const named = /^(.+?)[ -]list$/i.exec(list)?.[1]
  const call = named === undefined ? undefined : entry(TODO, what, { thing, marks })
  return call && { ...call, args: { list: named!.toLowerCase(), ...call.args } }
}

function entry(
  { action, main, url }: List,
  what: string,
  { thing, marks }: { thing: Thing | undefined; marks: MarkedText },
): Call | undefined {
  const said = textOf(what, thing, marks)
  if (said === undefined) return undefined
  const link = thing?.type === 'feed' ? argumentOf(thing, 'link') : undefined
  if (url === 'must' && link === undefined) return undefined
  const isIt = said.startsWith('$')
  const added = { [main]: said, ...(url !== undefined && link !== undefined && isIt && { url: link }) }
  return { agent: 'organizer', action, args: { add: [added] } }
}

const POINTING =
  /^(?:it|this|that|(?:the|this|that) (?:new )?(?:one|item|entry|article|post|story|link|title|mail|e-?mail|message|file|pdf|meeting|event|episode))$/i

/** What an entry says: the words themselves, or what the thing is called by. */
function textOf(what: string, thing: Thing | undefined, marks: MarkedText): string | undefined {
  const words = what.trim()
  if (POINTING.test(words)) return thing && calledBy(thing)
  const member = /^(?:its|the) (.+)$/i.exec(words)?.[1]
  const named = member === undefined || !thing ? undefined : memberNamed(thing, member)
  if (named !== undefined) return argumentOf(thing!, named)
  if (/^(?:them|these|those|all|everything|an?|the|its)\b/i.test(words)) return undefined
  return asLiteral(marks.values(words))
}
