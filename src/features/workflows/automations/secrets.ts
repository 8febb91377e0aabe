import type { SecretStore } from '../../../platform/secrets/secret-store.ts'

export interface AutomationSecretsDeps {
  readonly store: Pick<SecretStore, 'get' | 'set' | 'all'>
  /** Keeps a value out of logs and history. */
  readonly hide: (value: string) => void
}

const PREFIX = 'automation:'

/** Secrets that people store for their automations. Those of the service itself are out of reach for steps. */
export class AutomationSecrets {
  readonly #deps: AutomationSecretsDeps

  constructor(deps: AutomationSecretsDeps) {
    this.#deps = deps
    for (const name of this.list()) deps.hide(this.get(name)!)
  }

  list(): string[] {
    return [...this.#deps.store.all().keys()]
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
      .toSorted()
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  get(name: string): string | null {
    return this.#deps.store.get(`${PREFIX}${name}`)
  }

  async set(name: string, value: string): Promise<void> {
    this.#deps.hide(value)
    await this.#deps.store.set(`${PREFIX}${name}`, value)
  }

  /** False when there was none. */
  async remove(name: string): Promise<boolean> {
    if (!this.has(name)) return false
    await this.#deps.store.set(`${PREFIX}${name}`, null)
    return true
  }
}
