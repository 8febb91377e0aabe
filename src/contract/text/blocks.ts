import type { NumberFormat } from './numbers.ts'

/**
 * What a component says, without a page to draw it on: few kinds, which every reader shows as well as it can. Words are shown letter for
 * letter unless they say that they are Markdown.
 */
export type Block =
  | TextBlock
  | { readonly kind: 'line'; readonly spans: readonly Span[] }
  | {
      readonly kind: 'heading'
      readonly text: string
      readonly isMain?: boolean
      readonly tone?: Tone | undefined
    }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | FigureBlock
  | TableBlock
  | ListBlock
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'picture'; readonly label: string; readonly url: string }
  | CodeBlock
  | ChartBlock
  | { readonly kind: 'divider'; readonly label?: string | undefined }
  /** What pressing it leads to, or says for the person. */
  | { readonly kind: 'button'; readonly label: string; readonly url?: string; readonly says?: string }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'group'
      readonly layout: 'column' | 'row' | 'grid' | 'inset'
      readonly parts: readonly (readonly Block[])[]
      readonly columns?: number | undefined
    }
  /** It needs a mouse, or a page to go on. */
  | { readonly kind: 'browser' }

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A piece of a line. Bars and trends are pictures: who cannot draw them leaves them out. */
export type Span =
  | string
  | { readonly text: string; readonly look: Look | readonly Look[] }
  | { readonly text: string; readonly url: string }
  | { readonly markdown: string; readonly tone?: Tone | undefined }
  | { readonly bar: number; readonly columns?: number; readonly tone?: Tone | undefined }
  | {
      readonly trend: readonly (number | null)[]
      readonly columns?: number
      readonly tone?: Tone | undefined
    }
  | { readonly color: string }

type Look = 'strong' | 'quiet' | 'emphasis' | Exclude<Tone, 'neutral'>

export interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  readonly isPlain?: boolean
  readonly isQuiet?: boolean
  readonly tone?: Tone | undefined
}

export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone?: Tone | undefined
}

export interface FigureBlock {
  readonly kind: 'figure'
  readonly label: string | undefined
  readonly value: string
  /** The same where there is room for more than the value. */
  readonly spans?: readonly Span[]
}

export type Cell = string | { readonly text: string; readonly tone: Tone | undefined }

export interface TableBlock {
  readonly kind: 'table'
  /** None where the rows speak for themselves. */
  readonly heads: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that are not among these. */
  readonly more: number
  /** Columns of numbers, which end at the same place. */
  readonly alignEnd?: readonly number[]
  /** Each column is a thing: where there is little room, they become the rows. */
  readonly isByColumn?: boolean
}

export interface ListItem {
  readonly spans: readonly Span[]
  /** A dot or a number when left out. */
  readonly mark?: Span
  readonly detail?: string | undefined
  readonly markdown?: string | undefined
}

export interface ListBlock {
  readonly kind: 'list'
  readonly items: readonly ListItem[]
  readonly isOrdered?: boolean
  /** One leads to the next. */
  readonly isChain?: boolean
}

export interface CodeBlock {
  readonly kind: 'code'
  readonly code: string
  readonly name?: string | undefined
  readonly isNumbered?: boolean
  readonly isDiff?: boolean
  /** Lines to point at, from 1. */
  readonly highlighted?: readonly number[]
}

export interface ChartBlock {
  readonly kind: 'chart'
  readonly look: 'bar' | 'pie' | 'line' | 'area' | 'scatter'
  readonly labels: readonly (string | number)[]
  readonly series: readonly Series[]
  readonly format: NumberFormat
  readonly least?: number | undefined
  readonly most?: number | undefined
}

export interface Series {
  readonly name: string
  readonly values?: readonly (number | null)[]
  readonly points?: readonly { readonly x: number | string; readonly y: number }[]
  readonly tone?: Tone | undefined
}

/** What a description is written as: what there is nothing to say of may stand in it as undefined. */
export type Blocks = readonly (Block | undefined)[]

export function present(blocks: Blocks): readonly Block[] {
  return blocks.filter((block) => block !== undefined)
}

export function words(text: string): readonly TextBlock[] {
  return [{ kind: 'text', text }]
}

export function markdown(text: string | undefined): Block | undefined {
  return text ? { kind: 'text', text } : undefined
}

export function plain(text: string | undefined): Block | undefined {
  return text ? { kind: 'text', text, isPlain: true } : undefined
}

export function quiet(text: string | null | undefined): Block | undefined {
  return text ? { kind: 'text', text, isPlain: true, isQuiet: true } : undefined
}

export function heading(text: string | undefined, tone?: Tone): Block | undefined {
  return text ? { kind: 'heading', text, tone } : undefined
}

export function line(...spans: readonly (Span | undefined)[]): Block {
  return { kind: 'line', spans: spans.filter((span) => span !== undefined) }
}

/** A name and what there is to say of it, on one line. */
export function headline(name: string, text: string): Block {
  return line(bold(name), `  ${text}`)
}

export function boldLine(text: string | undefined): Block | undefined {
  return text ? line(bold(text)) : undefined
}

export function bold(text: string): Span {
  return { text, look: 'strong' }
}

export function faint(text: string): Span {
  return { text, look: 'quiet' }
}

export function toned(tone: Tone | undefined, text: string): Span {
  return tone === undefined || tone === 'neutral' ? text : { text, look: tone }
}

export function facts(found: readonly Fact[]): Block | undefined {
  return found.length === 0 ? undefined : { kind: 'facts', facts: found }
}

export function list(
  items: readonly ListItem[],
  { empty, ...look }: { empty?: string; isOrdered?: boolean; isChain?: boolean } = {},
): Block | undefined {
  return items.length === 0 ? quiet(empty) : { kind: 'list', items, ...look }
}

export function table(
  rows: readonly (readonly Cell[])[],
  look: Partial<Omit<TableBlock, 'kind' | 'rows'>> = {},
): Block {
  return { kind: 'table', heads: [], more: 0, ...look, rows }
}

/** An address of the web is a link; anything else is only named. */
export function link(label: string, url: string): Block | undefined {
  if (!isWebAddress(url)) return plain([label, url].filter(Boolean).join(': '))
  return { kind: 'link', label: label || url, url }
}

export function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^\s<>|"]+$/i.test(url)
}

export function column(parts: readonly Blocks[]): Block {
  return { kind: 'group', layout: 'column', parts: parts.map(present) }
}

export function inset(...blocks: Blocks): Block {
  return { kind: 'group', layout: 'inset', parts: [present(blocks)] }
}

export function notice(tone: Tone, blocks: Blocks): Block {
  return { kind: 'notice', tone, blocks: present(blocks) }
}

export const inBrowser: Block = { kind: 'browser' }

/** The entries of a list that is kept, below its name. */
export function entries(name: string, parts: readonly Blocks[]): Blocks {
  return [heading(name), parts.length > 0 ? column(parts) : quiet('Nothing yet')]
}

/** Where facts come from, as their provider wants it to be said. */
export function sourceNote(
  source: { readonly name: string; readonly attribution?: string | undefined } | undefined,
): Block | undefined {
  return quiet(source && `Source: ${[source.name, source.attribution].filter(Boolean).join(', ')}`)
}
