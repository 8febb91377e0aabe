import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import type { MailPart } from './message-parts.ts'
import { decoderFor } from './transfer-decoding.ts'

const pieceBytes = 512 * 1024

export interface ContentOptions {
  readonly signal: AbortSignal
  /** Told the bytes that came over the wire. */
  readonly onReceived?: (bytes: number) => void
}

/**
 * The bytes of a part as the sender attached them. The library's own download also converts charsets and unwraps lines of
 * texts, after which a saved file is not what was sent; so the pieces are asked for here.
 */
export async function* partContent(
  client: ImapFlow,
  { uid, part }: { uid: number; part: MailPart },
  { signal, onReceived }: ContentOptions,
): AsyncGenerator<Buffer, void> {
  const decoder = decoderFor(part.encoding)
  const { key } = part
  for (let start = 0; ;) {
    signal.throwIfAborted()
    const query = { uid: true, bodyParts: [{ key, start, maxLength: pieceBytes }] }
    const answer = await client.fetchOne(String(uid), query, { uid: true })
    if (!answer) {
      throw new AppError('gone', 'The email was deleted or moved while it was being read. Nothing was saved.')
    }
    const piece = answer.bodyParts?.get(key)
    if (!piece || piece.length === 0) break
    start += piece.length
    onReceived?.(piece.length)
    const decoded = decoder.push(piece)
    if (decoded.length > 0) yield decoded
    // Some servers do not know partial answers and send the whole part: then it is more than was asked for.
    if (piece.length !== pieceBytes) break
  }
  const last = decoder.end()
  if (last.length > 0) yield last
}

/** The beginning of a part, at most so many bytes of it on the wire; decoded. */
export async function partBeginning(
  client: ImapFlow,
  { uid, part }: { uid: number; part: MailPart },
  bytes: number,
): Promise<{ content: Buffer; isWhole: boolean }> {
  const { key } = part
  const query = { uid: true, bodyParts: [{ key, start: 0, maxLength: bytes }] }
  const answer = await client.fetchOne(String(uid), query, { uid: true })
  const piece = (answer && answer.bodyParts?.get(key)) || Buffer.alloc(0)
  const decoder = decoderFor(part.encoding)
  return {
    content: Buffer.concat([decoder.push(piece.subarray(0, bytes)), decoder.end()]),
    isWhole: piece.length < bytes,
  }
}
