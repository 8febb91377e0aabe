import type { ContentBlock } from '@modelcontextprotocol/server'
import { sentenceBeside, type Envelope } from '../../contract/envelope.ts'

type Fields = Readonly<Record<string, unknown>>

const MAX_DEPTH = 8
const MAX_BLOCKS = 50
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const PROBED = 200

/**
 * An envelope as content: the sentence, the data as text, and pictures, sounds and resources as blocks of their own, which
 * a model can look at. The data then only say which block it is.
 */
export function contentOf(envelope: Envelope): { content: ContentBlock[]; structured: Envelope } {
  const blocks: ContentBlock[] = []
  const { data } = envelope
  // The sentence and the text of the data stand before them.
  const slim =
    data === null || data === undefined ? data : withoutBlocks(data, { blocks, first: 2, depth: 0 })
  const text = (value: string) => ({ type: 'text' as const, text: value })
  const words = slim === null || slim === undefined ? [] : [text(JSON.stringify(slim))]
  return {
    content: [text(sentenceBeside(envelope)), ...words, ...blocks],
    structured: { ...envelope, data: slim },
  }
}

interface Collecting {
  readonly blocks: ContentBlock[]
  readonly first: number
  readonly depth: number
}

function withoutBlocks(value: unknown, { blocks, first, depth }: Collecting): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  const deeper = { blocks, first, depth: depth + 1 }
  if (Array.isArray(value)) return value.map((member) => withoutBlocks(member, deeper))
  const fields = value as Fields
  const block = blocks.length < MAX_BLOCKS ? blockOf(fields) : undefined
  if (block) {
    const place = `content[${first + blocks.length}]`
    blocks.push(block)
    return placed(fields, place)
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, member]) => [name, withoutBlocks(member, deeper)]),
  )
}

/** What is a block already, from a server of others, or a picture or sound beside its type. */
function blockOf(fields: Fields): ContentBlock | undefined {
  const { type, resource, uri, name } = fields
  if (type === 'resource_link' && typeof uri === 'string' && typeof name === 'string')
    return fields as ContentBlock
  if (type === 'resource' && isResource(resource)) return fields as ContentBlock
  return mediaBlock(fields)
}

function mediaBlock(fields: Fields): ContentBlock | undefined {
  const mimeType = fields['mimeType'] ?? fields['mime_type'] ?? fields['media_type']
  const { data } = fields
  if (typeof mimeType !== 'string' || typeof data !== 'string' || !isBase64(data)) return undefined
  const { annotations } = fields as { annotations?: ContentBlock['annotations'] }
  const more = { data, mimeType, ...(annotations !== undefined && { annotations }) }
  if (mimeType.startsWith('image/')) return { type: 'image', ...more }
  return mimeType.startsWith('audio/') ? { type: 'audio', ...more } : undefined
}

function isResource(resource: unknown): boolean {
  const { uri, text, blob } = (resource ?? {}) as Fields
  return typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string')
}

function isBase64(data: string): boolean {
  return (
    data.length > 0 &&
    data.length % 4 === 0 &&
    BASE64.test(data.length > PROBED ? data.slice(0, PROBED) : data)
  )
}

/** The same with the place of its block instead of what may be megabytes. */
function placed(fields: Fields, place: string): Fields {
  const { resource } = fields
  if (fields['type'] === 'resource_link') return { ...fields, block: place }
  if (typeof resource === 'object' && resource !== null && fields['type'] === 'resource') {
    const { text: _text, blob: _blob, ...about } = resource as Fields
    return { ...fields, resource: about, block: place }
  }
  return { ...fields, data: place }
}
