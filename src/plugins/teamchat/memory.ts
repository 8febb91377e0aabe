const KEEP_MS = 5 * 60_000
const MAX_ENTRIES = 50_000

/** Names do not change often, and Slack lets lists be asked for only some times a minute. */
export class Memory<Value> {
  readonly #known = new Map<string, { value: Value; until: number }>()

  get(key: string, now: Date): Value | undefined {
    const found = this.#known.get(key)
    return found && found.until > now.getTime() ? found.value : undefined
  }

  set(key: string, value: Value, now: Date): void {
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear()
    this.#known.set(key, { value, until: now.getTime() + KEEP_MS })
  }
}
