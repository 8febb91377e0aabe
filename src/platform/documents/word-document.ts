/** A Word document as plain data, so that it can be handed to the thread that writes it. */
export interface WordDocument {
  readonly properties: WordProperties
  readonly pageSize: 'A4' | 'Letter'
  /** Small text at the top right of every page. */
  readonly header?: string
  /** Small text at the bottom left of every page. */
  readonly footer?: string
  readonly pageNumbers: boolean
  /** Colour of headings, rules and table headers, as RRGGBB. */
  readonly accent: string
  readonly blocks: readonly WordBlock[]
}

export interface WordProperties {
  readonly title: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: string
}

/** A run of text in one look. A newline in it is a line break. */
export interface TextPiece {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly code?: boolean
  readonly link?: string
  /** RRGGBB. */
  readonly color?: string
}

export type RichText = readonly TextPiece[]

export type WordBlock =
  | { readonly kind: 'title'; readonly content: RichText; readonly subtitle?: RichText }
  | { readonly kind: 'heading'; readonly level: number; readonly content: RichText }
  | { readonly kind: 'paragraph'; readonly content: RichText; readonly muted?: boolean }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | TableBlock
  | PictureBlock
  | { readonly kind: 'quote'; readonly paragraphs: readonly RichText[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'contents' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'page_break' }

export interface ListItem {
  /** 0 is the outermost. */
  readonly level: number
  readonly ordered: boolean
  /** Items with the same number count on together. */
  readonly list: number
  /** What an ordered list begins with. */
  readonly start?: number
  readonly content: RichText
  /** Belongs to the item before it: indented in the same way, without a mark of its own. */
  readonly continued?: boolean
}

export interface TableBlock {
  readonly kind: 'table'
  /** Grid has a filled header and stripes; facts has names in the first column and no header. */
  readonly look: 'grid' | 'facts'
  readonly header?: readonly TableCell[]
  readonly rows: readonly (readonly TableCell[])[]
  /** Shares of the width; by the length of the texts when left out. */
  readonly widths?: readonly number[]
}

export interface TableCell {
  readonly content: RichText
  readonly align?: 'left' | 'center' | 'right'
  /** RRGGBB behind the text. */
  readonly fill?: string
}

export interface PictureBlock {
  readonly kind: 'picture'
  readonly bytes: Uint8Array
  readonly type: 'png' | 'jpg' | 'gif' | 'bmp'
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Share of the text's width; its own size, if that fits, when left out. */
  readonly share?: number
  readonly alt: string
  readonly caption?: RichText
}

export function plain(text: string): RichText {
  return [{ text }]
}

export function textOf(content: RichText): string {
  return content.map((piece) => piece.text).join('')
}

type TextsByKind = {
  readonly [Kind in WordBlock['kind']]: (block: Extract<WordBlock, { kind: Kind }>) => string[]
}

const textsByKind: TextsByKind = {
  title: ({ content, subtitle = [] }) => [textOf(content), textOf(subtitle)],
  heading: ({ content }) => [textOf(content)],
  paragraph: ({ content }) => [textOf(content)],
  list: ({ items }) => items.map((item) => textOf(item.content)),
  table: ({ header = [], rows }) => [...header, ...rows.flat()].map((cell) => textOf(cell.content)),
  picture: ({ caption = [] }) => [textOf(caption)],
  quote: ({ paragraphs }) => paragraphs.map(textOf),
  code: ({ text }) => [text],
  contents: () => [],
  rule: () => [],
  page_break: () => [],
}

/** All texts of a block, in order. */
export function textsOf(block: WordBlock): string[] {
  return (textsByKind[block.kind] as (block: WordBlock) => string[])(block)
}
