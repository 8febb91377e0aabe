import type { CalendarEntry, Mail, Outcome } from './outcome.ts'

/** The sentence says what is not as it should be. */
export class Unmet extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unmet'
  }
}

export function demand(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new Unmet(reason)
}

export async function hasFiles(outcome: Outcome, ...paths: readonly string[]): Promise<void> {
  const files = new Set(await outcome.files())
  for (const path of paths) demand(files.has(path), `There is no ${path}.`)
}

export async function lacksFiles(outcome: Outcome, ...paths: readonly string[]): Promise<void> {
  const files = new Set(await outcome.files())
  for (const path of paths) demand(!files.has(path), `${path} is still there.`)
}

/** The only file that is new, or the only one of this ending. */
export async function newFile(outcome: Outcome, ending = ''): Promise<string> {
  const { added } = await outcome.changedFiles()
  const fitting = added.filter((path) => path.endsWith(ending))
  demand(fitting.length > 0, `There is no new ${ending || 'file'}.`)
  demand(fitting.length === 1, `There are several new files: ${fitting.join(', ')}.`)
  return fitting[0]!
}

export async function fileSays(outcome: Outcome, path: string, ...facts: readonly Fact[]): Promise<void> {
  await hasFiles(outcome, path)
  demandFacts(await outcome.read(path), facts, path)
}

export async function fileSaysNot(outcome: Outcome, path: string, ...facts: readonly Fact[]): Promise<void> {
  const text = await outcome.read(path)
  for (const fact of facts) demand(!states(text, fact), `${path} says ${fact}.`)
}

/** What has to be in the answer to the last turn, however it is put. */
export function says(outcome: Outcome, ...facts: readonly Fact[]): void {
  demandFacts(outcome.answer, facts, 'The answer')
}

export function saysOneOf(outcome: Outcome, ...facts: readonly Fact[]): void {
  demand(
    facts.some((fact) => states(outcome.answer, fact)),
    `The answer says none of ${facts.join(', ')}.`,
  )
}

/** The answer puts something to the person: a question, or something to fill in or press. */
export function asksBack(outcome: Outcome): void {
  demand(
    /[?？؟]/.test(outcome.answer) || outcome.answerTypes.some((type) => inputs.has(type)),
    'The answer asks nothing.',
  )
}

const inputs: ReadonlySet<string> = new Set(['form', 'select', 'input', 'button', 'poll', 'toggle'])

/** Exactly one mail was sent, to these and nobody else. */
export function sentTo(outcome: Outcome, ...addresses: readonly string[]): Mail {
  const { mails } = outcome
  demand(mails.length > 0, 'No mail was sent.')
  demand(mails.length === 1, `${mails.length} mails were sent.`)
  const [mail] = mails
  const to = mail!.to.toSorted().join(', ')
  demand(to === addresses.toSorted().join(', '), `The mail went to ${to}.`)
  return mail!
}

export function mailSays({ subject, text }: Mail, ...facts: readonly Fact[]): void {
  demandFacts(`${subject}\n${text}`, facts, 'The mail')
}

export interface Appointment {
  readonly title: string | RegExp
  /** Moment at which it begins, or date when it lasts the day. */
  readonly at?: number | string
  readonly minutes?: number
}

/** There is one such event, and only one. */
export async function inCalendar(outcome: Outcome, wanted: Appointment): Promise<CalendarEntry> {
  const events = await outcome.events()
  const called = events.filter(({ title }) => isCalled(title, wanted.title))
  const name = String(wanted.title)
  demand(called.length > 0, `The calendar has no ${name}.`)
  const { at, minutes } = wanted
  const then = called.filter(({ start, all_day }) =>
    at === undefined ? true : typeof at === 'string' ? all_day && start === at : Date.parse(start) === at,
  )
  const when = called.map(({ start }) => start).join(', ')
  demand(then.length > 0, `${name} is at another time: ${when}.`)
  demand(then.length === 1, `${name} is in the calendar ${then.length} times.`)
  const [event] = then
  const lasts = (Date.parse(event!.end) - Date.parse(event!.start)) / 60_000
  demand(minutes === undefined || lasts === minutes, `${name} lasts ${lasts} minutes.`)
  return event!
}

export async function notInCalendar(outcome: Outcome, title: string | RegExp): Promise<void> {
  const found = (await outcome.events()).filter((event) => isCalled(event.title, title))
  demand(found.length === 0, `${String(title)} is still in the calendar.`)
}

function isCalled(title: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string'
    ? plain(title).includes(plain(wanted))
    : wanted.test(title.normalize('NFC'))
}

/** What a text has to say: a number however it is written, or words in any case. */
export type Fact = string | number

function demandFacts(text: string, facts: readonly Fact[], where: string): void {
  for (const fact of facts) demand(states(text, fact), `${where} does not say ${fact}.`)
}

export function states(text: string, fact: Fact): boolean {
  if (typeof fact === 'string') return plain(text).includes(plain(fact))
  return numbersIn(text).some((number) => Math.abs(number - fact) < 0.005)
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\u00A0\u202F]+/gu, ' ')
}

/** Each number in every way that it may be meant: 1,240.00, 1.240,00, 1 240 and 1240, and the cells of a CSV line. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d[\d.,'’\u00A0\u202F ]*/gu)].flatMap(([run]) => {
    const bare = run.replaceAll(/['’\u00A0\u202F ]/gu, '').replace(/[.,]+$/, '')
    const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    const cells = isGrouped ? [] : run.split(/[, \u00A0\u202F]/u)
    return [bare, ...run.split(/[ \u00A0\u202F]/u), ...cells].flatMap((number) => [
      Number(number.replaceAll(',', '')),
      Number(number.replaceAll('.', '').replace(',', '.')),
    ])
  })
}
