import type { ObjectReference } from './object-reader.ts'

const MAX_ELEMENTS = 20_000

/** Short names for objects, so that a model can repeat them. The same object keeps its name. */
export class ElementIds {
  readonly #byKey = new Map<string, string>()
  readonly #byId = new Map<string, ObjectReference>()
  #count = 0

  idOf(reference: ObjectReference): string {
    const key = `${reference.owner} ${reference.path}`
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    if (this.#byKey.size >= MAX_ELEMENTS) this.clear()
    this.#count += 1
    const id = `e${this.#count}`
    this.#byKey.set(key, id)
    this.#byId.set(id, reference)
    return id
  }

  find(id: string): ObjectReference | undefined {
    return this.#byId.get(id)
  }

  /** Names are never given twice, so that an old one cannot mean something new. */
  clear(): void {
    this.#byKey.clear()
    this.#byId.clear()
  }
}
