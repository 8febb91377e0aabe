import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanStep } from '../../../contract/computer-plan.ts'
import type { Log } from '../../../contract/log.ts'
import type { RecordingMark, RecordingMoment } from '../../../contract/recording.ts'
import type { DesktopDriver, Frame } from '../../../platform/desktop/desktop-driver.ts'
import type { Deed, Done } from '../do-action.ts'
import type { Ending } from '../end/endings.ts'
import type { Verdict } from '../end/judge-end.ts'
import type { Answer, Shown } from '../policy/gate.ts'
import type { Question } from '../../tools/question.ts'
import { inPicture } from './picture-covers.ts'
import { inspectFrame, type Inspected } from './inspect-frame.ts'
import type { RecordingWriter, SecretText, SeenPicture } from './recording-writer.ts'

/** What the loop tells of a task so that it can be replayed. None of it holds up the task or makes it fail. */
export interface TaskRecorder {
  /** The model is about to be shown this. */
  look(frame: Frame): void
  /** Waits a moment until it is known where the last picture shows passwords: afterwards the screen is another one. */
  beforeAction(): Promise<void>
  /** Decided on the picture that was looked at last. */
  step(done: Done): void
  /** A question to the person. The answer is told to what this returns. */
  asked(question: Question, shown?: Shown): (answer: Answer | 'cancelled') => void
  /** The plan from now on. */
  planned(plan: readonly PlanStep[]): void
  /** The model said that the task is done, and that was checked on the picture that was looked at last. */
  checked(check: Checked): void
  end(ending: Ending): Promise<void>
}

export interface Checked {
  /** What the model said was done. */
  readonly claim: string
  /** null where nobody could tell. */
  readonly verdict: Verdict | null
}

/** When nothing is recorded. */
export const noRecorder: TaskRecorder = {
  look() {},
  async beforeAction() {},
  step() {},
  asked: () => () => {},
  planned() {},
  checked() {},
  async end() {},
}

export interface RecorderDeps {
  readonly driver: DesktopDriver
  readonly secrets: SecretText
  readonly writer: RecordingWriter
  readonly now: () => Date
  readonly log: Log
  /** Ends with the task. */
  readonly signal: AbortSignal
  /** Whether it is wanted just now. */
  readonly isOn: () => boolean
  /** Told after each moment that was written. */
  readonly onMoment: () => void
  /** Told at the end, with when the last moment is written. */
  readonly onEnd: (written: Promise<void>) => Promise<void>
}

/** How long it may hold up a task in all: so long, and a share of what the task takes. Models take longer to decide. */
const PATIENCE_MS = 500
const PATIENCE_SHARE = 0.1
const UNKNOWN = "Not recorded: it couldn't be told in time where this picture shows passwords."

const EMPTY = { action: null, reason: '', result: '', picture: null, no_picture: null, mark: null }

type Moment = Pick<RecordingMoment, 'kind' | 'words' | 'state'> & Partial<RecordingMoment>

