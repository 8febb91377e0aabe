import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Frame } from '../../platform/desktop/desktop-driver.ts'
import type { TaskPicture } from '../desktop/computer-tasks.ts'

const HELD_MS = 24 * 3_600_000
/** Whoever begins a task looks at once; opening the desktop takes a moment. */
const PATIENCE_MS = 5_000

/** What the task saw last, for whoever watches it: in memory only, one picture, for a day at most. */
export class HeldPicture {
  readonly #now: () => Date
  #taskId = ''
  #held: { readonly frame: Frame; readonly step: number; readonly at: Date } | undefined
  #timer: NodeJS.Timeout | undefined
  #first = Promise.withResolvers<void>()

  constructor(now: () => Date) {
    this.#now = now
  }

  begin(taskId: string): void {
    this.forget()
    this.#taskId = taskId
    this.#first = Promise.withResolvers()
  }

  keep(taskId: string, frame: Frame, step: number): void {
    if (taskId !== this.#taskId) return
    this.#held = { frame, step, at: this.#now() }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), HELD_MS).unref()
    this.#first.resolve()
  }

  /** That of a task which has only begun is waited for. */
  async read(taskId: string): Promise<TaskPicture> {
    if (taskId === this.#taskId)
      await Promise.race([this.#first.promise, sleep(PATIENCE_MS, undefined, { ref: false })])
    return this.#read(taskId)
  }

  #read(taskId: string): TaskPicture {
    // A machine that slept did not run the timer.
    if (this.#held && this.#now().getTime() - this.#held.at.getTime() > HELD_MS) this.forget()
    if (taskId !== this.#taskId || !this.#held)
      throw new AppError(
        'not_found',
        'No screenshot of this task: it has none yet, or it is from another day.',
      )
    const { frame, step, at } = this.#held
    const { width, height, mimeType: mime_type, bytes } = frame
    return { step, taken_at: at.toISOString(), width, height, mime_type, data: bytes.toString('base64') }
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#held = undefined
    this.#first.resolve()
  }
}
