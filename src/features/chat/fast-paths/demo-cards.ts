import type { Component } from '../../../contract/component-schema.ts'
import type { AnswerWriter } from '../answering.ts'
import { systemCard } from './system-cards.ts'

export interface DemoDeps {
  /** Where the user lives, as far as that is known. */
  readonly homeCity: () => string | null
  readonly now: () => Date
  /** The newest workflows; none are made for a demonstration. */
  readonly workflows: () => Promise<readonly ShownWorkflow[]>
  /** What is in the calendar in the days to come; undefined when there is no calendar. */
  readonly appointments?: () => Promise<readonly ShownAppointment[]>
}

export interface ShownWorkflow {
  readonly workflow_id: string
  readonly name: string | null
  readonly status: string
}

export interface ShownAppointment {
  readonly title: string
  readonly start: string
  readonly end?: string
}

const SHOWN_WORKFLOWS = 5
const DEMO_CITY = 'Oslo'

const tones: Readonly<Record<string, string>> = {
  completed: 'success',
  failed: 'danger',
  waiting: 'warning',
  running: 'info',
}

type Card = (deps: DemoDeps) => Component | Promise<Component>

/** In the order in which they are shown. */
const cards: Readonly<Record<string, Card>> = {
  weather: ({ homeCity }) => ({ type: 'live_weather', city: homeCity() ?? DEMO_CITY, focus: 'hourly' }),
  system: () => systemCard(),
  news: () => ({ type: 'news_ticker', limit: 5 }),
  todo: () => ({ type: 'todo_list', id: 'todo', title: 'To do' }),
  calendar: async ({ appointments, now }) => ({
    type: 'calendar_view',
    title: 'Calendar',
    view: 'week',
    date: now().toISOString().slice(0, 10),
    events: [...((await appointments?.()) ?? [])].slice(0, 100),
  }),
  workflows: async ({ workflows }) => ({
    type: 'list',
    title: 'Workflows',
    items: (await workflows()).slice(0, SHOWN_WORKFLOWS).map(({ workflow_id, name, status }) => ({
      text: (name ?? workflow_id).slice(0, 200) || workflow_id,
      badge: status,
      tone: tones[status] ?? 'neutral',
      action: { kind: 'open', page: 'flows', item: workflow_id },
    })),
    empty_text: 'No workflows yet.',
  }),
  stocks: () => ({ type: 'live_stock', symbol: 'AAPL', range: '1mo' }),
  notes: () => ({ type: 'notes', id: 'notes', title: 'Notes' }),
  currency: () => ({ type: 'currency_converter', from: 'USD', to: 'EUR' }),
  clock: () => ({ type: 'live_clock' }),
  timer: () => ({ type: 'live_timer', seconds: 300, label: 'Tea', autostart: false }),
  calculator: () => ({ type: 'calculator' }),
  kanban: () => ({ type: 'kanban_board', id: 'board', title: 'Board' }),
  astronomy: () => ({ type: 'astronomy' }),
  sports: () => ({ type: 'live_sports', sport: 'soccer' }),
  recipe: () => ({ type: 'recipe_viewer' }),
}

/** Without `--cards` these: enough to see what an answer can be. */
const shownAtFirst = ['weather', 'system', 'news', 'todo', 'calendar', 'workflows']

const otherNames: Readonly<Record<string, string>> = {
  stock: 'stocks',
  todos: 'todo',
  todo_list: 'todo',
  workflow: 'workflows',
  note: 'notes',
  metrics: 'system',
  board: 'kanban',
}

/** Shows what the service can draw; `--cards=a,b` chooses, and what is not known is listed back. */
export async function demoCards(
  options: string,
  { deps, writer }: { deps: DemoDeps; writer: AnswerWriter },
): Promise<void> {
  const [, list] = /(?:^|\s)--cards(?:=|\s+)([^\s]+(?:\s*,\s*[^\s,]+)*)/i.exec(options) ?? []
  const wanted = list === undefined ? shownAtFirst : namesIn(list)
  const unknown = wanted.filter((name) => !Object.hasOwn(cards, name))
  for (const name of wanted) {
    const make = unknown.includes(name) ? undefined : cards[name]
    if (make) writer.add(await make(deps))
  }
  if (unknown.length === 0 && wanted.length > 0) return
  const problem = unknown.length > 0 ? `Unknown card: ${unknown.map(quoted).join(', ')}. ` : ''
  writer.say(`${problem}Available cards: ${Object.keys(cards).join(', ')}.`)
}

function namesIn(list: string): string[] {
  const names = list
    .split(',')
    .map((name) => name.trim().toLowerCase().replaceAll('-', '_'))
    .filter((name) => name !== '')
  return [...new Set(names.map((name) => otherNames[name] ?? name))].slice(0, 50)
}

function quoted(name: string): string {
  return `"${name.slice(0, 40)}"`
}
