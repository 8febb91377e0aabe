import { numberOf, textOf } from '../../answers/act.ts'
import { callTool, type Wish } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { present } from '../../readers/reader.ts'
import { addDays, dayOfIso, isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { readPeriod, type Period } from '../../../../../platform/language/values/past-dates.ts'
import { emailsIn, emailTable } from './mailbox.ts'

const SHOWN = 10
const MAX_EMAILS = 50
const PREVIEW = 20_000

const mails = '(<email>|emails|e-mails|mails|inbox|mailbox)'
const which = '[from [my|the] {from}] [about [the|my] {about}] [in my inbox] [[from] {period:period}]'

export const intent = defineIntent({
  name: 'mail.read',
  label: 'Mail',
  example: 'Any new mail?',
  slots: {
    from: optional.text,
    about: optional.text,
    limit: optional.number,
    unread: optional.boolean,
    /** The first day and the last. */
    since: optional.text,
    until: optional.text,
    /** Both in words. */
    span: optional.text,
  },
  templates: [
    `(read|check|show [me]|open|get|see|list|go through) [all] [of] [my|the] [last|latest|newest|recent|new|unread|most recent|top|first] [{limit:number}] ${mails} ${which}`,
    `(do (i|we) have|have (i|we) got|are there|is there|did (i|we) (get|receive)|have (i|we) received|any) [any|some|a|an] [new|unread] ${mails} ${which}`,
    `how many [new|unread] ${mails} [do i have|have i got|are there|did i get] ${which}`,
    `(what|which) [new] (<email>|emails|mails) (came in|arrived|did (i|we) get|have (i|we) got|do i have) ${which}`,
    `what is (in my (inbox|mailbox)|my (last|latest|newest) <email>)`,
    `[new|unread|latest] ${mails}`,
    '[my|all|any] [new|unread] (emails|mails) [from] {period:period}',
    'emails (from [my|the] {from}|about [the|my] {about})',
    '(find|search|look) [for] [all] [my|the] (emails|mails) from {from:properName}',
    'did (anyone|anybody|someone|somebody) (email|mail) me',
    'did {from:properName} (email|mail) me',
  ],
  fill(captured, { lower }, { today }) {
    const isOne = /\b(?:last|latest|newest|most recent) (?:e-?mail|mail)\b/.test(lower)
    const limit = numberOf(captured, 'limit') ?? (isOne ? 1 : undefined)
    const from = withoutPeriod(textOf(captured, 'from'), today)
    const about = withoutPeriod(textOf(captured, 'about'), today)
    const period = (captured['period'] as Period | undefined) ?? from.period ?? about.period
    return {
      from: from.text,
      about: about.text,
      limit: limit === undefined ? undefined : Math.min(MAX_EMAILS, Math.max(1, limit)),
      unread: /\b(?:new|unread)\b/.test(lower) ? true : undefined,
      since: period?.from,
      until: period?.to,
      span: period?.label,
    }
  },
  async act(understood, port) {
    const { slots, writer } = understood
    const { from, about, unread = false, limit = SHOWN, since, until, span } = slots
    const data = await callTool(port, understood, mailWish({ from, about, unread, limit, since, until }))
    if (!data) return
    const emails = emailsIn(data)
    const what = [
      unread && 'unread',
      emails.length > 1 ? 'emails' : 'email',
      from !== undefined && `from ${from}`,
      about !== undefined && `about ${about}`,
      span,
    ]
      .filter(Boolean)
      .join(' ')
    writer.say(emails.length === 0 ? `No ${what}.` : `${emails.length} ${what}, newest first.`)
    if (emails.length > 0) writer.add(emailTable(emails))
    // What somebody else wrote is shown as it is, not as words of ours.
    if (limit === 1 && emails[0])
      writer.add({ type: 'code', code: emails[0].text.slice(0, PREVIEW), wrap: true })
  },
})

/** "from yesterday" is no sender, and "about the invoice from last month" says when as well. */
function withoutPeriod(text: string | undefined, today: Day): { text?: string; period?: Period } {
  const period = text === undefined ? undefined : readPeriod(text, today)
  if (text === undefined || !period?.words || !text.toLowerCase().endsWith(period.words))
    return text === undefined ? {} : { text }
  const rest = text.slice(0, -period.words.length).replace(/\s*(?:\b(?:from|since|of))?\s*$/i, '')
  return rest === '' ? { period } : { text: rest, period }
}

interface MailSearch {
  readonly from?: string | undefined
  readonly about?: string | undefined
  readonly unread: boolean
  readonly limit: number
  readonly since?: string | undefined
  readonly until?: string | undefined
}

function mailWish({ from, about: query, unread, limit, since, until }: MailSearch): Wish {
  if (from === undefined && query === undefined && since === undefined)
    return { action: 'READ_EMAILS', args: { limit, unread_only: unread } }
  const before = until === undefined ? undefined : isoDay(addDays(dayOfIso(until), 1))
  return {
    action: 'SEARCH_EMAILS',
    args: { ...present({ from, query, unread: unread || undefined, since, before }), limit },
  }
}
