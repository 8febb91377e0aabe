import type { ComponentType, NewComponent } from '../../components/schemas.ts'
import type { Component } from '../component-schema.ts'
import { changeSummary } from '../preview.ts'
import { waitingCalls } from '../several-calls.ts'
import type { Block, Fact } from './blocks.ts'
import type { NumberFormat } from './numbers.ts'

/** What a description may ask for. */
export interface Around {
  readonly inner: (children?: readonly Component[]) => readonly Block[]
  readonly figure: (value: unknown, look?: NumberFormat) => string
  readonly maxRows: number
  readonly maxItems: number
}

type Description<Type extends ComponentType> = (
  component: NewComponent<Type>,
  around: Around,
) => readonly Block[]

/** Somebody plays with it, fills it in or watches it: what it says is told in words. */
const inWords = 'words'

/** A component type that is missing here does not compile. */
export const descriptions: { readonly [Type in ComponentType]: Description<Type> | typeof inWords } = {
  text: ({ text: said, format }) => [{ kind: 'text', text: said, isPlain: format === 'plain' }],
  heading: ({ text: title, subtitle }) => [...heading(title), ...text(subtitle)],
  alert: ({ title, text: note }) => [...bold(title), ...text(note)],
  error: ({ title, message }) => [...bold(title), ...text(message)],
  badge: ({ text: word }) => text(word),
  divider: () => [{ kind: 'divider' }],
  card: ({ title, subtitle, children, footer }, { inner }) => [
    ...heading(title),
    ...text(subtitle),
    ...inner(children),
    ...text(footer),
  ],
  row: ({ children }, { inner }) => inner(children),
  column: ({ children }, { inner }) => inner(children),
  grid: ({ children }, { inner }) => inner(children),
  tabs: ({ tabs }, { inner }) =>
    tabs.flatMap(({ label, children }) => [...heading(label), ...inner(children)]),
  list: ({ title, items, ordered = false, empty_text }, { maxItems }) => [
    ...heading(title),
    ...list(items.map(itemText), { isOrdered: ordered, otherwise: empty_text, most: maxItems }),
  ],
  timeline: ({ title, items }, { maxItems }) => [
    ...heading(title),
    ...list(
      items.map(({ time, title: what, text: more }) => joined([time, what, more], ' – ')),
      { most: maxItems },
    ),
  ],
  table,
  comparison,
  key_value: ({ title, items }, { figure, maxItems }) => [
    ...heading(title),
    ...facts(
      items
        .slice(0, maxItems)
        .map(({ label, value, unit, tone }) => ({ label, value: figure(value, { unit }), tone })),
    ),
  ],
  metric,
  gauge: ({ label, value, unit, decimals }, { figure }) =>
    facts([{ label, value: figure(value, { unit, decimals }) }]),
  progress: ({ label = 'Progress', value, max = 100, text: said }) => {
    const share = value === undefined ? 'in progress' : `${Math.round((value / max) * 100)} %`
    return facts([{ label, value: said ?? share }])
  },
  link: ({ url, label, description }) => [...link(label, url), ...quiet(description)],
  // Pictures are not fetched by the provider: an address can carry out what it should not.
  image: ({ url, alt, caption }) => {
    const label = caption ?? (alt || 'Picture')
    return isWeb(url) ? link(label, url) : text(label)
  },
  button: ({ label, action }) => {
    // A button becomes what can be done without one: a link, or words to say.
    if (action.kind === 'open' && isWeb(action.url)) return link(label, action.url)
    return action.kind === 'chat' ? text(`${label}: say “${action.message}”`) : []
  },
  code: ({ code }) => (code === '' ? [] : [{ kind: 'code', code }]),
  profile,
  held: ({ title, children }, { inner }) => [
    ...bold(title),
    ...inner(children),
    ...text('Part of this answer only loads in Deskhand on your computer.'),
  ],
  // Not what is in the files: whoever reads the channel may not read them.
  confirmation: ({ title, message, action, args, details = [] }, { maxItems }) => [
    ...bold(title),
    ...text(message),
    ...(waitingCalls({ action, args }) ?? []).flatMap((call) => text(`• ${call.title}`)),
    ...list(
      details.flatMap(({ changes = [] }) => changes.map(changeSummary)),
      { most: maxItems },
    ),
    ...text("Waiting for approval in Deskhand on your computer. You can't approve it from here."),
  ],

  form: inWords,
  input: inWords,
  select: inWords,
  toggle: inWords,
  slider: inWords,
  sparkline: inWords,
  chart: inWords,
  diagram: inWords,
  calendar_view: inWords,
  file: inWords,
  task_tracker: inWords,
  live_timer: inWords,
  countdown: inWords,
  live_clock: inWords,
  pomodoro: inWords,
  stopwatch: inWords,
  calculator: inWords,
  unit_converter: inWords,
  dice_roller: inWords,
  coin_flip: inWords,
  tic_tac_toe: inWords,
  quiz: inWords,
  flashcards: inWords,
  habit_tracker: inWords,
  breathing: inWords,
  tip_calculator: inWords,
  bmi_calculator: inWords,
  password_generator: inWords,
  color_picker: inWords,
  drawing_canvas: inWords,
  poll: inWords,
  markdown_editor: inWords,
  metronome: inWords,
  jit_widget: inWords,
  live_weather: inWords,
  live_stock: inWords,
  currency_converter: inWords,
  news_ticker: inWords,
  wiki_summary: inWords,
  dictionary: inWords,
  translator: inWords,
  rss_reader: inWords,
  astronomy: inWords,
  live_sports: inWords,
  recipe_viewer: inWords,
  data_bound: inWords,
  todo_list: inWords,
  notes: inWords,
  kanban_board: inWords,
  journal: inWords,
  budget_tracker: inWords,
  reading_list: inWords,
  code_snippets: inWords,
  bookmarks: inWords,
  contacts: inWords,
}

