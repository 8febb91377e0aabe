import type { Component } from '../../../../contract/component-schema.ts'
import { textOf, textsOf, numberOf, type Act, type Understood } from './act.ts'
import { callTool, type ToolDeps, type Wish } from './call-tool.ts'
import { contacts } from '../intents/contacts/kept-people.ts'
import { entriesOf } from './entries.ts'
import { issueActs } from './issues.ts'
import type { StoredValues } from './stored.ts'
import { teamChatActs } from './team-chat.ts'

export interface ConnectorDeps extends ToolDeps {
  readonly store: StoredValues
  /** Whether a setting has a value. */
  readonly isSet: (name: string) => boolean
}

const SHOWN = 10
const PREVIEW = 20_000

/** Mail, team chat and repositories. What is sent is asked about first. */
export function connectorActs(deps: ConnectorDeps): Readonly<Record<string, Act>> {
  return {
    'mail.read': (understood) => readMail(deps, understood),
    'mail.send': (understood) => sendMail(deps, understood),
    'mail.reply': (understood) => reply(deps, understood),
    ...teamChatActs(deps),
    ...issueActs(deps),
  }
}

interface Email {
  readonly email_id: string
  readonly subject: string
  readonly from: readonly { readonly name: string; readonly address: string }[]
  readonly date: string | null
  readonly unread: boolean
  readonly text: string
}

async function readMail(deps: ConnectorDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const limit = numberOf(slots, 'limit') ?? SHOWN
  const data = await callTool(deps, understood, mailWish(slots, limit))
  if (!data) return
  const emails = emailsIn(data)
  const words = [
    slots['unread'] === true && 'unread ',
    'email',
    emails.length !== 1 && emails.length > 0 && 's',
  ]
  const of = [textOf(slots, 'from'), textOf(slots, 'about')].map(
    (name, index) => name && ` ${index === 0 ? 'from' : 'about'} ${name}`,
  )
  const what = [...words, ...of].filter(Boolean).join('')
  voice.say(emails.length === 0 ? `There is no ${what}.` : `${emails.length} ${what}, the newest first.`)
  if (emails.length > 0) voice.add(emailTable(emails))
  // What somebody else wrote is shown as it is, not as words of ours.
  if (limit === 1 && emails[0])
    voice.add({ type: 'code', code: emails[0].text.slice(0, PREVIEW), wrap: true })
}

function mailWish(slots: Understood['slots'], limit: number): Wish {
  const { from, about: query, unread } = slots
  if (from === undefined && query === undefined)
    return { action: 'READ_EMAILS', args: { limit, unread_only: unread === true } }
  const wanted = Object.entries({ from, query, unread }).filter(([, value]) => value !== undefined)
  return { action: 'SEARCH_EMAILS', args: { ...Object.fromEntries(wanted), limit } }
}

function emailsIn(data: Readonly<Record<string, unknown>>): readonly Email[] {
  return (Array.isArray(data['emails']) ? data['emails'] : []) as readonly Email[]
}

function emailTable(emails: readonly Email[]): Component {
  return {
    type: 'table',
    caption: 'Mail',
    columns: [
      { key: 'from', label: 'From' },
      { key: 'subject', label: 'Subject' },
      { key: 'date', label: 'Date', type: 'datetime' },
      { key: 'unread', label: 'Unread', type: 'boolean' },
    ],
    rows: emails.map(({ from, subject, date, unread }) => ({
      from: (from[0]?.name || from[0]?.address || '').slice(0, 300),
      subject: subject.slice(0, 300),
      date,
      unread,
    })),
  }
}

async function sendMail(deps: ConnectorDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (!deps.isSet('EMAIL_SMTP_HOST'))
    return voice.say(
      'Sending mail needs an account: set EMAIL_SMTP_HOST, EMAIL_IMAP_USER and EMAIL_IMAP_PASSWORD (or EMAIL_OAUTH_REFRESH_TOKEN) in the settings. Nothing was sent.',
    )
  const person = textOf(slots, 'person')
  const to = person === undefined ? textsOf(slots, 'to') : addressesOf(deps.store, person)
  const [subject, body] = [textOf(slots, 'subject'), textOf(slots, 'body')]
  if (to.length !== 1 && person !== undefined)
    voice.decline(
      to.length === 0
        ? `I know no address of ${person}. Nothing was sent.`
        : `Which address of ${person}? Nothing was sent.`,
    )
  if (
    to.length === 0 ||
    subject === undefined ||
    body === undefined ||
    (person !== undefined && to.length > 1)
  )
    return voice.add(mailForm({ to, subject, body }))
  await callTool(deps, understood, {
    action: 'SEND_EMAIL',
    args: { to, subject, body },
    says: true,
    askBecause: `An email to ${to.join(', ')} with the subject “${subject}” would be sent from your account.`,
  })
}

/** Addresses of the contacts that are called so. */
function addressesOf(store: StoredValues, person: string): readonly string[] {
  const wanted = person.toLowerCase()
  const called = entriesOf(store, contacts).filter(
    ({ name }) => name.toLowerCase() === wanted || name.toLowerCase().split(/\s+/).includes(wanted),
  )
  return [...new Set(called.flatMap(({ emails = [] }) => emails))]
}

function mailForm({
  to,
  subject,
  body,
}: {
  to: readonly string[]
  subject: string | undefined
  body: string | undefined
}): Component {
  return {
    type: 'form',
    title: 'New email',
    children: [
      {
        type: 'input',
        name: 'to',
        label: 'To',
        required: true,
        ...(to.length > 0 && { value: to.join(', ') }),
      },
      {
        type: 'input',
        name: 'subject',
        label: 'Subject',
        required: true,
        ...(subject !== undefined && { value: subject }),
      },
      {
        type: 'input',
        name: 'body',
        label: 'Text',
        input_type: 'multiline',
        required: true,
        ...(body !== undefined && { value: body }),
      },
    ],
    submit_label: 'Send',
    action: {
      kind: 'tool',
      tool_name: 'SEND_EMAIL',
      args: { to: ['$to'], subject: '$subject', body: '$body' },
    },
  }
}

async function reply(deps: ConnectorDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const from = textOf(slots, 'from')
  const data = await callTool(deps, understood, {
    action: from === undefined ? 'READ_EMAILS' : 'SEARCH_EMAILS',
    args: { limit: 1, ...(from !== undefined && { from }) },
  })
  if (!data) return
  const [email] = emailsIn(data)
  if (!email) return voice.decline(`There is no email${from === undefined ? '' : ` from ${from}`} to answer.`)
  const body = textOf(slots, 'body')
  voice.add(emailTable([email]))
  if (body === undefined) {
    voice.decline('What shall the answer say?')
    return voice.add({
      type: 'form',
      title: 'Answer',
      children: [{ type: 'input', name: 'body', label: 'Text', input_type: 'multiline', required: true }],
      submit_label: 'Send',
      action: { kind: 'tool', tool_name: 'REPLY_EMAIL', args: { email_id: email.email_id, body: '$body' } },
    })
  }
  await callTool(deps, understood, {
    action: 'REPLY_EMAIL',
    args: { email_id: email.email_id, body },
    says: true,
    askBecause: `An answer to “${email.subject.slice(0, 200)}” would be sent from your account.`,
  })
}
