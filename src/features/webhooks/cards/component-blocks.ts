import type { Component } from '../../../contract/component-schema.ts'
import type { CallDetail } from '../../../contract/confirmation.ts'
import { changeSummary } from '../../../contract/preview.ts'
import { waitingCalls } from '../../../contract/several-calls.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../../../platform/upstream/fields.ts'
import type { Block, Fact } from './blocks.ts'
import { figureText } from './figures.ts'

const DEEPEST = 12
const MOST_ROWS = 20
const MOST_ITEMS = 50

/** What a component says in words, for the kinds that have no form of their own here. */
export type ReadComponent = (component: Component) => string

type Inner = (children: unknown) => readonly Block[]
type Projection = (component: Fields, inner: Inner) => readonly Block[]

/** An answer without the shell. Nothing in it can be pressed: what needs a decision is decided on the machine. */
export function blocksOf(components: unknown, read: ReadComponent, depth = 0): readonly Block[] {
  if (depth > DEEPEST) return []
  return listOf(components).flatMap((value) => {
    const component = fieldsOf(value)
    const project = projections.get(String(component['type']))
    if (project) return project(component, (children) => blocksOf(children, read, depth + 1))
    return text(read(component as Component))
  })
}

const projections = new Map<string, Projection>(
  Object.entries<Projection>({
    text: ({ text: said, format }) => {
      const content = textOf(said)
      return content === null ? [] : [{ kind: 'text', text: content, isPlain: format === 'plain' }]
    },
    heading: ({ text: title, subtitle }) => [...heading(title), ...text(subtitle)],
    alert: ({ title, text: note }) => [...bold(title), ...text(note)],
    error: ({ title, message }) => [...bold(title), ...text(message)],
    badge: ({ text: word }) => text(word),
    divider: () => [{ kind: 'divider' }],
    card: ({ title, subtitle, children, footer }, inner) => [
      ...heading(title),
      ...text(subtitle),
      ...inner(children),
      ...text(footer),
    ],
    row: ({ children }, inner) => inner(children),
    column: ({ children }, inner) => inner(children),
    grid: ({ children }, inner) => inner(children),
    tabs: ({ tabs }, inner) =>
      listOf(tabs)
        .map(fieldsOf)
        .flatMap(({ label, children }) => [...heading(label), ...inner(children)]),
    list: ({ title, items, ordered, empty_text }) => [
      ...heading(title),
      ...list(listOf(items).map(itemText), { isOrdered: ordered === true, otherwise: empty_text }),
    ],
    timeline: ({ title, items }) => [
      ...heading(title),
      ...list(
        listOf(items)
          .map(fieldsOf)
          .map(({ time, title: what, text: more }) => joined([time, what, more], ' – ')),
      ),
    ],
    table,
    comparison,
    key_value: ({ title, items }) => [
      ...heading(title),
      ...facts(
        listOf(items)
          .map(fieldsOf)
          .map(({ label, value, unit }) => [label, figureText(value, { unit })]),
      ),
    ],
    metric,
    gauge: ({ label, value, unit, decimals }) => facts([[label, figureText(value, { unit, decimals })]]),
    progress: ({ label, value, max, text: said }) => {
      const share = typeof value === 'number' && typeof max === 'number' ? (value / max) * 100 : null
      const shown = textOf(said) ?? (share === null ? 'under way' : `${Math.round(share)} %`)
      return facts([[label ?? 'Progress', shown]])
    },
    link: ({ url, label, description }) => [...link(label, url), ...text(description)],
    // Pictures are not fetched by the provider: an address can carry out what it should not.
    image: ({ url, alt, caption }) => {
      const label = textOf(caption) ?? textOf(alt) ?? 'Picture'
      return isWeb(url) ? link(label, url) : text(label)
    },
    button: ({ label, action }) => offer(label, fieldsOf(action)),
    code: ({ code }) => (typeof code === 'string' && code !== '' ? [{ kind: 'code', code }] : []),
    profile,
    held: ({ title, children }, inner) => [
      ...bold(title),
      ...inner(children),
      ...text('A part of this answer is loaded only in Deskhand on your computer.'),
    ],
    // Not what is in the files: whoever reads the channel may not read them.
    confirmation: ({ title, message, action, args, details }) => [
      ...bold(title),
      ...text(message),
      ...(waitingCalls({ action: String(action), args: fieldsOf(args) }) ?? []).flatMap((call) =>
        text(`• ${call.title}`),
      ),
      ...list(
        ((details ?? []) as readonly CallDetail[]).flatMap(({ changes = [] }) => changes.map(changeSummary)),
      ),
      ...text('It waits for approval in Deskhand on your computer; it cannot be approved from here.'),
    ],
  }),
)

