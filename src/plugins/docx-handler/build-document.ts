import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import {
  plain,
  textOf,
  textsOf,
  type PictureBlock,
  type WordBlock,
  type WordDocument,
} from '../../platform/documents/word-document.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readPicture } from '../../platform/presentations/picture-file.ts'
import type { CreateDocxParams } from './create-docx-params.ts'
import type { DocumentBlock, PictureFileBlock } from './document-block.ts'

const accent = '1F3A5F'
const pictureTypes: Readonly<Record<string, PictureBlock['type']>> = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  bmp: 'bmp',
}

export interface Built {
  readonly document: WordDocument
  readonly counts: { headings: number; tables: number; images: number; words: number }
}

export async function buildDocument({
  params,
  blocks,
  call,
}: {
  params: CreateDocxParams
  blocks: readonly DocumentBlock[]
  call: ToolCall
}): Promise<Built> {
  const loaded: WordBlock[] = []
  for (const block of blocks) {
    call.signal.throwIfAborted()
    loaded.push(block.kind === 'picture_file' ? await loadPicture(block, call) : block)
  }
  const document: WordDocument = {
    properties: { title: titleOf(params, loaded), ...(params.author && { author: params.author }) },
    pageSize: params.page_size ?? 'A4',
    ...(params.header && { header: params.header }),
    ...(params.footer && { footer: params.footer }),
    pageNumbers: params.page_numbers ?? true,
    accent,
    blocks: [...frontOf(params), ...loaded],
  }
  return { document, counts: countsOf(document.blocks) }
}

function titleOf({ title }: CreateDocxParams, blocks: readonly WordBlock[]): string {
  const heading = blocks.find((block) => block.kind === 'heading')
  return title ?? (heading ? textOf(heading.content) : '')
}

function frontOf({ title, subtitle, table_of_contents: contents }: CreateDocxParams): WordBlock[] {
  return [
    ...(title
      ? [{ kind: 'title' as const, content: plain(title), ...(subtitle && { subtitle: plain(subtitle) }) }]
      : []),
    ...(contents ? [{ kind: 'contents' as const }, { kind: 'page_break' as const }] : []),
  ]
}

async function loadPicture(block: PictureFileBlock, call: ToolCall): Promise<PictureBlock> {
  await using file = await openInput(block.path, call, { name: 'image path' })
  const { bytes, extension, size } = await readPicture(file.through)
  const type = pictureTypes[extension]
  if (!type) {
    throw new AppError(
      'unsupported_media_type',
      `Can't use "${file.path}" in a Word document. Save it as PNG or JPEG.`,
    )
  }
  return {
    kind: 'picture',
    bytes,
    type,
    width: size.width,
    height: size.height,
    alt: block.alt,
    ...(block.caption && { caption: block.caption }),
    ...(block.share !== undefined && { share: block.share }),
  }
}

function countsOf(blocks: readonly WordBlock[]): Built['counts'] {
  const ofKind = (kind: WordBlock['kind']): number => blocks.filter((block) => block.kind === kind).length
  const words = blocks.reduce((sum, block) => sum + wordsIn(textsOf(block)), 0)
  return { headings: ofKind('heading'), tables: ofKind('table'), images: ofKind('picture'), words }
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}
