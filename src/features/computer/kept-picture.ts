import { AppError } from '../../contract/errors.ts'
import type { Frame } from '../../platform/desktop/desktop-driver.ts'
import type { TaskPicture } from '../desktop/computer-tasks.ts'

const KEPT_MS = 24 * 3_600_000

/** What the task saw last, for whoever watches it: in memory only, one picture, for a day at most. */
export class KeptPicture {
  readonly #now: () => Date
  #taskId = ''
  #kept: { readonly frame: Frame; readonly step: number; readonly at: Date } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  begin(taskId: string): void {
    this.forget()
    this.#taskId = taskId
  }

  keep(taskId: string, frame: Frame, step: number): void {
    if (taskId !== this.#taskId) return
    this.#kept = { frame, step, at: this.#now() }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), KEPT_MS).unref()
  }

  read(taskId: string): TaskPicture {
    // A machine that slept did not run the timer.
    if (this.#kept && this.#now().getTime() - this.#kept.at.getTime() > KEPT_MS) this.forget()
    if (taskId !== this.#taskId || !this.#kept)
      throw new AppError(
        'not_found',
        'No picture of this task is kept: it has none yet, or it is from another day.',
      )
    const { frame, step, at } = this.#kept
    const { width, height, mimeType: mime_type, bytes } = frame
    return { step, taken_at: at.toISOString(), width, height, mime_type, data: bytes.toString('base64') }
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#kept = undefined
  }
}
