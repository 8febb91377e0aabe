import type { RichText, WordBlock } from '../../platform/documents/word-document.ts'

/** A picture that is not loaded yet. */
export interface PictureFileBlock {
  readonly kind: 'picture_file'
  readonly path: string
  readonly alt: string
  readonly caption?: RichText
  /** Share of the text's width. */
  readonly share?: number
}

export type DocumentBlock = WordBlock | PictureFileBlock
