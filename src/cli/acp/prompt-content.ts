import { fileURLToPath } from 'node:url'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'

/** What an editor sends with one message: the words, and what goes along as files. */
export interface PromptContent {
  readonly message: string
  readonly attachments: readonly { readonly file_id: string }[]
}

interface EnclosedFile {
  readonly filename: string
  readonly content_base64: string
}

/** Words stay words, a link becomes its path or address, and everything else is uploaded. */
export async function readPrompt(
  prompt: readonly ContentBlock[],
  call: CommandCall,
  signal: AbortSignal,
): Promise<PromptContent> {
  const files = prompt.flatMap((block) => fileIn(block) ?? [])
  const attachments: { file_id: string }[] = []
  for (const file of files) {
    const body = JSON.stringify(file)
    const request = { method: 'POST', path: '/api/upload', body, signal }
    const { file_id } = await callServiceForJson<{ file_id: string }>(call, request)
    attachments.push({ file_id })
  }
  const words = prompt.map(wordsIn).join('').trim()
  return { message: words === '' ? files.map(({ filename }) => filename).join(', ') : words, attachments }
}

function wordsIn(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return placeOf(block.uri)
  // Where it was mentioned stands its name; what is in it goes along.
  return block.type === 'resource' ? nameOf(block.resource.uri) : ''
}

function fileIn(block: ContentBlock): EnclosedFile | undefined {
  if (block.type === 'image' || block.type === 'audio') {
    const [kind = '', ending = ''] = block.mimeType.split(/[/+;]/)
    return { filename: `${kind}.${ending}`, content_base64: block.data }
  }
  if (block.type !== 'resource') return undefined
  const { resource } = block
  const content_base64 = 'text' in resource ? Buffer.from(resource.text).toString('base64') : resource.blob
  return { filename: nameOf(resource.uri), content_base64 }
}

function placeOf(uri: string): string {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri
  } catch {
    return uri
  }
}

function nameOf(uri: string): string {
  return (
    placeOf(uri)
      .replace(/[?#].*$/s, '')
      .split(/[/\\]/)
      .findLast((part) => part !== '')
      ?.slice(-200) ?? 'file'
  )
}
