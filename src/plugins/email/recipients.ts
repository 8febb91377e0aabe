import type { MessageAddressObject } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { mailAddress } from '../../platform/correspondence/mail-address.ts'

export interface Recipient {
  readonly name: string
  readonly address: string
}

export const maxRecipients = 100

export function Recipients(description: string) {
  return Type.Array(Type.String({ minLength: 3, maxLength: 1000, pattern: oneLine }), {
    maxItems: maxRecipients,
    description,
  })
}

/** Text without controls: a line break in a header would begin another header. */
export const oneLine = '^[^\\u0000-\\u001f\\u007f]*$'

/** The addresses in the texts, each `anna@example.org` or `Anna <anna@example.org>`; a wrong one is refused by name. */
export async function parseRecipients(texts: readonly string[], member: string): Promise<Recipient[]> {
  const { default: parse } = await import('nodemailer/lib/addressparser')
  return texts.flatMap((text) => {
    const found = parse(text)
    if (found.length === 0) throw notAnAddress(text, member)
    return found.map(({ name, address = '', group }) => {
      if (group !== undefined) throw notAnAddress(text, member)
      return { name: headerText(name), address: checkedAddress(address, { text, member }) }
    })
  })
}

/** What of the addresses in a received email can be answered. They were written by a stranger, so they are checked too. */
export function answerable(list: readonly MessageAddressObject[] | undefined): Recipient[] {
  return (list ?? []).flatMap(({ name = '', address = '' }) => {
    const good = mailAddress(address)
    return good === undefined ? [] : [{ name: headerText(name), address: good }]
  })
}

/** Each address once, without those that are left out. */
export function distinct(list: readonly Recipient[], leftOut: ReadonlySet<string>): Recipient[] {
  const seen = new Set(leftOut)
  return list.filter(({ address }) => {
    const key = address.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

/** One line of text as a header can carry it, whatever an encoded word hid in it. */
export function headerText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

function checkedAddress(address: string, { text, member }: { text: string; member: string }): string {
  const good = mailAddress(address)
  if (good === undefined) throw notAnAddress(address === '' ? text : address, member)
  return good
}

function notAnAddress(text: string, member: string): AppError {
  return new AppError(
    'invalid_request',
    `"${headerText(text).slice(0, 100)}" in ${member} is not an email address. Write it like anna@example.org.`,
  )
}
