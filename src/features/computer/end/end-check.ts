import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { describeScreen } from '../../../platform/desktop/description/describe-screen.ts'
import { writeDescription } from '../../../platform/desktop/description/write-description.ts'
import type { DesktopDriver, Frame } from '../../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../../platform/desktop/picture/frame-difference.ts'
import { timeLimit } from '../../../platform/processes/time-limit.ts'
import type { LanguageModels } from '../../models/language-model.ts'
import { lookAt, pictureOf } from '../look.ts'
import type { TaskSecrets } from '../secrets/task-secrets.ts'
import type { StopSignal } from '../stop-signal.ts'
import { judgeEnd, type EndFacts, type Verdict } from './judge-end.ts'

interface EndCheckDeps {
  readonly driver: DesktopDriver
  readonly models: Pick<LanguageModels, 'ask' | 'choice'>
  readonly secrets: Pick<TaskSecrets, 'maskWords'>
  readonly log: Log
  /** Told of what it sees before anybody is asked. */
  readonly onLook: (frame: Frame) => void
  /** Told of each answer of the model, not of one that counts again. */
  readonly onVerdict: (verdict: Verdict) => Promise<void>
}

type Claimed = Pick<EndFacts, 'task' | 'claim' | 'outcomes' | 'seen' | 'plan'> & {
  /** What the model saw when it said that it is done. */
  readonly before: Frame
  /** For the question to the model. */
  readonly ms: number
}

interface Checked {
  readonly frame: Frame
  /** Whether the screen shows something else than what the model saw. */
  readonly changed: boolean
  /** null where nobody could tell. */
  readonly verdict: Verdict | null
  readonly isSentBack: boolean
  readonly tokens: number
}

/** Who says three times that it is done gets its way, with the doubt told beside it. */
const MAX_SENT_BACK = 2
const SETTLE = { changeMs: 120, maxMs: 2_000 }
const DESCRIBE_MS = 3_000
const TOLD = { maxElements: 80, maxCharacters: 4_000 }
/** Its ids are nobody's: the model works with those that it was told itself. */
const READER = 'end_check'

/** Whether a task is done that the model says is done: by a fresh look, and a question that does not believe it. */
export class EndCheck {
  readonly #deps: EndCheckDeps
  readonly #stop: StopSignal
  #sentBack = 0
  #last: { readonly verdict: Verdict; readonly frame: Frame; readonly done: number } | undefined

  constructor(deps: EndCheckDeps, stop: StopSignal) {
    this.#deps = deps
    this.#stop = stop
  }

  async check(claimed: Claimed): Promise<Checked> {
    const { driver } = this.#deps
    const { signal } = this.#stop
    await driver.settle(SETTLE, signal)
    const frame = await lookAt(this.#deps, signal)
    this.#deps.onLook(frame)
    const changed = await isVisiblyDifferent(claimed.before, frame)
    const { verdict, tokens } = await this.#verdict(claimed, { frame, changed })
    const isSentBack = verdict?.reached === false && this.#sentBack < MAX_SENT_BACK
    if (isSentBack) this.#sentBack += 1
    return { frame, changed, verdict, isSentBack, tokens }
  }

  async #verdict(
    claimed: Claimed,
    { frame, changed }: { readonly frame: Frame; readonly changed: boolean },
  ): Promise<{ verdict: Verdict | null; tokens: number }> {
    const done = claimed.outcomes.length
    // The same question about the same screen would get the same answer.
    if (this.#last?.done === done && !(await isVisiblyDifferent(this.#last.frame, frame)))
      return { verdict: this.#last.verdict, tokens: 0 }
    const { verdict: said, tokens } = await this.#ask(claimed, { frame, changed })
    if (!said) return { verdict: null, tokens }
    const verdict = { ...said, because: visibleText(this.#deps.secrets.maskWords(said.because)) }
    this.#last = { verdict, frame, done }
    await this.#deps.onVerdict(verdict)
    return { verdict, tokens }
  }

  /** A check that fails is no reason to call a task failed that may well be done. */
  async #ask(
    { ms, before: _before, ...claimed }: Claimed,
    { frame, changed }: { readonly frame: Frame; readonly changed: boolean },
  ): Promise<{ verdict: Verdict | null; tokens: number }> {
    const { models, log } = this.#deps
    using limit = timeLimit(ms)
    const signal = AbortSignal.any([this.#stop.signal, limit.signal])
    try {
      const { words: screen, isWhole } = await this.#stop.race(this.#describe(signal))
      // A picture that shows what the model has just judged by is not paid for again where words say the same.
      const picture = changed || !isWhole ? pictureOf(frame) : null
      return await this.#stop.race(judgeEnd(models, { ...claimed, screen, picture }, signal))
    } catch (error) {
      if (this.#stop.signal.aborted || !(limit.signal.aborted || error instanceof AppError)) throw error
      log.warn({ err: error }, 'The end of a computer control task could not be checked.')
      return { verdict: null, tokens: 0 }
    }
  }

  /** The window in front in words, and whether they tell all of it. */
  async #describe(signal: AbortSignal): Promise<{ words: string | null; isWhole: boolean }> {
    const { driver } = this.#deps
    const nothing = { words: null, isWhole: false }
    if (!driver.capabilities.accessibility) return nothing
    using late = timeLimit(DESCRIBE_MS)
    const until = AbortSignal.any([signal, late.signal])
    try {
      const screen = await describeScreen(driver, { scope: 'window', reader: READER }, until)
      const isWhole = !screen.degraded && screen.silent.length === 0 && screen.elements.length > 0
      return { words: writeDescription(screen, TOLD), isWhole }
    } catch (error) {
      if (signal.aborted) throw error
      return nothing
    } finally {
      driver.forgetElements(READER)
    }
  }
}
