import type { StoredType } from '../../components/schemas.ts'
import type { NewComponent, StoredOf } from '../../components/schemas.ts'
import { printable } from '../terminal/text-width.ts'
import { filledBar } from './blocks.ts'
import {
  below,
  beside,
  indented,
  marked,
  narrower,
  plain,
  quiet,
  title,
  type Ink,
  type Lines,
} from './ink.ts'
import { codeLine, drawMarkdown, linkText } from './markdown.ts'
import { dayOrMomentText, dayText } from './moment-text.ts'
import { moneyText } from './number-text.ts'

type StoredDrawings = {
  readonly [Type in StoredType]: (
    component: NewComponent<Type>,
    stored: Partial<StoredOf<Type>>,
    ink: Ink,
  ) => Lines
}

/** What the widgets that are kept hold in the store. A key that was never written is empty. */
export const storedDrawings: StoredDrawings = {
  todo_list: ({ title: heading, id, show_done = true }, { items = [] }, ink) =>
    entries(
      heading ?? id,
      items
        .filter(({ done }) => show_done || !done)
        .map(({ text, done, due, priority }) => {
          const box = done ? ink.style('green', '☑') : '☐'
          const mark = priority === 'high' ? ink.style('red', ' !') : ''
          const said = done ? ink.style('gray', printable(text)) : printable(text)
          return [
            `${box} ${said}${mark}${due === undefined ? '' : ink.style('gray', `  ${dayOrMomentText(due)}`)}`,
          ]
        }),
      ink,
    ),

  notes: ({ title: heading, id }, { notes = [] }, ink) =>
    entries(
      heading ?? id,
      notes.map(({ title: name, text, pinned }) => [
        ...title(ink, `${pinned ? '📌 ' : ''}${name ?? ''}` || undefined),
        ...drawMarkdown(text, ink),
      ]),
      ink,
    ),

  kanban_board: ({ title: heading, id, columns: names = [] }, { columns = [] }, ink) => {
    const shown =
      columns.length > 0 ? columns : names.map((name) => ({ title: name, cards: [] as { title: string }[] }))
    const width = Math.max(16, Math.floor((ink.width - 3 * (shown.length - 1)) / Math.max(1, shown.length)))
    const blocks = shown.map(({ title: name, cards }) => [
      ink.style('bold', `${printable(name)} (${cards.length})`),
      ...cards.flatMap((card) => marked('▪ ', plain({ ...ink, width: width - 2 }, card.title))),
    ])
    return [...title(ink, heading ?? id), ...beside(blocks, { width: ink.width })]
  },

  journal: ({ title: heading, id, question }, { entries: days = [] }, ink) => [
    ...entries(
      heading ?? id,
      days
        .slice(0, 10)
        .map(({ date, text, mood }) => [
          ink.style('bold', `${dayText(date)}${mood === undefined ? '' : ` (${mood})`}`),
          ...indented(drawMarkdown(text, narrower(ink, 2))),
        ]),
      ink,
    ),
    ...quiet(ink, question),
  ],

  budget_tracker: ({ title: heading, id, currency: given }, stored, ink) => {
    const { entries: payments = [], currency = given ?? 'EUR' } = stored
    const spent = payments.filter(({ kind }) => kind === 'expense')
    const byCategory = Map.groupBy(spent, ({ category = 'Other' }) => category)
    const sums = [...byCategory].map(([name, ones]) => ({ name, sum: total(ones) }))
    const most = Math.max(1, ...sums.map(({ sum }) => sum))
    const widest = Math.max(0, ...sums.map(({ name }) => name.length))
    const income = total(payments.filter(({ kind }) => kind === 'income'))
    return [
      ...title(ink, heading ?? id),
      ...sums.map(
        ({ name, sum }) =>
          `${printable(name).padEnd(widest)} ${ink.style('cyan', filledBar(sum / most, 20))} ${moneyText(sum, currency)}`,
      ),
      ...quiet(ink, `Spent ${moneyText(total(spent), currency)}, came in ${moneyText(income, currency)}`),
    ]
  },

  reading_list: ({ title: heading, id }, { items = [] }, ink) =>
    entries(
      heading ?? id,
      items.map(({ title: name, author, status, rating }) => {
        const mark = status === 'read' ? ink.style('green', '✔') : status === 'reading' ? '◐' : '○'
        const stars = rating === undefined ? '' : ` ${'★'.repeat(rating)}`
        return [
          `${mark} ${printable(name)}${author ? ink.style('gray', ` – ${printable(author)}`) : ''}${stars}`,
        ]
      }),
      ink,
    ),

  code_snippets: ({ title: heading, id }, { snippets = [] }, ink) =>
    entries(
      heading ?? id,
      snippets.map(({ title: name, code }) => [
        ...title(ink, name),
        ...code.split('\n').map((line) => codeLine(printable(line), ink)),
      ]),
      ink,
    ),

  bookmarks: ({ title: heading, id }, { bookmarks = [] }, ink) =>
    entries(
      heading ?? id,
      bookmarks.map(({ title: name, url }) => [`• ${linkText(ink, name, url)}`]),
      ink,
    ),

  contacts: ({ title: heading, id }, { contacts = [] }, ink) =>
    entries(
      heading ?? id,
      contacts.map(({ name, emails = [], phones = [] }) => [
        `${ink.style('bold', printable(name))}  ${printable([...emails, ...phones].join(', '))}`,
      ]),
      ink,
    ),

  habit_tracker: ({ title: heading, id = 'habits', habits: wanted = [], days = 7 }, { habits }, ink) => {
    const shown = habits ?? wanted.map((name) => ({ name, done_on: [] as string[] }))
    const dates = Array.from({ length: days }, (_, index) => localDay(ink.now, index + 1 - days))
    const widest = Math.max(0, ...shown.map(({ name }) => name.length))
    return entries(
      heading ?? id,
      shown.map(({ name, done_on }) => {
        const ticks = dates.map((date) => (done_on.includes(date) ? ink.style('green', '■') : '·'))
        return [`${printable(name).padEnd(widest)}  ${ticks.join(' ')}`]
      }),
      ink,
    )
  },
}

function entries(heading: string, blocks: readonly Lines[], ink: Ink): Lines {
  return [...title(ink, heading), ...(blocks.length > 0 ? below(blocks) : quiet(ink, 'Nothing yet'))]
}

function total(payments: readonly { readonly amount: number }[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

function localDay(now: Date, offset: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset, 12)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
}
