import {
  isWebAddress,
  plain,
  type Block,
  type ChartBlock,
  type TableBlock,
} from '../../../contract/text/blocks.ts'
import { valueText } from '../../../contract/text/numbers.ts'

const MAX_ROWS = 20
const MAX_ITEMS = 50

type Shown = 'text' | 'line' | 'heading' | 'facts' | 'list' | 'link' | 'code' | 'divider'

/** The kinds that every team chat can show somehow; all others are told by these. */
export type ChatBlock = Extract<Block, { readonly kind: Shown }> | ChatTable | OwnMessage

/** A chart for a chat that shows pictures, and the same in words. */
export interface DrawnChart {
  readonly kind: 'chart'
  readonly chart: ChartBlock
  readonly inWords: Exclude<ChatBlock, OwnMessage>
}

/** A question to a person, where it is a message of its own. */
export interface AskedQuestion {
  readonly kind: 'question'
  readonly confirmation_id: string
  readonly blocks: readonly ChatBlock[]
}

/** A picture of the service itself, where pictures can be sent. */
export interface SentPicture {
  readonly kind: 'picture'
  readonly label: string
  /** A path of the service, or the picture itself as a data URL. */
  readonly url: string
}

/** A file that an answer names, where files can be sent. */
export interface SentFile {
  readonly kind: 'file'
  readonly name: string
  readonly path?: string | undefined
  readonly file_id?: string | undefined
  /** What is said where it can't be sent. */
  readonly inWords: readonly ChatBlock[]
}

export interface ChatTable {
  readonly kind: 'table'
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Rows that are not among these. */
  readonly more: number
}

/** What is a message of its own where the chat can show it. */
export type OwnMessage = DrawnChart | AskedQuestion | SentPicture | SentFile

export function isOwnMessage(block: ChatBlock): block is OwnMessage {
  return ['chart', 'question', 'picture', 'file'].includes(block.kind)
}

export function chatBlocks(blocks: readonly Block[]): readonly ChatBlock[] {
  return blocks.flatMap((block) => (told[block.kind] as (block: Block) => readonly ChatBlock[])(block))
}

/** The same for a chat that shows pictures too. */
export function chatBlocksWithPictures(blocks: readonly Block[]): readonly ChatBlock[] {
  return blocks.flatMap((block): readonly ChatBlock[] => {
    if (block.kind === 'chart') return [{ kind: 'chart', chart: block, inWords: chartInWords(block) }]
    if (block.kind === 'picture' && /^(?:\/|data:image\/)/.test(block.url))
      return [{ kind: 'picture', label: block.label, url: block.url }]
    if (block.kind === 'notice') return chatBlocksWithPictures(block.blocks)
    if (block.kind === 'group') return block.parts.flatMap(chatBlocksWithPictures)
    return chatBlocks([block])
  })
}

type Told = {
  readonly [Kind in Block['kind']]: (block: Extract<Block, { readonly kind: Kind }>) => readonly ChatBlock[]
}

const asIs = <Shown extends ChatBlock>(block: Shown) => [block]

const told: Told = {
  text: asIs,
  line: asIs,
  heading: asIs,
  facts: asIs,
  link: asIs,
  code: asIs,
  divider: asIs,
  list(block) {
    const more = block.items.length - MAX_ITEMS
    if (more <= 0) return [block]
    return [{ ...block, items: block.items.slice(0, MAX_ITEMS) }, said(`… and ${more} more`)]
  },
  figure: ({ label, value }) =>
    label === undefined ? [said(value)] : [{ kind: 'facts', facts: [{ label, value }] }],
  table: (block) => [chatTable(block)],
  chart: (block) => [chartInWords(block)],
  picture: ({ label, url }) => [isWebAddress(url) ? { kind: 'link', label, url } : said(label)],
  // A button becomes what can be done without one: a link, or words to say.
  button({ label, url, says }) {
    if (url !== undefined) return [{ kind: 'link', label, url }]
    return says === undefined ? [] : [said(label === says ? `Say “${says}”` : `${label}: say “${says}”`)]
  },
  notice: ({ blocks }) => chatBlocks(blocks),
  group: ({ parts }) => parts.flatMap(chatBlocks),
  browser: () => [said('Open Deskhand on your computer to use it.')],
}

function said(text: string): ChatBlock {
  return plain(text) as ChatBlock
}

function chatTable({ heads, rows, more, isByColumn }: TableBlock): ChatTable {
  const written = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)))
  // A chat is narrow, and there are fewer things than what is told of them.
  const [first = [], ...rest] = isByColumn ? turned([heads, ...written]) : [heads, ...written]
  return {
    kind: 'table',
    heads: first,
    rows: rest.slice(0, MAX_ROWS),
    more: more + Math.max(0, rest.length - MAX_ROWS),
  }
}

function turned(rows: readonly (readonly string[])[]): string[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
}

/** Bars and shares are few enough to be told one by one; of a line it matters where it leads. */
function chartInWords({ look, labels, series, format }: ChartBlock): DrawnChart['inWords'] {
  const figure = (value: number | null | undefined) => valueText(value, { ...format, locale: 'en' })
  const all = series.map(({ name, values, points = [] }) => ({
    name,
    values: values ?? points.map(({ y }) => y),
  }))
  const places = labels.length > 0 ? labels : (series[0]?.points ?? []).map(({ x }) => x)
  if (look === 'bar' || look === 'pie')
    return chatTable({
      kind: 'table',
      heads: ['', ...all.map(({ name }) => name)],
      rows: places.map((place, index) => [String(place), ...all.map(({ values }) => figure(values[index]))]),
      more: 0,
    })
  const facts = all.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return { label: name, value: '–' }
    const [least, most] = [Math.min(...known), Math.max(...known)].map(figure)
    return { label: name, value: `${figure(known[0])} → ${figure(known.at(-1))} (${least} to ${most})` }
  })
  return { kind: 'facts', facts }
}