export class LiveRecorder implements TaskRecorder {
  readonly #deps: RecorderDeps
  /** What was found out about each picture, as long as somebody may still refer to it. */
  readonly #inspected = new WeakMap<Frame, Promise<Inspected | null>>()
  #last:
    | { readonly frame: Frame; readonly done: Promise<Inspected | null>; readonly giveUp: () => void }
    | undefined
  readonly #begun = performance.now()
  #waitedMs = 0
  #queue: Promise<void> = Promise.resolve()
  #moments = 0
  #plan: RecordingMoment['plan'] = []
  #isDiscarded = false
  #hasFailed = false
  /** Windows of which nothing is told, with something secret in them. */
  readonly #secretWindows = new Set<string>()

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  look(frame: Frame): void {
    const { driver, signal } = this.#deps
    if (!this.#isWanted() || signal.aborted) return
    const late = new AbortController()
    const until = AbortSignal.any([signal, late.signal])
    const found = inspectFrame(frame, { driver, secretWindows: this.#secretWindows, signal: until })
    // An application that answers nobody holds up nothing here.
    const gaveUp = once(until, 'abort').then(() => null)
    const done = Promise.race([found, gaveUp]).catch(() => null)
    this.#inspected.set(frame, done)
    this.#last = { frame, done, giveUp: () => late.abort() }
  }

  async beforeAction(): Promise<void> {
    const last = this.#last
    if (!last) return
    const since = performance.now()
    const patience = PATIENCE_MS + (since - this.#begun) * PATIENCE_SHARE - this.#waitedMs
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, this.#deps.signal])
    const late = sleep(Math.max(0, patience), undefined, { signal, ref: false }).catch(() => {})
    await Promise.race([last.done, late])
    over.abort()
    this.#waitedMs += performance.now() - since
    // From now on it would be told of another screen.
    last.giveUp()
  }

  step({ kind, record, deed }: Done): void {
    const { at, action, reason, outcome } = record
    if (deed.secretWindow !== null) this.#secretWindows.add(deed.secretWindow)
    const state = kind === 'done' ? 'done' : 'not_done'
    const words = deed.words === '' ? nameInWords(action) : deed.words
    const frame = this.#last?.frame ?? null
    const mark = frame && markOf(deed, frame)
    this.#add({ kind: 'step', at, action, words, reason, result: outcome, state, mark }, frame)
  }

  asked({ title, message }: Question, shown?: Shown): (answer: Answer | 'cancelled') => void {
    const at = this.#deps.now().toISOString()
    const mark = shown ? markOf(shown, shown.frame) : null
    const question = { kind: 'question', at, words: title, reason: message, mark } as const
    const number = this.#add({ ...question, state: 'open' }, shown?.frame ?? null)
    return (answer) => {
      this.#add({ ...question, number, state: answer, result: answerInWords[answer] }, null)
    }
  }

  planned(plan: readonly PlanStep[]): void {
    this.#plan = [...plan]
  }

  checked({ claim, verdict }: Checked): void {
    const state = verdict?.reached === true ? 'done' : 'not_done'
    const moment = {
      kind: 'check',
      words: CHECK,
      reason: claim,
      result: verdictInWords(verdict),
      state,
    } as const
    this.#add(moment, this.#last?.frame ?? null)
  }

  async end({ status, message }: Ending): Promise<void> {
    const frame = this.#last?.frame ?? null
    const state = status === 'running' ? 'failed' : status
    this.#add({ kind: 'end', words: endInWords[state], state, result: message ?? '' }, frame)
    await this.#deps.onEnd(this.#queue)
  }

  /** Nothing is written any more when it resolves. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#queue
  }

  #isWanted(): boolean {
    return !this.#isDiscarded && this.#deps.isOn()
  }

  /** Its number. It is written when those before it are. */
  #add(moment: Moment, frame: Frame | null): number {
    const number = moment.number ?? (this.#moments += 1)
    const at = moment.at ?? this.#deps.now().toISOString()
    if (!this.#isWanted() && moment.kind !== 'end') return number
    const whole = { ...EMPTY, plan: this.#plan, ...moment, at, number }
    this.#queue = this.#queue.then(() => this.#write(whole, frame))
    return number
  }

  async #write(moment: RecordingMoment, frame: Frame | null): Promise<void> {
    if (this.#isDiscarded) return
    const { writer, log, onMoment } = this.#deps
    const seen = frame && (await this.#seen(frame))
    try {
      await writer.write(moment, seen)
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, "Couldn't record all of a computer control task.")
      this.#hasFailed = true
      return
    }
    onMoment()
  }

  async #seen(frame: Frame): Promise<SeenPicture | string> {
    const inspected = await this.#inspected.get(frame)
    if (!inspected) return UNKNOWN
    const { width, height, bytes, hash } = frame
    return { key: hash, bytes, width, height, facts: inspected.facts }
  }
}

/** What a picture shows, in its own pixels. */
function markOf({ points, area }: Pick<Deed, 'points' | 'area'>, frame: Frame): RecordingMark | null {
  const scale = frame.width / frame.area.width
  const at = points.map(({ x, y }) => ({
    x: Math.round((x - frame.area.x) * scale),
    y: Math.round((y - frame.area.y) * scale),
  }))
  const box = area && inPicture(area, frame)
  return at.length === 0 && !box ? null : { points: at, area: at.length === 0 ? box : null }
}

/** `READ_SCREEN` is "Read screen". */
function nameInWords(action: string): string {
  const words = action.toLowerCase().replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const CHECK = 'Check whether the task is done'

function verdictInWords(verdict: Verdict | null): string {
  if (!verdict) return "It couldn't be checked."
  return verdict.reached ? 'It is done.' : ['Not done yet.', verdict.because].join(' ').trim()
}

const answerInWords = {
  approved: 'You approved it.',
  rejected: 'You rejected it.',
  expired: 'Nobody answered in time.',
  cancelled: 'The task ended before there was an answer.',
} as const

const endInWords = {
  completed: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  waiting: 'Ended with a question',
} as const
