import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Address } from 'postal-mime'
import { markdownOfHtml } from './html-markdown.ts'
import type { ExtractedText } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

const deepestParts = 50

/** A mail as a person reads it: who, when, what about, the text, and what was attached. */
export async function readMailText(path: string): Promise<ExtractedText> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(await readFile(path), { maxNestingDepth: deepestParts })
  const names = mail.attachments.map(({ filename, mimeType }) => filename ?? `(${mimeType})`)
  const head = [
    line('From', addresses(mail.from ? [mail.from] : [])),
    line('To', addresses(mail.to ?? [])),
    line('Cc', addresses(mail.cc ?? [])),
    line('Date', mail.date ?? ''),
    line('Subject', mail.subject ?? ''),
    line('Attachments', names.join(', ')),
  ]
  const body =
    mail.text?.trim() ||
    (mail.html ? markdownOfHtml(mail.html, `"${basename(namedPath(path))}"`).markdown : '')
  return {
    title: mail.subject?.trim() || null,
    text: [head.filter((each) => each !== '').join('\n'), body].filter((each) => each !== '').join('\n\n'),
  }
}

function line(name: string, value: string): string {
  return value === '' ? '' : `${name}: ${value.replaceAll(/\s+/g, ' ')}`
}

function addresses(list: readonly Address[]): string {
  return list
    .flatMap((entry) => (entry.group ? entry.group : [entry]))
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name ?? '')))
    .filter((text) => text !== '')
    .join(', ')
}
