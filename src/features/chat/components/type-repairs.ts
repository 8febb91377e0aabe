import type { ComponentType } from '../../../components/schemas.ts'
import { repairChart } from './chart-repair.ts'
import { snakeCase } from './component-words.ts'
import { numberIn } from './fit-scalar.ts'
import { isMembers, type Members } from './json-schema.ts'

/**
 * What models get wrong about one type and no general rule can mend. Each changes the members in place; they have their
 * right names by then, and what is not known is still there.
 */
export const typeRepairs: Partial<Record<ComponentType, (members: Members) => void>> = {
  chart: repairChart,
  table(members) {
    const rows = Array.isArray(members['rows']) ? members['rows'] : []
    members['columns'] ??= columnsOf(rows)
    const keys = columnKeys(members['columns'])
    members['rows'] = rows.map((row) =>
      Array.isArray(row) ? Object.fromEntries(keys.map((key, index) => [key, row[index] ?? null])) : row,
    )
  },
  comparison(members) {
    const items = Array.isArray(members['items']) ? members['items'].filter(isMembers) : []
    const names = new Set(
      items.flatMap((item) => (isMembers(item['values']) ? Object.keys(item['values']) : [])),
    )
    if (names.size > 0) members['criteria'] ??= [...names].map((key) => ({ key }))
  },
  tabs(members) {
    const tabs = Array.isArray(members['tabs']) ? members['tabs'] : []
    for (const [index, tab] of tabs.filter(isMembers).entries()) {
      const { title, name, content, components, items, text } = tab
      tab['label'] ??= title ?? name ?? `${index + 1}`
      tab['children'] ??= content ?? components ?? items ?? text ?? []
      forget(tab, ['title', 'name', 'content', 'components', 'items', 'text'])
    }
  },
  kanban_board(members) {
    const columns = Array.isArray(members['columns']) ? members['columns'] : []
    if (!columns.some((column) => isMembers(column) && Array.isArray(column['cards'] ?? column['items'])))
      return
    members['initial'] ??= { columns: columns.map((column) => boardColumn(column)) }
    delete members['columns']
  },
  quiz(members) {
    const questions = Array.isArray(members['questions']) ? members['questions'] : []
    for (const question of questions.filter(isMembers)) repairQuestion(question)
  },
  form(members) {
    if (!Array.isArray(members['children'])) return
    members['children'] = members['children'].map((field) => (isMembers(field) ? formField(field) : field))
  },
  button(members) {
    const label = members['label']
    if (typeof label === 'string' && label !== '') members['action'] ??= { kind: 'chat', message: label }
  },
  input: nameField,
  select: nameField,
  toggle: nameField,
  slider: nameField,
  image(members) {
    members['alt'] ??= typeof members['caption'] === 'string' ? members['caption'] : ''
  },
  link(members) {
    members['label'] ??= members['url']
  },
  diagram(members) {
    if (!Array.isArray(members['nodes'])) return
    members['nodes'] = members['nodes'].map((node) => namedNode(node))
    members['edges'] ??= []
  },
  row: holdChildren,
  column: holdChildren,
  grid: holdChildren,
  live_timer(members) {
    members['seconds'] = secondsIn(members) ?? members['seconds']
    forget(members, ['hours', 'minutes'])
  },
  dice_roller(members) {
    const written = [members['notation'], members['dice'], members['roll']].find(
      (value) => typeof value === 'string',
    )
    const found = /^(\d*)d(\d+)([+-]\d+)?$/i.exec((written ?? '').replaceAll(' ', ''))
    if (!found) return
    members['count'] ??= Number(found[1] || 1)
    members['sides'] ??= Number(found[2])
    members['modifier'] ??= Number(found[3] ?? 0)
  },
  sparkline(members) {
    if (Array.isArray(members['values']))
      members['values'] = members['values'].map((value) =>
        isMembers(value) ? (value['value'] ?? value['y']) : value,
      )
  },
}

function boardColumn(column: unknown): unknown {
  if (!isMembers(column)) return { title: column, cards: [] }
  const { title, name, label, cards, items, tasks } = column
  return { ...column, title: title ?? name ?? label, cards: cards ?? items ?? tasks ?? [] }
}

/** Names that have been read are not told as left out. */
function forget(members: Members, names: readonly string[]): void {
  for (const name of names) delete members[name]
}

function holdChildren(members: Members): void {
  members['children'] ??= []
}

function columnsOf(rows: readonly unknown[]): unknown {
  const keys = new Set(rows.filter(isMembers).flatMap((row) => Object.keys(row)))
  if (keys.size > 0) return [...keys].map((key) => ({ key }))
  const [first] = rows
  return Array.isArray(first) ? first.map((_, index) => ({ key: `column_${index + 1}` })) : undefined
}

