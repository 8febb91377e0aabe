import type { Frame } from '../../platform/desktop/desktop-driver.ts'

/** A model may have lost sight of the last one. */
const MAX_UNSENT = 3

/** Which pictures show the same, and which of them are worth being sent. */
export class SeenViews {
  /** Pictures that show nothing new, by their hashes, with the one that they look like. */
  readonly #same = new Map<string, string>()
  /** How many pictures in a row were not sent, because they show nothing new. */
  #unsent = 0

  /** What only blinks is the same view to whoever goes round in circles on it. */
  noteSame(frame: Frame, before: Frame): void {
    this.#same.set(frame.hash, this.viewOf(before))
  }

  viewOf({ hash }: Frame): string {
    return this.#same.get(hash) ?? hash
  }

  /** A picture that shows nothing new is left out, but not for long. */
  isWorthSending({ isNew, isNative }: { readonly isNew: boolean; readonly isNative: boolean }): boolean {
    // OpenAI's own tool wants a picture in each result.
    const isSent = isNew || isNative || this.#unsent >= MAX_UNSENT
    this.#unsent = isSent ? 0 : this.#unsent + 1
    return isSent
  }
}
