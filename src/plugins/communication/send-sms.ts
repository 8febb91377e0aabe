import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { ContactNumber } from '../../platform/macos/contacts.ts'

const Params = Type.Object({
  target: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
    description: 'Phone number, or name of a contact',
  }),
  message: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S', description: 'Text to send' }),
})

const Data = Type.Object({
  target: Type.String({ description: 'Phone number it went to' }),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'The contact, if a name was given',
  }),
})

export function createSendSms({ searchPath }: { readonly searchPath?: string } = {}) {
  return defineTool({
    action: 'SEND_SMS',
    title: 'Send a text message',
    description: 'Sends a text message to a phone number or contact through the Messages app on this Mac.',
    params: Params,
    data: Data,
    risk: 'external',
    targets: { exactly: ['target'] },
    reads: ['private'],
    idempotent: false,
    editions: ['macos'],
    phrases: [
      'text Anna that I am late',
      'send a text message to +15551234567',
      'sms Bob: the train is delayed',
      'send an SMS to my sister',
      'text +15551234567 hello',
      'write Anna a text that dinner is ready',
      'send Bob a text message saying yes',
      'let Anna know by text that I am on my way',
    ],
    example: { args: { target: '+15551234567', message: 'On my way.' } },
    async run({ target, message }, { home, signal }) {
      const { isPhoneNumber, receiverOf, sendMessage } = await import('../../platform/macos/messages-app.ts')
      const contact = isPhoneNumber(target)
        ? { name: null, number: target.replaceAll(/[^+\d]/g, '') }
        : await contactCalled(target, { home, signal, searchPath })
      const receiver = await receiverOf(contact.number, { home })
      await sendMessage({ receiver, text: message, home, signal, searchPath })
      return {
        message: `Handed the text for ${contact.name ?? contact.number} to Messages.`,
        data: { target: contact.number, name: contact.name },
      }
    },
  })
}

interface Search {
  readonly home: string
  readonly signal: AbortSignal
  readonly searchPath: string | undefined
}

/** One person and one number, or a sentence that names the choice: a text to the wrong one cannot be taken back. */
async function contactCalled(name: string, search: Search): Promise<ContactNumber> {
  const { findNumbers } = await import('../../platform/macos/contacts.ts')
  const found = await findNumbers(name.trim(), search)
  if (found.length === 0)
    throw new AppError('not_found', `No contact called "${name}" has a phone number. Give the number.`)
  const people = new Set(found.map((contact) => contact.name))
  const mobile = found.filter(({ label }) => /mobile|iphone|cell/.test(label))
  const [only, ...others] = people.size === 1 && mobile.length > 0 ? mobile : found
  if (others.length === 0) return only!
  const choice = found
    .slice(0, 10)
    .map(({ name: who, number, label }) => `${who} ${number}${label === '' ? '' : ` (${label})`}`)
  throw new AppError('conflict', `"${name}" could be ${choice.join(', ')}. Give the number you mean.`)
}
