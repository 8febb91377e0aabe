import { AppError } from '../../../contract/errors.ts'
import type { Encoding } from './text-file.ts'

export interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
  readonly hasMark: boolean
}

const western = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

/** The bytes of a text as it was stored before: the same encoding, and the mark at the beginning when there was one. */
export function encodeText(text: string, { encoding, hasMark }: Omit<DecodedText, 'text'>): Buffer {
  const whole = hasMark ? `\ufeff${text}` : text
  if (encoding === 'utf-8') return Buffer.from(whole)
  if (encoding === 'windows-1252') return westernBytes(text)
  const bytes = Buffer.from(whole, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

function westernBytes(text: string): Buffer {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = western.indexOf(text[at]!)
    if (byte === -1)
      throw new AppError(
        'conflict',
        `The file's encoding is windows-1252, which has no "${String.fromCodePoint(text.codePointAt(at)!)}". Convert it to UTF-8 first.`,
      )
    bytes[at] = byte
  }
  return bytes
}
