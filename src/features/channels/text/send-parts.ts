import { AppError } from '../../../contract/errors.ts'
import { blockText } from '../../../platform/correspondence/cards/block-text.ts'
import {
  isOwnMessage,
  type ChatBlock,
  type OwnMessage,
} from '../../../platform/correspondence/cards/chat-blocks.ts'
import type { Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import { escaped, littleHtml } from './little-html.ts'
import { splitHtml } from './split-html.ts'

export type Attached = Exclude<OwnMessage, { kind: 'question' }>

/** For each message its own: once a part has arrived, the whole must not be sent again. */
export type NextDelivery = () => Delivery

/** How one chat sends what an answer is made of. */
export interface PartSender {
  readonly maxLetters: number
  /** A little HTML, short enough for one message. */
  readonly sendText: (html: string, delivery: Delivery) => Promise<void>
  /** False where the words did not go along: then they are sent after it, or in its place. */
  readonly sendAttached: (block: Attached, caption: string, next: NextDelivery) => Promise<boolean>
  readonly sendQuestion: (confirmation_id: string, next: NextDelivery) => Promise<void>
}

export const MAX_MESSAGES = 8
export const REST = '… See the rest in Deskhand on your computer.'

/** Sends an answer in its order: text in as many messages as it needs, pictures between them, questions by themselves. */
export async function sendParts(
  blocks: readonly ChatBlock[],
  delivery: Delivery,
  sender: PartSender,
): Promise<void> {
  let isFirst = true
  const next = (): Delivery => {
    const { handover, ...rest } = delivery
    const isHandedOver = isFirst && handover !== undefined
    isFirst = false
    return isHandedOver ? delivery : rest
  }
  const sendText = async (some: readonly ChatBlock[]) => {
    for (const html of textsOf(some, sender.maxLetters)) await sender.sendText(html, next())
  }
  const sendAttached = async (block: Attached) => {
    // A chat shows the name and the size of a file itself.
    const caption = block.kind === 'file' ? '' : blockText(block, littleHtml)
    try {
      if (!(await sender.sendAttached(block, caption, next))) await sendText(wordsOf(block))
    } catch (error) {
      // The rest of the answer is still worth sending.
      if (!(error instanceof AppError) || delivery.signal.aborted || delivery.lastSignal.aborted) throw error
      await sendText([...wordsOf(block), ...unsent(block, error)])
    }
  }
  for (const part of partsOf(blocks)) {
    if (isText(part)) await sendText(part)
    else if (part.kind === 'question') await sender.sendQuestion(part.confirmation_id, next)
    else await sendAttached(part)
  }
}

/** What is said in its place. */
export function wordsOf(block: Attached): readonly ChatBlock[] {
  return block.kind === 'picture' ? [block] : [block.inWords].flat()
}

/** Why it did not go out. */
export function unsent(block: Attached, { message }: AppError): readonly ChatBlock[] {
  const what = block.kind === 'file' ? `“${block.name}”` : 'The picture'
  return [{ kind: 'text', text: `${what} couldn't be sent. ${message}`, isPlain: true }]
}

function textsOf(blocks: readonly ChatBlock[], maxLetters: number): string[] {
  const html = blocks
    .map((block) => blockText(block, littleHtml))
    .filter((text) => text !== '')
    .join('\n\n')
  const all = splitHtml(html, maxLetters)
  return all.length > MAX_MESSAGES ? [...all.slice(0, MAX_MESSAGES - 1), escaped(REST)] : all
}

type Part = ChatBlock[] | OwnMessage

function isText(part: Part): part is ChatBlock[] {
  return Array.isArray(part)
}

/** What is text goes together; what is a message of its own stands between. */
function partsOf(blocks: readonly ChatBlock[]): Part[] {
  const parts: Part[] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    if (isOwnMessage(block)) parts.push(block)
    else if (last && isText(last)) last.push(block)
    else parts.push([block])
  }
  return parts
}