function columnKeys(columns: unknown): string[] {
  if (!Array.isArray(columns)) return []
  return columns.map((column, index) => {
    const key: unknown = isMembers(column)
      ? (column['key'] ??
        column['field'] ??
        column['name'] ??
        column['label'] ??
        column['title'] ??
        column['header'])
      : column
    return typeof key === 'string' || typeof key === 'number' ? String(key) : `column_${index + 1}`
  })
}

/** The right answer as its number, from its text, its letter, or the option that says it is right. */
function repairQuestion(question: Members): void {
  const written = question['options'] ?? question['choices'] ?? question['answers']
  const options: unknown[] = isMembers(written)
    ? Object.values(written)
    : Array.isArray(written)
      ? written
      : []
  const letters = isMembers(written) ? Object.keys(written) : []
  const marked = options.findIndex(
    (option) => isMembers(option) && (option['correct'] ?? option['is_correct']) === true,
  )
  const texts = options.map((option) =>
    isMembers(option) ? (option['text'] ?? option['label'] ?? option['option'] ?? option['answer']) : option,
  )
  question['options'] = texts
  const answer =
    question['answer'] ?? question['correct_answer'] ?? question['correct'] ?? question['correct_index']
  if (typeof answer === 'number') question['answer'] = answer
  else if (typeof answer === 'string') question['answer'] = indexOfAnswer(answer, { texts, letters })
  else if (marked >= 0) question['answer'] = marked
  forget(question, ['choices', 'answers', 'correct_answer', 'correct', 'correct_index'])
}

function indexOfAnswer(
  answer: string,
  { texts, letters }: { texts: readonly unknown[]; letters: readonly string[] },
): number | undefined {
  const same = (a: unknown, b: string) => String(a).trim().toLowerCase() === b.trim().toLowerCase()
  const byText = texts.findIndex((text) => same(text, answer))
  if (byText >= 0) return byText
  const byLetter = letters.findIndex((letter) => same(letter, answer))
  if (byLetter >= 0) return byLetter
  if (/^[a-h]$/i.test(answer.trim())) return answer.trim().toLowerCase().charCodeAt(0) - 97
  return numberIn(answer)
}

const inputTypes = [
  'text',
  'textarea',
  'multiline',
  'number',
  'email',
  'url',
  'tel',
  'phone',
  'search',
  'date',
  'time',
  'datetime',
  'string',
]

/** {"name": "mail", "type": "email"} is an input for mail addresses. */
function formField(field: Members): Members {
  const type = typeof field['type'] === 'string' ? snakeCase(field['type']) : 'text'
  const isPlainText = type === 'text' && field['name'] === undefined && field['placeholder'] === undefined
  if (isPlainText && (field['text'] ?? field['content']) !== undefined) return field
  if (Array.isArray(field['options']) && type !== 'select') return { ...field, type: 'select' }
  return inputTypes.includes(type) ? { ...field, type: 'input', input_type: type } : field
}

function nameField(members: Members): void {
  const { name, label, placeholder } = members
  if (typeof name === 'string') members['label'] ??= name.replaceAll('_', ' ')
  const words = [label, placeholder].find((text) => typeof text === 'string' && text !== '')
  if (words === undefined || name !== undefined) return
  members['label'] ??= words
  members['name'] = snakeCase(words as string).slice(0, 64) || 'value'
}

function namedNode(node: unknown): unknown {
  if (typeof node === 'string') return { id: node.slice(0, 64), label: node }
  if (!isMembers(node)) return node
  const label = node['label'] ?? node['text'] ?? node['name'] ?? node['title']
  const id = node['id'] ?? label
  return { ...node, id: typeof id === 'number' ? String(id) : id, label: label ?? id }
}

/** {"minutes": 10}, {"hours": 1, "minutes": 30}, "10 minutes", "1h 30m" or "05:00". */
function secondsIn(members: Members): number | undefined {
  const parts = [members['hours'], members['minutes']].map((value) => numberIn(value))
  if (parts.some((part) => part !== undefined)) {
    const [hours = 0, minutes = 0] = parts
    return hours * 3_600 + minutes * 60 + (numberIn(members['seconds']) ?? 0)
  }
  const text = members['seconds']
  if (typeof text !== 'string' || text.length > 60) return undefined
  const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(text.trim())
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3])
  const units = [...text.toLowerCase().matchAll(/(\d+(?:[.,]\d+)?)\s*(h|m|s)/g)]
  const seconds = { h: 3_600, m: 60, s: 1 }
  return units.length === 0
    ? undefined
    : units.reduce(
        (sum, [, count, unit]) => sum + Number(count!.replace(',', '.')) * seconds[unit as 'h' | 'm' | 's'],
        0,
      )
}
