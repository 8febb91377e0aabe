import type { ImapFlow } from 'imapflow'
import type { BodyPart, MailPart } from './message-parts.ts'
import { partBeginning } from './part-content.ts'

export interface BodyText {
  readonly text: string
  readonly isTruncated: boolean
}

const minWireBytes = 64 * 1024
const maxWireBytes = 512 * 1024
/** Each is asked for by itself; nobody writes so many, but whoever wants to keep us busy might. */
const maxParts = 100

/** The text of an email as a person reads it. HTML becomes Markdown; nothing that it refers to is ever fetched. */
export async function bodyText(
  client: ImapFlow,
  { uid, body }: { uid: number; body: readonly BodyPart[] },
  maxCharacters: number,
): Promise<BodyText> {
  const texts: string[] = []
  // Enough for the markup and encoding around the characters; turning more of it into text would only take time.
  const bytes = Math.min(maxWireBytes, Math.max(minWireBytes, maxCharacters * 4))
  const read = (part: MailPart): Promise<BodyText> => readPart(client, { uid, part, bytes })
  let characters = 0
  let isTruncated = false
  for (const [index, part] of body.entries()) {
    if (characters >= maxCharacters || index >= maxParts) {
      isTruncated = true
      break
    }
    let found = await read(part)
    if (found.text === '' && part.orElse) found = await read(part.orElse)
    isTruncated ||= found.isTruncated
    if (found.text === '') continue
    texts.push(found.text)
    characters += found.text.length
  }
  const text = texts.join('\n\n')
  if (text.length <= maxCharacters) return { text, isTruncated }
  return { text: text.slice(0, maxCharacters).toWellFormed(), isTruncated: true }
}

async function readPart(
  client: ImapFlow,
  { uid, part, bytes }: { uid: number; part: MailPart; bytes: number },
): Promise<BodyText> {
  const { content, isWhole } = await partBeginning(client, { uid, part }, bytes)
  const raw = textOf(content, part.charset)
  const text = part.type === 'text/html' ? await htmlText(raw) : plainText(raw, part)
  return { text: text.trim(), isTruncated: !isWhole }
}

/** An unknown charset is read as UTF-8, and as Latin 1 where that is no text: it is shown, not saved. */
export function textOf(content: Buffer, charset: string): string {
  const decoders = [charset.trim().toLowerCase(), 'utf-8', 'windows-1252'].filter((name) => name !== '')
  for (const [index, name] of decoders.entries()) {
    try {
      // A declared charset is believed, also with mistakes in it; the guesses are not.
      const isGuess = index > 0 || charset === ''
      return new TextDecoder(name, { fatal: isGuess && name === 'utf-8' }).decode(content)
    } catch {
      continue
    }
  }
  return content.toString('latin1')
}

function plainText(raw: string, { isFlowed, isDelSp }: MailPart): string {
  const text = raw.replaceAll('\r\n', '\n').replaceAll('\0', '')
  return isFlowed ? unwrapped(text, isDelSp) : text
}

/** RFC 3676: a line that ends in a space goes on in the next one of the same quoting. */
function unwrapped(text: string, isDelSp: boolean): string {
  const lines: { quotes: string; text: string; goesOn: boolean }[] = []
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)![0]
    const content = line.slice(quotes.length).replace(/^ /, '')
    const last = lines.at(-1)
    const goesOn = content.endsWith(' ') && content !== '-- '
    const kept = goesOn && isDelSp ? content.slice(0, -1) : content
    if (last?.goesOn && last.quotes === quotes && content !== '-- ') {
      last.text += kept
      last.goesOn = goesOn
    } else lines.push({ quotes, text: kept, goesOn })
  }
  return lines.map(({ quotes, text: each }) => (quotes === '' ? each : `${quotes} ${each}`)).join('\n')
}

async function htmlText(html: string): Promise<string> {
  const { markdownOfHtml } = await import('../../platform/documents/html-markdown.ts')
  try {
    return markdownOfHtml(html, 'The email').markdown
  } catch {
    // Nested beyond reason, which only traps are: what is between the tags is still shown.
    return html.replaceAll(/<[^>]{0,10000}>/g, ' ').replaceAll(/\s+/g, ' ')
  }
}
