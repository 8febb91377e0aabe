import { numberOf, textOf } from '../../answers/act.ts'
import { callTool, type Wish } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { present } from '../../readers/reader.ts'
import { emailsIn, emailTable } from './mailbox.ts'

const SHOWN = 10
const MOST = 50
const PREVIEW = 20_000

const mails = '(<email>|emails|e-mails|mails|inbox|mailbox)'
const which =
  '[from [my|the] {from}] [about [the|my] {about}] [today|yesterday|this week|last week|in my inbox]'

export const intent = defineIntent({
  name: 'mail.read',
  label: 'Mail',
  example: 'Any new mail?',
  slots: { from: optional.text, about: optional.text, limit: optional.number, unread: optional.boolean },
  templates: [
    `(read|check|show [me]|open|get|see|list|go through) [all] [of] [my|the] [last|latest|newest|recent|new|unread|most recent|top|first] [{limit:number}] ${mails} ${which}`,
    `(do (i|we) have|have (i|we) got|are there|is there|did (i|we) (get|receive)|have (i|we) received|any) [any|some|a|an] [new|unread] ${mails} ${which}`,
    `how many [new|unread] ${mails} [do i have|have i got|are there|did i get] ${which}`,
    `what is (in my (inbox|mailbox)|my (last|latest|newest) <email>)`,
    `[new|unread|latest] ${mails}`,
    'emails (from [my|the] {from}|about [the|my] {about})',
    '(find|search|look) [for] [all] [my|the] (emails|mails) from {from:properName}',
    'did (anyone|anybody|someone|somebody) (email|mail) me',
    'did {from:properName} (email|mail) me',
  ],
  fill(captured, { lower }) {
    const isOne = /\b(?:last|latest|newest|most recent) (?:e-?mail|mail)\b/.test(lower)
    const limit = numberOf(captured, 'limit') ?? (isOne ? 1 : undefined)
    return {
      from: textOf(captured, 'from'),
      about: textOf(captured, 'about'),
      limit: limit === undefined ? undefined : Math.min(MOST, Math.max(1, limit)),
      unread: /\b(?:new|unread)\b/.test(lower) ? true : undefined,
    }
  },
  async act(understood, doors) {
    const { slots, voice } = understood
    const { from, about, unread = false, limit = SHOWN } = slots
    const data = await callTool(doors, understood, mailWish({ from, about, unread, limit }))
    if (!data) return
    const emails = emailsIn(data)
    const of = `${from === undefined ? '' : ` from ${from}`}${about === undefined ? '' : ` about ${about}`}`
    const what = `${unread ? 'unread ' : ''}email${emails.length > 1 ? 's' : ''}${of}`
    voice.say(emails.length === 0 ? `There is no ${what}.` : `${emails.length} ${what}, the newest first.`)
    if (emails.length > 0) voice.add(emailTable(emails))
    // What somebody else wrote is shown as it is, not as words of ours.
    if (limit === 1 && emails[0])
      voice.add({ type: 'code', code: emails[0].text.slice(0, PREVIEW), wrap: true })
  },
})

function mailWish(wanted: {
  from?: string | undefined
  about?: string | undefined
  unread: boolean
  limit: number
}): Wish {
  const { from, about: query, unread, limit } = wanted
  if (from === undefined && query === undefined)
    return { action: 'READ_EMAILS', args: { limit, unread_only: unread } }
  return {
    action: 'SEARCH_EMAILS',
    args: { ...present({ from, query, unread: unread || undefined }), limit },
  }
}
