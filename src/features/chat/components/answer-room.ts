import { randomBytes } from 'node:crypto'

export const componentLimits = { depth: 50, children: 300, nodes: 2_000 } as const

/** How much an answer can still hold, and the ids that are given away in it. */
export class AnswerRoom {
  readonly #ids: Set<string>
  #left: number

  constructor({ ids = [], left = componentLimits.nodes }: { ids?: Iterable<string>; left?: number } = {}) {
    this.#ids = new Set(ids)
    this.#left = left
  }

  get left(): number {
    return this.#left
  }

  /** Takes the places of some components; false, and none taken, when there are not as many left. */
  take(count = 1): boolean {
    if (this.#left < count) return false
    this.#left -= count
    return true
  }

  /** The given id while nobody has it, else a new one. */
  idFor(given: unknown): string {
    const id = typeof given === 'string' && !this.#ids.has(given) ? given : newId()
    this.#ids.add(id)
    return id
  }

  /** The same room, to try something in: what is taken from it is not taken from this one. */
  copy(): AnswerRoom {
    return new AnswerRoom({ ids: this.#ids, left: this.#left })
  }
}

function newId(): string {
  return `cmp_${randomBytes(9).toString('base64url')}`
}
