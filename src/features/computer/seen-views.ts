import type { Frame } from '../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../platform/desktop/picture/frame-difference.ts'

/** Which pictures show the same, and which of the whole screen the model was sent last. */
export class SeenViews {
  /** Pictures that show nothing new, by their hashes, with the one that they look like. */
  readonly #same = new Map<string, string>()
  #sent: Frame | undefined

  /** What only blinks is the same view to whoever goes round in circles on it. */
  noteSame(frame: Frame, before: Frame): void {
    this.#same.set(frame.hash, this.viewOf(before))
  }

  viewOf({ hash }: Frame): string {
    return this.#same.get(hash) ?? hash
  }

  noteSent(frame: Frame): void {
    this.#sent = frame
  }

  /** Many small changes, none of which was worth a picture, may come to one that is. */
  async isNews(frame: Frame): Promise<boolean> {
    return this.#sent === undefined || isVisiblyDifferent(this.#sent, frame)
  }
}
