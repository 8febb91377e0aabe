import { valueText } from '../../contract/text/numbers.ts'
import type {
  Block,
  Cell,
  CodeBlock,
  Fact,
  FigureBlock,
  ListBlock,
  TableBlock,
} from '../../contract/text/blocks.ts'
import { drawTable, type Style } from '../terminal/table.ts'
import { displayWidth, padEnd, padStart, printable, printableLines, wrapped } from '../terminal/text-width.ts'
import { drawChart } from './chart.ts'
import {
  below,
  beside,
  indented,
  marked,
  narrower,
  plain,
  quiet,
  title,
  toned,
  toneStyles,
  type Ink,
  type Lines,
} from './ink.ts'
import { codeLine, drawMarkdown, linkText } from './markdown.ts'
import { drawSpan, drawSpans } from './spans.ts'

const MAX_ROWS = 200
const MAX_LABEL_LENGTH = 28
const GRID_GAP = 3
const MIN_CELL_WIDTH = 24
const MIN_COLUMN_WIDTH = 16
const NOTICES = { neutral: '•', info: 'ℹ', success: '✔', warning: '⚠', danger: '✖' } as const
const DIFF_STYLES: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red' }

/** What components say, as lines for a terminal: each part with some room around it. */
export function drawParts(parts: readonly (readonly Block[])[], ink: Ink): Lines {
  return below(parts.map((blocks) => drawBlocks(blocks, ink)))
}

export function drawBlocks(blocks: readonly Block[], ink: Ink): Lines {
  return blocks.flatMap((block) => drawBlock(block, ink))
}

type Drawings = {
  readonly [Kind in Block['kind']]: (block: Extract<Block, { readonly kind: Kind }>, ink: Ink) => Lines
}

function drawBlock(block: Block, ink: Ink): Lines {
  return (drawings[block.kind] as (block: Block, ink: Ink) => Lines)(block, ink)
}

const drawings: Drawings = {
  text({ text, isPlain, isQuiet, tone }, ink) {
    if (isQuiet) return quiet(ink, text)
    const lines = isPlain ? plain(ink, text) : drawMarkdown(text, ink)
    return lines.map((line) => toned(ink, tone, line))
  },
  line: ({ spans }, ink) => wrapped(drawSpans(spans, ink), ink.width),
  heading: ({ text, isMain = false, tone }, ink) =>
    title(ink, isMain ? text.toUpperCase() : text).map((line) => toned(ink, tone, line)),
  facts: ({ facts }, ink) => drawFacts(facts, ink),
  figure: drawFigure,
  table: drawCells,
  list: drawList,
  link: ({ label, url }, ink) => wrapped(linkText(ink, label, url), ink.width),
  picture: ({ label, url }, ink) => [
    `🖼  ${printable(label)}`,
    ...(url.startsWith('data:') ? [] : quiet(ink, url)),
  ],
  code: drawCode,
  chart: drawChart,
  divider({ label }, ink) {
    const words = label === undefined ? '' : ` ${printable(label)} `
    const side = '─'.repeat(Math.max(2, Math.floor((Math.min(ink.width, 60) - words.length) / 2)))
    return [ink.style('gray', `${side}${words}${side}`)]
  },
  button({ label, says, url }, ink) {
    const hint = says !== undefined && says !== label ? `say: ${says}` : url && `<${url}>`
    const shown = ink.style('cyan', `[ ${printable(label)} ]`)
    return wrapped(hint ? `${shown}${ink.style('gray', `  ${printable(hint)}`)}` : shown, ink.width)
  },
  notice: ({ tone, blocks }, ink) =>
    marked(`${toned(ink, tone, NOTICES[tone])} `, drawBlocks(blocks, narrower(ink, 2))),
  group: drawGroup,
  browser: (_block, ink) => quiet(ink, `Use it in the browser: ${ink.page ?? '"deskhand open"'}`),
}

