import type { LookedPicture } from '../../../contract/tool.ts'
import type { LanguageModels, Turn } from '../../models/language-model.ts'
import { turnOfLooks } from './looked-pictures.ts'
import { hasPictures, withoutPictures } from './turn-pictures.ts'

/** Steps whose pictures stay in sight; those before are only mentioned. */
const MAX_SHOWN = 4

export interface LooksOptions {
  /** Of the answer; changed in place. */
  readonly turns: Turn[]
  readonly models: Pick<LanguageModels, 'choice'>
  /** What stands around data in this conversation. */
  readonly mark: string
  /** What is to be shown first. */
  readonly looked?: readonly LookedPicture[] | undefined
}

/**
 * What an answer has looked at, kept among its turns. It comes after the results of the calls, because only what a user
 * says can hold a picture with every provider.
 */
export class Looks {
  readonly #turns: Turn[]
  readonly #models: Pick<LanguageModels, 'choice'>
  readonly #mark: string
  readonly #waiting: LookedPicture[]
  readonly #shown = new Map<Turn, readonly LookedPicture[]>()
  #isBlind = false

  constructor({ turns, models, mark, looked = [] }: LooksOptions) {
    this.#turns = turns
    this.#models = models
    this.#mark = mark
    this.#waiting = [...looked]
  }

  add(look: LookedPicture | undefined): void {
    if (look) this.#waiting.push(look)
  }

  /** Adds a turn with what was looked at since the last time. */
  async show(signal: AbortSignal): Promise<void> {
    const looks = this.#waiting.splice(0)
    if (looks.length === 0) return
    const sees = !this.#isBlind && this.#models.choice('vision')?.vision !== false
    const turn = await turnOfLooks(looks, { sees, mark: this.#mark, signal })
    if (hasPictures(turn)) this.#shown.set(turn, looks)
    this.#turns.push(turn)
    const older = [...this.#shown.keys()].slice(0, -MAX_SHOWN)
    for (const seen of older) this.#replace(seen, withoutPictures([seen])[0]!)
  }

  /** For a model that has refused pictures: the text in them. False when there were none. */
  async readInstead(signal: AbortSignal): Promise<boolean> {
    this.#isBlind = true
    const shown = [...this.#shown]
    for (const [turn, looks] of shown)
      this.#replace(turn, await turnOfLooks(looks, { sees: false, mark: this.#mark, signal }))
    return shown.length > 0
  }

  #replace(turn: Turn, other: Turn): void {
    this.#shown.delete(turn)
    const at = this.#turns.indexOf(turn)
    if (at !== -1) this.#turns[at] = other
  }
}
