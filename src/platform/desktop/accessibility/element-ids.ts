import { AppError } from '../../../contract/errors.ts'
import type { ObjectReference } from './object-reader.ts'

export interface NamedObject {
  readonly reference: ObjectReference
  /** Title of its window. */
  readonly window: string | null
}

const MAX_LOOKED_AT = 20_000

/**
 * Short names for objects, so that a model can repeat them. They live as long as one description: the next one of the same
 * reader forgets them, and no number is ever given twice, so that an old name cannot mean something new.
 */
export class ElementIds {
  readonly #descriptions = new Map<string, Map<string, NamedObject>>()
  readonly #looks = new Names()
  #count = 0

  /** Names for a new description; those of the last one of this reader are over. */
  begin(reader: string): (object: NamedObject) => string {
    const named = new Map<string, NamedObject>()
    this.#descriptions.set(reader, named)
    return ({ reference, window }) => {
      const id = this.#next()
      named.set(id, { reference, window })
      return id
    }
  }

  /** For who only looks in between: an object keeps its name, and nothing is forgotten. */
  nameOf(object: NamedObject): string {
    return this.#looks.nameOf(object, () => this.#next())
  }

  /** Throws when there is none, and says why. */
  find(id: string): NamedObject {
    for (const named of this.#descriptions.values()) {
      const found = named.get(id)
      if (found) return found
    }
    const looked = this.#looks.find(id)
    if (looked) return looked
    throw this.#wasGiven(id) ? over(id) : unknown(id)
  }

  forget(reader: string): void {
    this.#descriptions.delete(reader)
  }

  clear(): void {
    this.#descriptions.clear()
    this.#looks.clear()
  }

  #next(): string {
    this.#count += 1
    return `e${this.#count}`
  }

  #wasGiven(id: string): boolean {
    const number = /^e([1-9]\d*)$/.exec(id)?.[1]
    return number !== undefined && Number(number) <= this.#count
  }
}

class Names {
  readonly #byKey = new Map<string, string>()
  readonly #byId = new Map<string, NamedObject>()

  nameOf({ reference, window }: NamedObject, next: () => string): string {
    const key = `${reference.owner} ${reference.path}`
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    if (this.#byKey.size >= MAX_LOOKED_AT) this.clear()
    const id = next()
    this.#byKey.set(key, id)
    this.#byId.set(id, { reference, window })
    return id
  }

  find(id: string): NamedObject | undefined {
    return this.#byId.get(id)
  }

  clear(): void {
    this.#byKey.clear()
    this.#byId.clear()
  }
}

function over(id: string): AppError {
  return new AppError(
    'not_found',
    `The element ${id} is from an earlier description of the screen. Read the screen again, and use the ids that it gives now.`,
  )
}

function unknown(id: string): AppError {
  return new AppError('not_found', `There is no element ${id}. Read the screen, and use one of its ids.`)
}
