import { fieldsOf, listOf, textOf, type Fields } from './fields.ts'

/** Slack says in "messages" which argument it did not like, and why. */
export function slackDetails(answer: Fields): string {
  const messages = listOf(fieldsOf(answer['response_metadata'])['messages'])
    .map((one) => slackWord(one).replaceAll(/\s+/g, ' ').trim().slice(0, 160))
    .filter((one) => one !== '')
  return messages.length === 0 ? '' : `: ${messages.slice(0, 3).join('; ')}`
}

/** A word or two of Slack, made harmless. */
export function slackWord(value: unknown): string {
  return (textOf(value) ?? '').replaceAll(/[^\w:,. -]/g, ' ').slice(0, 300)
}