function text(value: string | undefined): readonly Block[] {
  return value ? [{ kind: 'text', text: value }] : []
}

function quiet(value: string | undefined): readonly Block[] {
  return value ? [{ kind: 'text', text: value, isQuiet: true }] : []
}

function bold(value: string | undefined): readonly Block[] {
  return value ? [{ kind: 'text', text: `**${value}**` }] : []
}

function heading(value: string | undefined): readonly Block[] {
  return value ? [{ kind: 'heading', text: value }] : []
}

function link(label: string, url: string): readonly Block[] {
  if (!isWeb(url)) return text(joined([label, url], ': '))
  return [{ kind: 'link', label: label || url, url }]
}

function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^\s<>|"]+$/i.test(url)
}

function list(
  items: readonly string[],
  {
    isOrdered = false,
    otherwise,
    most,
  }: { isOrdered?: boolean; otherwise?: string | undefined; most: number },
): readonly Block[] {
  if (items.length === 0) return text(otherwise)
  const more = items.length - most
  return [
    { kind: 'list', items: items.slice(0, most), isOrdered },
    ...(more > 0 ? text(`… and ${more} more`) : []),
  ]
}

function itemText({ text: entry, detail, badge }: NewComponent<'list'>['items'][number]): string {
  return joined([entry, detail], ' – ') + (badge === undefined ? '' : ` (${badge})`)
}

function facts(found: readonly Fact[]): readonly Block[] {
  return found.length === 0 ? [] : [{ kind: 'facts', facts: found }]
}

function metric(component: NewComponent<'metric'>, { figure }: Around): readonly Block[] {
  const { label, value, format, currency, decimals, unit, change, change_unit, change_label } = component
  const shown = figure(value, { format, currency, decimals, unit })
  if (change === undefined) return facts([{ label, value: shown }])
  const moved = `${change > 0 ? '+' : ''}${figure(change, { unit: change_unit })}`
  return facts([{ label, value: `${shown} (${joined([moved, change_label], ' ')})` }])
}

type Column = NewComponent<'table'>['columns'][number]

function table(
  { columns, rows, caption, empty_text, total_rows }: NewComponent<'table'>,
  { figure, maxRows }: Around,
): readonly Block[] {
  if (rows.length === 0) return [...heading(caption), ...text(empty_text)]
  const cells = rows
    .slice(0, maxRows)
    .map((row) => columns.map((column) => figure(row[column.key], lookOf(column))))
  const heads = columns.map(({ key, label }) => label ?? key)
  const more = Math.max(0, (total_rows ?? rows.length) - cells.length)
  return [...heading(caption), { kind: 'table', heads, rows: cells, more }]
}

const FIGURES: readonly unknown[] = ['number', 'currency', 'percent', 'bytes', 'duration']

function lookOf({ type, currency, decimals, unit }: Column): NumberFormat {
  return {
    format: FIGURES.includes(type) ? (type as NumberFormat['format']) : undefined,
    currency,
    decimals,
    unit,
  }
}

/** The alternatives become rows: there are few of them, and a chat is narrow. */
function comparison(
  { title, criteria, items, verdict }: NewComponent<'comparison'>,
  { figure }: Around,
): readonly Block[] {
  const heads = ['', ...criteria.map(({ key, label }) => label ?? key)]
  const rows = items.map(({ name, values, recommended }) => [
    name + (recommended ? ' ✓' : ''),
    ...criteria.map(({ key, unit }) => figure(values[key], { unit })),
  ])
  return [...heading(title), { kind: 'table', heads, rows, more: 0 }, ...text(verdict)]
}

function profile(component: NewComponent<'profile'>, { figure }: Around): readonly Block[] {
  const { name, description, summary, facts: known = [], sections = [], links = [], source } = component
  return [
    ...heading(name),
    ...quiet(description),
    ...text(summary),
    ...facts(known.map(({ label, value }) => ({ label, value: figure(value) }))),
    ...sections.flatMap(({ title, text: more }) => [...heading(title), ...text(more)]),
    ...links.flatMap(({ label, url }) => link(label, url)),
    ...(source ? link(source.name, source.url) : []),
  ]
}

function joined(values: readonly (string | undefined)[], separator: string): string {
  return values.filter((value) => value).join(separator)
}
