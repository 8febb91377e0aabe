import { displayWidth, printable, wrapped } from '../terminal/text-width.ts'
import type { DrawingsOf } from './drawing.ts'
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
  type Ink,
  type Lines,
} from './ink.ts'
import { drawMarkdown } from './markdown.ts'
import { numberText } from './number-text.ts'

type Layout =
  | 'row'
  | 'column'
  | 'grid'
  | 'card'
  | 'tabs'
  | 'button'
  | 'form'
  | 'input'
  | 'select'
  | 'toggle'
  | 'slider'

const GRID_GAP = 3
const NARROWEST_CELL = 24

export const layout: DrawingsOf<Layout> = {
  row: ({ children }, ink, inner) =>
    beside(
      children.map((child) => inner([child], ink)),
      { width: ink.width },
    ),

  column: ({ children }, ink, inner) => inner(children, ink),

  grid({ children, columns }, ink, inner) {
    const fitting = Math.max(1, Math.floor((ink.width + GRID_GAP) / (NARROWEST_CELL + GRID_GAP)))
    const across = Math.min(columns ?? fitting, fitting, Math.max(1, children.length))
    const width = Math.floor((ink.width - GRID_GAP * (across - 1)) / across)
    const cells = children.map((child) => inner([child], { ...ink, width }))
    const rows = Array.from({ length: Math.ceil(cells.length / across) }, (_, row) =>
      beside(cells.slice(row * across, (row + 1) * across), { width: ink.width, gap: GRID_GAP }),
    )
    return below(rows)
  },

  card: ({ title: heading, subtitle, tone, children = [], footer }, ink, inner) => {
    const inside = inner(children, narrower(ink, 2))
    return [
      ...title(ink, heading).map((line) => toned(ink, tone, line)),
      ...quiet(ink, subtitle),
      ...(heading === undefined ? inside : indented(inside)),
      ...quiet(ink, footer),
    ]
  },

  tabs: ({ tabs }, ink, inner) =>
    below(
      tabs.map(({ label, children }) => [
        ink.style('bold', `▸ ${printable(label)}`),
        ...indented(inner(children, narrower(ink, 2))),
      ]),
    ),

  button: ({ label, action }, ink) => {
    const said = action.kind === 'chat' ? action.message : undefined
    const hint = said !== undefined && said !== label ? ink.style('gray', `  say: ${printable(said)}`) : ''
    return wrapped(`${ink.style('cyan', `[ ${printable(label)} ]`)}${hint}`, ink.width)
  },

  form: ({ title: heading, text, children, submit_label = 'Send' }, ink, inner) => [
    ...title(ink, heading),
    ...(text === undefined ? [] : drawMarkdown(text, ink)),
    ...indented(inner(children, narrower(ink, 2))),
    ink.style('cyan', `[ ${printable(submit_label)} ]`),
  ],

  input: ({ label, value, placeholder, required = false, help }, ink) =>
    field(ink, `${label}${required ? ' *' : ''}`, [
      value === undefined ? ink.style('gray', printable(placeholder ?? '…')) : printable(String(value)),
      ...quiet(ink, help),
    ]),

  select({ label, options, value, values = [], help }, ink) {
    const chosen = new Set([value, ...values])
    const lines = options.map((option) => {
      const mark = chosen.has(option.value) ? '◉' : '○'
      return `${mark} ${printable(option.label ?? String(option.value))}`
    })
    return [...plain(ink, label), ...indented(lines), ...indented(quiet(ink, help))]
  },

  toggle: ({ label, value = false, help }, ink) => [
    `${value ? ink.style('green', '[x]') : '[ ]'} ${printable(label)}`,
    ...indented(quiet(ink, help), '    '),
  ],

  slider({ label, min = 0, max = 100, value = min, unit }, ink) {
    const range = ink.style('gray', `(${numberText(min)} to ${numberText(max)})`)
    const room = Math.max(6, Math.min(20, ink.width - displayWidth(label) - 24))
    return field(ink, label, [
      `${track((value - min) / (max - min || 1), room)} ${printable(numberText(value, { unit }))} ${range}`,
    ])
  },
}

function field(ink: Ink, label: string, lines: Lines): Lines {
  return marked(`${printable(label)}: `, lines.length > 0 ? lines : [ink.style('gray', '…')])
}

function track(share: number, width: number): string {
  const at = Math.round(Math.min(1, Math.max(0, share)) * (width - 1))
  return `${'━'.repeat(at)}●${'─'.repeat(width - 1 - at)}`
}