function drawGroup({ layout, parts, columns }: Extract<Block, { kind: 'group' }>, ink: Ink): Lines {
  if (layout === 'column') return drawParts(parts, ink)
  if (layout === 'inset') return indented(drawParts(parts, narrower(ink, 2)))
  if (layout === 'row')
    return beside(
      parts.map((part) => drawBlocks(part, ink)),
      { width: ink.width },
    )
  const narrowest = columns === undefined ? MIN_CELL_WIDTH : MIN_COLUMN_WIDTH
  const fitting = Math.max(1, Math.floor((ink.width + GRID_GAP) / (narrowest + GRID_GAP)))
  const across = Math.min(columns ?? fitting, fitting, Math.max(1, parts.length))
  const width = Math.floor((ink.width - GRID_GAP * (across - 1)) / across)
  const cells = parts.map((part) => drawBlocks(part, { ...ink, width }))
  const rows = Array.from({ length: Math.ceil(cells.length / across) }, (_, row) =>
    beside(cells.slice(row * across, (row + 1) * across), { width: ink.width, gap: GRID_GAP }),
  )
  return below(rows)
}

/** Labels in one column, values in the next. */
function drawFacts(facts: readonly Fact[], ink: Ink): Lines {
  const labels = facts.map(({ label }) => printable(label))
  const widest = Math.min(MAX_LABEL_LENGTH, Math.max(0, ...labels.map(displayWidth)))
  return facts.flatMap(({ value, tone }, index) =>
    marked(
      `${ink.style('gray', padEnd(labels[index]!, widest))}  `,
      plain(narrower(ink, widest + 2), value).map((line) => toned(ink, tone, line)),
    ),
  )
}

function drawFigure({ label, value, spans = [value] }: FigureBlock, ink: Ink): Lines {
  return [...quiet(ink, label), ...wrapped(drawSpans(spans, ink), ink.width)]
}

function drawCells({ heads, rows, more, alignEnd = [] }: TableBlock, ink: Ink): Lines {
  const shown = rows.slice(0, MAX_ROWS).map((row) => row.map(cellOf))
  const header = heads.length > 0 ? heads : (rows[0] ?? []).map(() => '')
  const width = ink.cuts ? ink.width : undefined
  const lines = drawTable({ header, rows: shown, alignEnd: new Set(alignEnd), width, style: ink.style })
  const left = more + rows.length - shown.length
  return [
    ...lines.split('\n').slice(heads.length > 0 ? 0 : 1),
    ...quiet(ink, left > 0 ? `… and ${valueText(left)} more` : undefined),
  ]
}

function cellOf(cell: Cell) {
  if (typeof cell === 'string' || cell.tone === undefined || cell.tone === 'neutral')
    return typeof cell === 'string' ? cell : cell.text
  return { text: cell.text, style: toneStyles[cell.tone] }
}

function drawList({ items, isOrdered, isChain }: ListBlock, ink: Ink): Lines {
  const digits = String(items.length).length + 1
  const marks = items.map(({ mark }, index) => {
    if (mark !== undefined) return drawSpan(mark, ink)
    return isOrdered ? padStart(`${index + 1}.`, digits) : '•'
  })
  const widest = Math.max(...marks.map(displayWidth))
  const inside = narrower(ink, widest + 1)
  return items.flatMap(({ spans, detail, markdown }, index) => {
    const lines = [
      ...wrapped(drawSpans(spans, inside), inside.width),
      ...quiet(inside, detail),
      ...(markdown === undefined ? [] : drawMarkdown(markdown, inside)),
    ]
    const [first = '', ...rest] = marked(`${padEnd(marks[index]!, widest)} `, lines)
    if (!isChain || index === items.length - 1) return [first, ...rest]
    const rail = ink.style('gray', '│')
    return [first, ...rest.map((line) => `${rail}${line.slice(1)}`)]
  })
}

function drawCode({ code, name, isNumbered, isDiff, highlighted = [] }: CodeBlock, ink: Ink): Lines {
  const lines = printableLines(code.replace(/\n$/, ''))
  if (isDiff)
    return lines.map((line) => {
      const style = DIFF_STYLES[line[0] ?? '']
      return style ? ink.style(style, line) : line
    })
  const digits = String(lines.length).length
  return [
    ...quiet(ink, name),
    ...lines.map((line, index) => {
      const number = isNumbered ? `${String(index + 1).padStart(digits)} ` : ''
      const shown = codeLine(`${number}${line}`, ink)
      return highlighted.includes(index + 1) ? ink.style('inverse', shown) : shown
    }),
  ]
}
