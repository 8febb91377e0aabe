import { readDuration } from '../../../../platform/language/values/durations.ts'
import type { TriggerReading } from './trigger-reading.ts'

interface Metric {
  readonly words: string
  readonly reference: string
  /** What is told of it. */
  readonly message: string
}

/** What of the machine is measured, and where it stands in an event. */
const METRICS: readonly Metric[] = [
  {
    words: '(?:hard )?(?:disk|drive|ssd)|storage',
    reference: '$event.disk.used_percent',
    message: 'The disk is $event.disk.used_percent% full.',
  },
  {
    words: 'cpu|processor',
    reference: '$event.cpu.used_percent',
    message: 'The processor is at $event.cpu.used_percent%.',
  },
  {
    words: 'memory|ram',
    reference: '$event.memory.used_percent',
    message: '$event.memory.used_percent% of the memory is in use.',
  },
  {
    words: 'battery',
    reference: '$event.battery.percent',
    message: 'The battery is at $event.battery.percent%.',
  },
]

const NOUN = '(?: (?:usage|use|load|level|charge|space|utili[sz]ation|percentage))?'
const IS =
  '(?:is|are|goes|gets|rises|climbs|drops|falls|sinks|stays|has|was|becomes|runs|reaches|exceeds|hits|has been|uses|passes)'
const OVER = 'over|above|more than|higher than|greater than|exceeds?|passes|beyond'
const REACHES = 'reaches|hits|at least|is at|at'
const UNDER = 'under|below|less than|lower than|fewer than|beneath'
const AMOUNT = String.raw`(?<amount>\d+(?:\.\d+)?) ?(?:%|percent|per cent)`
const STATE =
  '(?: of (?:it|its capacity|my (?:disk|memory)))?(?<state> full| used| in use| free| left| available| remaining| charged| busy)?'
const LASTING = '(?: (?:for|during) (?:more than |over |at least )?(?<length>.+))?'

/** The opposite of what an amount that is left says. */
const LEFT = /free|left|available|remaining/i

/** "disk is over 90% full", "the battery drops below 20%", "cpu is above 80% for 5 minutes" */
export function readMetricTrigger(text: string): TriggerReading | undefined {
  for (const metric of METRICS) {
    const groups = patternsOf(metric)
      .map((pattern) => pattern.exec(text)?.groups)
      .find((found) => found !== undefined)
    if (groups) return readingOf(metric, groups)
    if (isVague(metric, text))
      return {
        question: `At how many percent? Say e.g. "${text.split(' ').slice(0, 2).join(' ')} over 90%".`,
      }
  }
  return undefined
}

function patternsOf({ words }: Metric): RegExp[] {
  const subject = `(?:(?:my|the|our|this) )?(?<free>(?:free|available|remaining) )?(?:${words})${NOUN}`
  const compared = `(?:(?<over>${OVER})|(?<reaches>${REACHES})|(?<under>${UNDER}))`
  return [
    `${subject}(?: (?:${IS}))?(?: (?:up|down|to))*(?: ${compared})(?: to)? ${AMOUNT}${STATE}${LASTING}`,
    `${subject} (?:is|gets|becomes|was)(?: charged)?(?: (?:to|up to))? ${AMOUNT}(?<state> full| used| in use| charged| busy)?${LASTING}`,
    `${compared} ${AMOUNT} of (?:my|the) (?:${words}) is(?<state> full| used| in use| free| left| available)${LASTING}`,
  ].map((source) => new RegExp(`^${source}$`, 'i'))
}

/** "The disk is almost full" says how full for nobody but the person. */
function isVague({ words }: Metric, text: string): boolean {
  return new RegExp(
    `^(?:(?:my|the|our) )?(?:${words})${NOUN} (?:is|gets|runs|becomes)(?: (?:almost|nearly|too|very|getting|quite))? (?:full|low|high|empty|hot|busy|out of space)$`,
    'i',
  ).test(text)
}

function readingOf(
  { reference, message }: Metric,
  groups: Readonly<Record<string, string | undefined>>,
): TriggerReading | undefined {
  const amount = Number(groups['amount'])
  if (amount > 100) return undefined
  const length = groups['length'] === undefined ? undefined : readDuration(groups['length'])
  if (groups['length'] !== undefined && (!length || length.rest !== '')) return undefined
  const isLeft =
    LEFT.test(`${groups['free'] ?? ''}${groups['state'] ?? ''}`) && !reference.includes('battery')
  const sign = signOf(groups, isLeft)
  const bound = isLeft ? 100 - amount : amount
  // Not every machine has a battery.
  const guard = reference.includes('battery') ? '$event.battery != null and ' : ''
  return {
    triggers: [
      {
        type: 'metric',
        when: `${guard}${reference} ${sign} ${bound}`,
        ...(length && { for_s: length.seconds }),
      },
    ],
    thing: { type: 'metric', name: 'event' },
    message,
  }
}

function signOf(groups: Readonly<Record<string, string | undefined>>, isLeft: boolean): string {
  if (groups['over'] === undefined && groups['under'] === undefined) return isLeft ? '<=' : '>='
  return (groups['over'] !== undefined) === isLeft ? '<' : '>'
}