function text(value: unknown): readonly Block[] {
  const content = textOf(value)
  return content === null ? [] : [{ kind: 'text', text: content }]
}

function bold(value: unknown): readonly Block[] {
  const content = textOf(value)
  return content === null ? [] : [{ kind: 'text', text: `**${content}**` }]
}

function heading(value: unknown): readonly Block[] {
  const content = textOf(value)
  return content === null ? [] : [{ kind: 'heading', text: content }]
}

function link(label: unknown, url: unknown): readonly Block[] {
  if (!isWeb(url)) return text(joined([label, url], ': '))
  return [{ kind: 'link', label: textOf(label) ?? url, url }]
}

function isWeb(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\/[^\s<>|"]+$/i.test(url)
}

function list(
  items: readonly string[],
  { isOrdered = false, otherwise }: { isOrdered?: boolean; otherwise?: unknown } = {},
): readonly Block[] {
  if (items.length === 0) return text(otherwise)
  const shown = items.slice(0, MOST_ITEMS)
  const more = items.length - shown.length
  return [{ kind: 'list', items: shown, isOrdered }, ...(more > 0 ? text(`… and ${more} more`) : [])]
}

function itemText(value: unknown): string {
  const { text: entry, detail, badge } = fieldsOf(value)
  const word = textOf(badge)
  return joined([entry, detail], ' – ') + (word === null ? '' : ` (${word})`)
}

function facts(pairs: readonly (readonly [unknown, string])[]): readonly Block[] {
  const found: Fact[] = pairs.map(([label, value]) => ({ label: textOf(label) ?? '', value }))
  return found.length === 0 ? [] : [{ kind: 'facts', facts: found.slice(0, MOST_ITEMS) }]
}

function metric(component: Fields): readonly Block[] {
  const { label, value, change, change_unit, change_label } = component
  const figure = figureText(value, component)
  if (typeof change !== 'number') return facts([[label, figure]])
  const moved = `${change > 0 ? '+' : ''}${figureText(change, { unit: change_unit })}`
  return facts([[label, `${figure} (${joined([moved, change_label], ' ')})`]])
}

function table({ columns, rows, caption, empty_text, total_rows }: Fields): readonly Block[] {
  const shown = listOf(columns).map(fieldsOf)
  const all = listOf(rows).map(fieldsOf)
  if (all.length === 0) return [...heading(caption), ...text(empty_text)]
  const total = typeof total_rows === 'number' ? total_rows : all.length
  const cells = all
    .slice(0, MOST_ROWS)
    .map((row) =>
      shown.map((column) => figureText(row[String(column['key'])], { ...column, format: column['type'] })),
    )
  const heads = shown.map(({ key, label }) => textOf(label) ?? textOf(key) ?? '')
  const more = Math.max(0, total - cells.length)
  return [...heading(caption), { kind: 'table', heads, rows: cells, more }]
}

/** The alternatives become rows: there are few of them, and a chat is narrow. */
function comparison({ title, criteria, items, verdict }: Fields): readonly Block[] {
  const by = listOf(criteria).map(fieldsOf)
  const heads = ['', ...by.map(({ key, label }) => textOf(label) ?? textOf(key) ?? '')]
  const rows = listOf(items)
    .map(fieldsOf)
    .map(({ name, values, recommended }) => [
      (textOf(name) ?? '') + (recommended === true ? ' ✓' : ''),
      ...by.map(({ key, unit }) => figureText(fieldsOf(values)[String(key)], { unit })),
    ])
  return [...heading(title), { kind: 'table', heads, rows, more: 0 }, ...text(verdict)]
}

function profile(component: Fields): readonly Block[] {
  const { name, description, summary, facts: known, links, source } = component
  const { name: source_name, url } = fieldsOf(source)
  return [
    ...heading(name),
    ...text(description),
    ...text(summary),
    ...facts(
      listOf(known)
        .map(fieldsOf)
        .map(({ label, value }) => [label, figureText(value)]),
    ),
    ...listOf(links)
      .map(fieldsOf)
      .flatMap((one) => link(one['label'], one['url'])),
    ...(url === undefined ? [] : link(source_name, url)),
  ]
}

/** A button becomes what can be done without one: a link, or words to say. */
function offer(label: unknown, action: Fields): readonly Block[] {
  if (action['kind'] === 'open' && isWeb(action['url'])) return link(label, action['url'])
  const message = action['kind'] === 'chat' ? textOf(action['message']) : null
  return message === null ? [] : text(`${textOf(label) ?? 'Next'}: say “${message}”`)
}

function joined(values: readonly unknown[], separator: string): string {
  return values
    .map(textOf)
    .filter((value) => value !== null)
    .join(separator)
}
