import { textOf } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { emailsIn, emailTable } from './mailbox.ts'
import { written } from './written.ts'
import { capital } from '../../../../../platform/language/capital.ts'

const reply = '((reply|respond|write back) [to]|answer)'
const last = '[last|latest|newest|recent|new|unread|first|most recent]'
const says = '[(saying|and say|that says|stating [that]|with [the (words|response|answer)]|that|:) {body}]'

export const intent = defineIntent({
  name: 'mail.reply',
  label: 'Reply to an email',
  example: "Reply to Anna's mail saying thanks",
  effect: 'starts',
  slots: { from: optional.text, body: optional.text },
  templates: [
    `${reply} [the|my|that|this|an] ${last} <email> [(from|of) [my] {from:person}] ${says}`,
    `${reply} [the] ${last} {from:person} 's ${last} (<email>|message) ${says}`,
    `${reply} [the|my] ${last} {sender:properName} <email> ${says}`,
    `(reply|respond|write back) to {from:properName} ${says}`,
  ],
  fill: (captured, sentence, when) => {
    const from = textOf(captured, 'from') ?? senderOf(textOf(captured, 'sender'), when)
    if (from !== undefined && nobody.test(from)) return undefined
    return { from, body: capital(written(captured, 'body', sentence)) }
  },
  async act(understood, port) {
    const { slots, writer } = understood
    const { from, body } = slots
    const data = await callTool(port, understood, {
      action: from === undefined ? 'READ_EMAILS' : 'SEARCH_EMAILS',
      args: { limit: 1, ...(from !== undefined && { from }) },
    })
    if (!data) return
    const [email] = emailsIn(data)
    if (!email) return writer.decline(`No email${from === undefined ? '' : ` from ${from}`} to reply to.`)
    writer.add(emailTable([email]))
    if (body !== undefined) {
      await callTool(port, understood, {
        action: 'REPLY_EMAIL',
        args: { email_id: email.email_id, body },
        says: true,
        askBecause: `This sends a reply to “${email.subject.slice(0, 200)}” from your account.`,
      })
      return
    }
    writer.decline('What should the reply say?')
    writer.add({
      type: 'form',
      title: 'Reply',
      children: [{ type: 'input', name: 'body', label: 'Text', input_type: 'multiline', required: true }],
      submit_label: 'Send',
      action: { kind: 'tool', tool_name: 'REPLY_EMAIL', args: { email_id: email.email_id, body: '$body' } },
    })
  },
})

const nobody =
  /^(?:all|everyone|everybody|him|her|them|someone|somebody|anyone|comments?|messages?|reviews?)$/i

/** "annas email", "the newsletter email": whoever is named is not whoever wrote last. */
function senderOf(name: string | undefined, { kept }: When): string | undefined {
  if (name === undefined || !/s$/i.test(name)) return name
  const isName = (kept?.('people') ?? []).some((person) =>
    person.toLowerCase().split(/\s+/).includes(name.toLowerCase()),
  )
  return isName ? name : name.slice(0, -1)
}
