import type { Provider, ProviderHealth, ReadSetting } from './provider.ts'

const DOWN_AFTER = 3

interface State {
  readonly failures: number
  readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
  readonly message: string | null
}

export interface HealthOptions {
  readonly providers: readonly Provider[]
  readonly setting: ReadSetting
  /** Called when a provider began to fail, or works again. */
  readonly onChange: (health: ProviderHealth & { readonly status: 'ok' | 'degraded' | 'down' }) => void
}

/** How the last questions to each provider went. */
export class ProviderHealthBook {
  readonly #options: HealthOptions
  readonly #states = new Map<string, State>()

  constructor(options: HealthOptions) {
    this.#options = options
  }

  succeeded(provider: Provider): void {
    this.#change(provider, { failures: 0, status: 'ok', message: null })
  }

  failed(provider: Provider, { message, isShut }: { message: string; isShut: boolean }): void {
    const failures = (this.#states.get(provider.name)?.failures ?? 0) + 1
    const status = isShut || failures >= DOWN_AFTER ? 'down' : 'degraded'
    this.#change(provider, { failures, status, message })
  }

  list(): ProviderHealth[] {
    const { providers, setting } = this.#options
    const listed = providers.filter(({ anyHost }) => !anyHost)
    return listed.map(({ name, needs }) => {
      if (needs !== undefined && setting(needs) === null)
        return { provider: name, status: 'not_configured' as const, message: `Set ${needs} to use it.` }
      const { status, message } = this.#states.get(name) ?? { status: 'unknown' as const, message: null }
      return { provider: name, status, message }
    })
  }

  #change(provider: Provider, next: State): void {
    if (provider.anyHost) return
    const before = this.#states.get(provider.name)?.status ?? 'unknown'
    this.#states.set(provider.name, next)
    const { status, message } = next
    // The first good answer is no news.
    if (status === 'unknown' || status === before || (before === 'unknown' && status === 'ok')) return
    this.#options.onChange({ provider: provider.name, status, message })
  }
}
