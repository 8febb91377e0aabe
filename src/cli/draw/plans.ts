import type { NewComponent } from '../../components/schemas.ts'
import { readMoment } from '../../contract/text/moments.ts'
import { changeTitle, type PreviewedChange } from '../../contract/preview.ts'
import { waitingCalls, type WaitingCall } from '../../contract/several-calls.ts'
import { argumentText } from '../../contract/visible-text.ts'
import { printable } from '../terminal/text-width.ts'
import { factLines } from './basics.ts'
import { blockBar } from './blocks.ts'
import type { DrawingsOf } from './drawing.ts'
import { below, indented, marked, narrower, plain, quiet, title, type Ink, type Lines } from './ink.ts'
import { dayText, timeText } from './moment-text.ts'

type Task = NewComponent<'task_tracker'>['data']
type StepStatus = Task['steps'][number]['status']
type Event = NewComponent<'calendar_view'>['events'][number]

const STEP_MARKS = {
  pending: ['gray', '○'],
  running: ['cyan', '◐'],
  waiting: ['yellow', '?'],
  completed: ['green', '✔'],
  failed: ['red', '✖'],
  skipped: ['gray', '–'],
  cancelled: ['gray', '⊘'],
} as const satisfies Record<StepStatus, readonly [string, string]>

export const plans: DrawingsOf<'task_tracker' | 'confirmation' | 'held' | 'calendar_view' | 'diagram'> = {
  task_tracker: ({ data }, ink) => drawTask(data, ink),

  confirmation: ({ title: heading, message, agent, action, args, risk, details = [] }, ink) => [
    ...title(ink, heading).map((line) => ink.style('yellow', line)),
    ...plain(ink, message),
    ...(waitingCalls({ action, args }) ?? [{ agent, action, args, risk }]).flatMap((call, index) => [
      ...drawCall(call, ink),
      ...(details.find((one) => one.index === index)?.changes ?? []).flatMap((change) =>
        indented(drawChange(change, narrower(ink, 2))),
      ),
    ]),
  ],

  held: ({ title: heading, loads, addresses, children }, ink, inner) => [
    ...title(ink, heading ?? 'Not loaded yet'),
    ...inner(children, ink),
    ...plain(ink, `Open Deskhand in a browser to ${loads === 'script' ? 'run' : 'load'} this.`),
    ...addresses.flatMap((address) => indented(plain(narrower(ink, 2), address))),
  ],

  calendar_view({ title: heading, events, time_zone }, ink) {
    if (events.length === 0) return [...title(ink, heading), ...quiet(ink, 'No appointments')]
    const days = Map.groupBy(
      events.toSorted((one, other) => readMoment(one.start).getTime() - readMoment(other.start).getTime()),
      ({ start }) => dayText(start),
    )
    return [
      ...title(ink, heading),
      ...below(
        [...days].map(([day, ones]) => [
          ink.style('bold', day),
          ...ones.flatMap((event) => indented(eventLines(event, ink, time_zone))),
        ]),
      ),
    ]
  },

  diagram({ title: heading, nodes, edges, caption }, ink) {
    const labels = new Map(nodes.map(({ id, label }) => [id, printable(label)]))
    const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
    const arrows = edges.map(({ from, to, label, dashed }) => {
      const line = dashed ? '┄┄' : '──'
      const word = label === undefined ? '' : ` ${printable(label)} ${line}`
      return `${box(labels.get(from) ?? from, ink)} ${line}${word}▶ ${box(labels.get(to) ?? to, ink)}`
    })
    const alone = nodes.filter(({ id }) => !joined.has(id)).map(({ label }) => box(printable(label), ink))
    return [...title(ink, heading), ...arrows, ...alone, ...quiet(ink, caption)]
  },
}

/** Whole, not as a table that is cut: who decides must see what is at its end. */
function argument([label, value]: [string, unknown]) {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return { label, value: argumentText(isPlainList ? value.join(', ') : value) }
}

function box(label: string, ink: Ink): string {
  return ink.style('bold', `[${label}]`)
}

/** A workflow and its steps, as far as they have come. */
export function drawTask({ workflow_id, name, status, steps }: Task, ink: Ink): Lines {
  const done = steps.filter(({ status: each }) => each === 'completed').length
  const share = steps.length === 0 ? 0 : done / steps.length
  const head = `${ink.style('bold', printable(name ?? 'Workflow'))}  ${blockBar(share, 12)} ${done} of ${steps.length}, ${status}`
  return [
    head,
    ...steps.flatMap(({ tool, status: each, message }) => {
      const [style, mark] = STEP_MARKS[each]
      const words = workflow_id === undefined ? [message] : [tool, message]
      const lines = plain(narrower(ink, 4), words.filter((word) => word !== '').join('  '))
      return marked(`  ${ink.style(style, mark)} `, lines)
    }),
  ]
}

function eventLines(event: Event, ink: Ink, timeZone: string | undefined): Lines {
  const isWholeDay = !event.start.includes('T')
  const until = event.end?.includes('T') ? `–${timeText(new Date(event.end), timeZone)}` : ''
  const when = isWholeDay ? 'all day' : `${timeText(new Date(event.start), timeZone)}${until}`
  return marked(`${ink.style('cyan', when.padEnd(13))} `, [
    printable(event.title),
    ...quiet(ink, event.location),
    ...quiet(ink, event.text),
  ])
}

const DIFF_STYLES: Readonly<Record<string, 'green' | 'red'>> = { '+': 'green', '-': 'red' }

function drawChange(change: PreviewedChange, ink: Ink): string[] {
  const lines = change.diff?.split('\n') ?? []
  return [
    ink.style('bold', printable(changeTitle(change))),
    ...quiet(ink, change.note),
    ...lines.map((line) => {
      const style = DIFF_STYLES[line[0] ?? '']
      return style ? ink.style(style, printable(line)) : printable(line)
    }),
  ]
}

function drawCall({ agent, action, args, risk }: Omit<WaitingCall, 'title' | 'reason'>, ink: Ink): string[] {
  return [
    `${ink.style('gray', 'Tool')}  ${printable(action)} ${ink.style('gray', `(${printable(`${agent}, ${risk}`)})`)}`,
    ...indented(factLines(Object.entries(args).map(argument), narrower(ink, 2))),
  ]
}
