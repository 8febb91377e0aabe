const MAX_ENTRIES = 1000
const MAX_BYTES = 32 * 1024 * 1024

/** The most recently used values, within a number and a size. */
export class MemoryCache<Value extends { readonly bytes: number }> {
  readonly #entries = new Map<string, Value>()
  #bytes = 0

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#bytes += value.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
