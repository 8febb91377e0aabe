import type { Component } from '../../../../../contract/component-schema.ts'
import { textOf } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { contacts } from '../contacts/stored-people.ts'
import { entriesOf } from '../../answers/entries.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { written } from './written.ts'
import { capital } from '../../../../../platform/language/capital.ts'

const writing = '(send|write|compose|draft) [a|an|another|the] [new|quick|short] <email>'
const whom = '({to:addresses}|{person:person})'
const says =
  '(saying|that says|which says|to say|and say|telling (him|her|them) [that]|and tell (him|her|them) [that]|that|:)'
const body = '(body|text|message) [of|is|:] {body}'
const content = `(about [the|my] {subject} [${says} {body}]|[with] [the|a] subject [line] [of|is|:] {subject} [[and|with] [the|a] ${body}|${says} {body}]|[with] [the|a] ${body}|${says} {body})`

export const intent = defineIntent({
  name: 'mail.send',
  label: 'Send an email',
  example: 'Send an email to tom@example.com with subject Hi and body I am late',
  effect: 'starts',
  slots: { to: optional.texts, person: optional.text, subject: optional.text, body: optional.text },
  templates: [
    `${writing} [to ${whom}] [${content}]`,
    `(send|write) ${whom} (a|an) [quick|short] <email> [${content}]`,
    `(<email>|write to) {to:addresses} [${content}]`,
    `<email> {person:person} ${content}`,
    // Whatever else it says stands in the form that is shown.
    `${writing} to ${whom} {rest}`,
  ],
  fill: (captured, sentence) => ({
    to: captured['to'],
    person: textOf(captured, 'person'),
    subject: written(captured, 'subject', sentence),
    body: capital(written(captured, 'body', sentence)),
  }),
  async act(understood, port) {
    const { slots, writer } = understood
    if (!port.isSet('EMAIL_SMTP_HOST'))
      return writer.say(
        'Sending mail needs an account. Set EMAIL_SMTP_HOST, EMAIL_IMAP_USER and EMAIL_IMAP_PASSWORD (or EMAIL_OAUTH_REFRESH_TOKEN) in the settings. Nothing was sent.',
      )
    const { person, subject, body } = slots
    const to = person === undefined ? (slots.to ?? []) : addressesOf(port.store, person)
    const isUnclear = person !== undefined && to.length !== 1
    if (isUnclear)
      writer.decline(
        to.length === 0
          ? `I don't have an address for ${person}. Nothing was sent.`
          : `Which of ${person}'s addresses? Nothing was sent.`,
      )
    if (to.length === 0 || isUnclear || subject === undefined || body === undefined)
      return writer.add(mailForm({ to: to.join(', '), subject, body }))
    await callTool(port, understood, {
      action: 'SEND_EMAIL',
      args: { to, subject, body },
      says: true,
      askBecause: `This sends an email to ${to.join(', ')} with the subject “${subject}” from your account.`,
    })
  },
})

/** Addresses of the contacts that are called so. */
function addressesOf(store: StoredValues, person: string): readonly string[] {
  const wanted = person.toLowerCase()
  const called = entriesOf(store, contacts).filter(
    ({ name }) => name.toLowerCase() === wanted || name.toLowerCase().split(/\s+/).includes(wanted),
  )
  return [...new Set(called.flatMap(({ emails = [] }) => emails))]
}

function mailForm(values: Readonly<Record<'to' | 'subject' | 'body', string | undefined>>): Component {
  const input = (name: keyof typeof values, label: string) => ({
    type: 'input' as const,
    name,
    label,
    required: true,
    ...(name === 'body' && { input_type: 'multiline' as const }),
    ...(values[name] && { value: values[name] }),
  })
  return {
    type: 'form',
    title: 'New email',
    children: [input('to', 'To'), input('subject', 'Subject'), input('body', 'Text')],
    submit_label: 'Send',
    action: {
      kind: 'tool',
      tool_name: 'SEND_EMAIL',
      args: { to: ['$to'], subject: '$subject', body: '$body' },
    },
  }
}
