import type { ChatBlock } from './chat-blocks.ts'

const REST: ChatBlock = { kind: 'text', text: '… See the rest in Deskhand on your computer.' }

/** The message with as many of the blocks as the provider takes, from the first one on. */
export function fitted<Message>(
  blocks: readonly ChatBlock[],
  make: (blocks: readonly ChatBlock[]) => Message,
  maxBytes: number,
): Message {
  for (let count = blocks.length; ; count -= 1) {
    const message = make(count === blocks.length ? blocks : [...blocks.slice(0, count), REST])
    if (count === 0 || Buffer.byteLength(JSON.stringify(message)) <= maxBytes) return message
  }
}

/** What is said before the first thing that needs a card, and the rest. */
export function splitWords(blocks: readonly ChatBlock[]): {
  said: readonly ChatBlock[]
  shown: readonly ChatBlock[]
} {
  const needsCard = ({ kind }: ChatBlock) => kind === 'facts' || kind === 'table'
  // A list, a link or a bit of code is text enough, as long as all of it is.
  if (!blocks.some(needsCard)) return { said: blocks, shown: [] }
  const first = blocks.findIndex(({ kind }) => kind !== 'text' && kind !== 'line')
  return { said: blocks.slice(0, first), shown: blocks.slice(first) }
}
