import type { Component } from '../../../contract/component-schema.ts'
import type { Block } from '../../../contract/text/blocks.ts'
import { writeBlocks } from '../../../contract/text/write-blocks.ts'
import type { Static } from '../../../contract/type.ts'
import type { ChatRecord } from '../schemas.ts'

type Chat = Static<typeof ChatRecord>
type Message = Chat['messages'][number]

/** Components in words, each as a part of its own. */
export type DescribeParts = (components: readonly Component[]) => Promise<readonly (readonly Block[])[]>

interface ExportedChat {
  filename: string
  media_type: string
  content: string
}

/** A conversation as a file: Markdown to read, JSON with all that is stored. */
export async function exportChat(
  chat: Chat,
  { format, describe }: { format: 'markdown' | 'json'; describe: DescribeParts },
): Promise<ExportedChat> {
  const name = fileName(chat.title)
  if (format === 'json')
    return {
      filename: `${name}.json`,
      media_type: 'application/json',
      content: `${JSON.stringify(chat, null, 2)}\n`,
    }
  const parts = await Promise.all(chat.messages.map((message) => messageText(message, describe)))
  return {
    filename: `${name}.md`,
    media_type: 'text/markdown',
    content: `# ${oneLine(chat.title)}\n\n${parts.join('\n\n')}\n`,
  }
}

async function messageText(message: Message, describe: DescribeParts): Promise<string> {
  const { role, text, components, attachments, created_at } = message
  const head = `## ${role === 'user' ? 'You' : 'Deskhand'}\n\n*${created_at.slice(0, 16).replace('T', ' ')} UTC*`
  if (role === 'user') {
    const files = attachments.map(({ name, path, file_id }) => `- ${name ?? path ?? file_id ?? 'A file'}`)
    return [head, text, files.join('\n')].filter((part) => part !== '').join('\n\n')
  }
  const parts = (await describe(components)).map((blocks) => writeBlocks(blocks, 'markdown'))
  return [head, ...parts].filter((part) => part !== '').join('\n\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Letters and digits of any script, short enough for every disk. */
function fileName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
    .toWellFormed()
  return name || 'conversation'
}
