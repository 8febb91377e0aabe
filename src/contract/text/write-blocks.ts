import type { Block, Cell, ChartBlock, ListItem, Span, TableBlock } from './blocks.ts'
import { isWebAddress } from './blocks.ts'
import { valueText } from './numbers.ts'
import { withoutMarks } from './without-marks.ts'

/** `plain`: words as a letter has them, rows with tabs between their cells. */
export type WritingStyle = 'plain' | 'markdown'

/** What components say as a text to copy or to keep. */
export function writeBlocks(blocks: readonly Block[], style: WritingStyle): string {
  const writer = style === 'plain' ? plainWriter : markdownWriter
  return written(blocks, writer)
}

interface Writer {
  readonly markdown: (text: string) => string
  readonly heading: (text: string) => string
  readonly strong: (text: string) => string
  readonly link: (label: string, url: string) => string
  readonly picture: (label: string, url: string) => string
  readonly code: (code: string) => string
  readonly rows: (heads: readonly string[], rows: readonly (readonly string[])[]) => string
  readonly quote: (text: string) => string
  readonly divider: string
}

const plainWriter: Writer = {
  markdown: withoutMarks,
  heading: (text) => text,
  strong: (text) => text,
  link: (label, url) => (label === url ? url : `${label}: ${url}`),
  picture: (label) => label,
  code: (code) => code,
  rows: (heads, rows) =>
    [...(heads.some((head) => head !== '') ? [heads] : []), ...rows]
      .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
      .join('\n'),
  quote: (text) => text,
  divider: '',
}

const markdownWriter: Writer = {
  markdown: (text) => text,
  heading: (text) => `### ${text}`,
  strong: (text) => (text.trim() === '' ? text : `**${text}**`),
  link: (label, url) => `[${label}](${url})`,
  picture: (label, url) => (isWebAddress(url) ? `![${label}](${url})` : label),
  code: (code) => {
    // A fence that is longer than any in the code itself.
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
    return `${fence}\n${code}\n${fence}`
  },
  rows(heads, rows) {
    const line = (cells: readonly string[]) =>
      `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')).join(' | ')} |`
    const columns = Math.max(heads.length, ...rows.map((row) => row.length))
    const padded = Array.from({ length: columns }, (_, index) => heads[index] ?? '')
    return [line(padded), line(padded.map(() => '---')), ...rows.map(line)].join('\n')
  },
  quote: (text) => text.replaceAll(/^/gm, '> '),
  divider: '---',
}

function written(blocks: readonly Block[], writer: Writer): string {
  return blocks
    .map((block) => (writings[block.kind] as Write)(block as never, writer).replace(/^\n+|\s+$/g, ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

type Write = (block: never, writer: Writer) => string
type Writings = {
  readonly [Kind in Block['kind']]: (block: Extract<Block, { readonly kind: Kind }>, writer: Writer) => string
}

const writings: Writings = {
  text: ({ text, isPlain }, { markdown }) => (isPlain ? text : markdown(text)),
  line: ({ spans }, writer) => spansText(spans, writer),
  heading: ({ text }, { heading }) => heading(text),
  facts: ({ facts }, { strong }) => facts.map(({ label, value }) => `${strong(label)}: ${value}`).join('\n'),
  figure: ({ label, value }, { strong }) => (label === undefined ? value : `${label}: ${strong(value)}`),
  table: tableText,
  list: ({ items, isOrdered }, writer) =>
    items.map((item, index) => itemText(item, isOrdered ? `${index + 1}.` : '-', writer)).join('\n'),
  link: ({ label, url }, { link }) => link(label, url),
  picture: ({ label, url }, { picture }) => picture(label, url),
  code: ({ code }, writer) => writer.code(code),
  chart: (block, writer) => chartText(block, writer),
  divider: (_block, { divider }) => divider,
  button: ({ label, url }, { link }) => (url === undefined ? '' : link(label, url)),
  notice: ({ blocks }, writer) => writer.quote(written(blocks, writer)),
  group: ({ parts }, writer) =>
    parts
      .map((part) => written(part, writer))
      .filter((text) => text !== '')
      .join('\n\n'),
  browser: () => '',
}

function tableText({ heads, rows, more }: TableBlock, writer: Writer): string {
  const table = writer.rows(
    heads,
    rows.map((row) => row.map(cellText)),
  )
  return more > 0 ? `${table}\n\n… and ${more} more` : table
}

function cellText(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

function itemText({ mark, spans, detail, markdown }: ListItem, dot: string, writer: Writer): string {
  const first = spansText(mark === undefined ? spans : [mark, ' ', ...spans], writer)
  const more = [
    detail?.replaceAll('\n', ', '),
    markdown === undefined ? undefined : writer.markdown(markdown),
  ]
  return `${dot} ${[first, ...more].filter(Boolean).join(' – ')}`
}

/** Bars, trends and colours are pictures, which a text cannot hold. */
function spansText(spans: readonly Span[], writer: Writer): string {
  return spans
    .map((span) => spanText(span, writer))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

function spanText(span: Span, writer: Writer): string {
  if (typeof span === 'string') return span
  if ('markdown' in span) return writer.markdown(span.markdown)
  if (!('text' in span)) return ''
  if ('url' in span) return isWebAddress(span.url) ? writer.link(span.text, span.url) : span.text
  return [span.look].flat().includes('strong') ? writer.strong(span.text) : span.text
}

function chartText({ labels, series, format }: ChartBlock, writer: Writer): string {
  const places = labels.length > 0 ? labels : (series[0]?.points ?? []).map(({ x }) => x)
  const valueAt = (index: number) =>
    series.map(({ values, points }) => valueText(values?.[index] ?? points?.[index]?.y, format))
  return writer.rows(
    ['', ...series.map(({ name }) => name)],
    places.map((place, index) => [String(place), ...valueAt(index)]),
  )
}
