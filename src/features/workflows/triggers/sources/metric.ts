import { AppError } from '../../../../contract/errors.ts'
import { evaluateCondition } from '../../../../platform/expressions/evaluate.ts'
import { ExpressionError } from '../../../../platform/expressions/expression-error.ts'
import { parseExpression } from '../../../../platform/expressions/parse.ts'
import type { Trigger } from '../schemas.ts'
import type { Look, TriggerSource } from '../source.ts'

type Reading = Readonly<Record<string, unknown>>

/** How the machine is doing: what steps see as `$event`. */
export interface MachineReading {
  readonly cpu: Reading
  readonly memory: Reading
  /** The disk that the system is on. */
  readonly disk: Reading | null
  /** All local ones. */
  readonly disks: readonly Reading[]
  /** null where there is none. */
  readonly battery: Reading | null
}

export interface MetricSourceDeps {
  readonly read: () => Promise<MachineReading>
  readonly now: () => Date
}

/** The time for which the condition has held; null while it does not. */
export interface MetricCursor {
  readonly episode: {
    readonly since: string
    readonly told: boolean
    /** The last look while it is not told yet: what happened in a longer gap, nobody knows. */
    readonly seen?: string
  } | null
}

const EVERY_S = 15
/** So many looks may be missed before what was true has to prove itself anew. */
const MAX_MISSED = 4

/** A condition on the machine that becomes true: told once, and again only after it was over. */
export class MetricSource implements TriggerSource<'metric', MetricCursor> {
  readonly #deps: MetricSourceDeps

  constructor(deps: MetricSourceDeps) {
    this.#deps = deps
  }

  async look(trigger: Trigger<'metric'>, cursor: MetricCursor | undefined): Promise<Look<MetricCursor>> {
    const when = condition(trigger.when, 'when')
    const clear = trigger.clear === undefined ? undefined : condition(trigger.clear, 'clear')
    const reading = await this.#deps.read()
    const now = this.#deps.now()
    const holds = when(reading, now)
    // What was so before anybody asked has not become so.
    if (!cursor) return { events: [], cursor: begun(holds, { since: now.toISOString(), told: true }) }
    const { episode } = cursor
    if (episode?.told) {
      const isOver = clear ? clear(reading, now) : !holds
      return { events: [], cursor: isOver ? { episode: null } : cursor }
    }
    if (!holds) return { events: [], cursor: episode ? { episode: null } : cursor }
    return this.#continued(trigger, { reading, now, episode })
  }

  everyMs({ every_s = EVERY_S }: Trigger<'metric'>): number {
    return every_s * 1_000
  }

  /** It holds, and nobody was told yet. */
  #continued(
    trigger: Trigger<'metric'>,
    { reading, now, episode }: { reading: MachineReading; now: Date; episode: MetricCursor['episode'] },
  ): Look<MetricCursor> {
    const at = now.toISOString()
    const since = episode && this.#isUnbroken(trigger, episode, now) ? episode.since : at
    const remainingMs = (trigger.for_s ?? 0) * 1_000 - (now.getTime() - Date.parse(since))
    if (remainingMs > 0)
      return {
        events: [],
        cursor: { episode: { since, told: false, seen: at } },
        againInMs: Math.min(remainingMs, this.everyMs(trigger)),
      }
    return {
      events: [{ key: since, at, data: { ...reading, since } }],
      cursor: { episode: { since, told: true } },
    }
  }

  #isUnbroken(
    trigger: Trigger<'metric'>,
    { since, seen = since }: NonNullable<MetricCursor['episode']>,
    now: Date,
  ): boolean {
    const gap = now.getTime() - Date.parse(seen)
    return gap >= 0 && gap <= MAX_MISSED * this.everyMs(trigger)
  }
}

function begun(holds: boolean, episode: NonNullable<MetricCursor['episode']>): MetricCursor {
  return { episode: holds ? episode : null }
}

/** What cannot be worked out, e.g. the charge of a battery that is not there, is not so. */
function condition(text: string, member: string): (reading: MachineReading, now: Date) => boolean {
  const expression = parsed(text, member)
  return (reading, now) => {
    try {
      return evaluateCondition(expression, {
        lookup: (name) => (name === 'event' ? { value: reading } : undefined),
        now: () => now.getTime(),
      })
    } catch (error) {
      if (error instanceof ExpressionError) return false
      throw error
    }
  }
}

function parsed(text: string, member: string) {
  try {
    return parseExpression(text)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const sentence = `${member} is not an expression, at column ${error.column}: ${error.message}`
    throw new AppError('invalid_request', sentence, { cause: error })
  }
}
