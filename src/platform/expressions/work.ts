import { BadValue } from './bad-value.ts'

/** A part takes up to 80 ns, so that no expression holds up the service for more than 50 ms. */
const MAX_WORK = 500_000
/** To search or change so many characters is as much work as one part. */
const CHARACTERS_A_PART = 4

/** How much one expression may still do, whatever its values are. Counted, not timed: the same values give the same answer. */
export class Work {
  #left = MAX_WORK

  use(parts: number): void {
    this.#left -= parts
    if (this.#left < 0) throw new BadValue('This is too much to work out. Use fewer items or shorter texts.')
  }

  read(characters: number): void {
    this.use(characters / CHARACTERS_A_PART)
  }
}
