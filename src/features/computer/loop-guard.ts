import { canonicalKey } from './canonical-key.ts'
import type { Action } from './actions/vocabulary.ts'

/** What came of one action, as far as repeating it is concerned. */
export interface Noted {
  readonly action: Action
  /** Hash of the picture that it was decided on. */
  readonly frame: string
  readonly outcome: string
  /** Whether anything was seen to change. */
  readonly changed: boolean
}

export type Advice = 'go_on' | 'nudge' | 'stop'

const NUDGE_AT = 3
const STOP_AT = 5
const WINDOW = 12
/** Waiting for something slow, and looking whether it is there, is no sign of being lost. */
const PATIENT = new Set<Action['name']>(['WAIT', 'READ_SCREEN', 'FIND_ON_SCREEN', 'SCREENSHOT'])
const PATIENCE = 4

/**
 * Sees when a task goes round in circles: the same action without effect, or the same few actions on the same few
 * pictures. Only a visible change starts the count anew.
 */
export class LoopGuard {
  #unchanged = { key: '', times: 0 }
  readonly #recent: string[] = []
  #failures = 0

  /** Told of each action that was done. */
  note({ action, frame, outcome, changed }: Noted): Advice {
    this.#failures = 0
    const { reason: _reason, ...args } = action.args
    const key = canonicalKey({ name: action.name, args, outcome })
    this.#unchanged = {
      key,
      times: changed ? 0 : this.#unchanged.key === key ? this.#unchanged.times + 1 : 1,
    }
    const place = `${key}@${frame}`
    this.#recent.push(place)
    if (this.#recent.length > WINDOW) this.#recent.shift()
    const again = this.#recent.filter((one) => one === place).length
    return adviceFor(Math.max(this.#unchanged.times, again), PATIENT.has(action.name) ? PATIENCE : 1)
  }

  /** Told of each answer that could not be done at all. */
  noteFailure(): Advice {
    this.#failures += 1
    return adviceFor(this.#failures, 1)
  }
}

function adviceFor(times: number, patience: number): Advice {
  if (times >= STOP_AT * patience) return 'stop'
  return times >= NUDGE_AT * patience ? 'nudge' : 'go_on'
}
