import type { ResultOf } from '../../contract/endpoint.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { HealthOptions } from '../../platform/upstream/health.ts'
import { UpstreamHub } from '../../platform/upstream/hub.ts'
import type { Answered, ProviderHealth } from '../../platform/upstream/provider.ts'
import { operatorTargets } from '../../platform/upstream/request-target.ts'
import type { FundamentalsProvider } from '../../plugins/analyst-tools/fundamentals.ts'
import type { AnyWidget, WidgetContext, WishOf } from '../../widgets/kit/widget.ts'
import type { LiveDataRegistry } from '../../widgets/registry.ts'
import type { liveDataContract } from './contract.ts'

type Contract = typeof liveDataContract
export type Kind = keyof Contract

/** Whoever asks: gone when the signal aborts. */
interface Caller {
  readonly signal: AbortSignal
}

export interface LiveDataOptions {
  /** Null keeps answers in memory only. */
  readonly database: Database | null
  readonly settings: { get(name: string): unknown }
  readonly now: () => Date
  readonly log: Log
  readonly version: string
  readonly registry: LiveDataRegistry
  /** Told when a provider began to fail, or works again. */
  readonly publish: HealthOptions['onChange']
  /** For addresses of providers; the guard, open to what the operator named, unless said otherwise. */
  readonly fetchProvider?: typeof globalThis.fetch
  /** For addresses that people give; the guard unless said otherwise. */
  readonly fetchGiven?: typeof globalThis.fetch
  readonly deadlineMs?: number
  readonly firstDelayMs?: number
}

export interface LiveData {
  readonly ask: <K extends Kind>(
    kind: K,
    wish: WishOf<Contract[K]>,
    caller: Caller,
  ) => Promise<ResultOf<Contract[K]>>
  readonly fundamentals: FundamentalsProvider
  readonly hub: UpstreamHub
  /** The health of each provider. */
  readonly providers: () => ProviderHealth[]
  readonly close: () => Promise<void>
}

export function createLiveData(options: LiveDataOptions): LiveData {
  const { registry, settings, now } = options
  const setting = (name: string): string | null => {
    const value = settings.get(name)
    return typeof value === 'string' ? value : null
  }
  const allowedByUser = () => {
    const targets = settings.get('ALLOWED_PRIVATE_TARGETS')
    return Array.isArray(targets) ? targets.map(String) : []
  }
  const {
    fetchProvider = guardedFetch({ allowedTargets: () => operatorTargets(registry.providers, setting) }),
    fetchGiven = guardedFetch({ allowedTargets: allowedByUser }),
  } = options
  const hub = new UpstreamHub({
    ...options,
    providers: registry.providers,
    setting,
    onHealth: options.publish,
    fetchProvider,
    fetchGiven,
  })
  const context: WidgetContext = { hub, setting, now }
  const widgets: Readonly<Record<Kind, AnyWidget>> = registry.widgets
  return {
    async ask(kind, wish, caller) {
      const { answer, deadlineMs } = widgets[kind]
      const answered = await answer(wish, { ...context, turn: hub.turn(caller, deadlineMs) })
      return withTiming(answered as Answered<object>, now()) as ResultOf<Contract[typeof kind]>
    },
    fundamentals: registry.createFundamentals(context),
    hub,
    providers: () => hub.health(),
    close: () => hub.close(),
  }
}

/** A reading with when it was had, as every endpoint tells it. */
function withTiming<Reading extends object>({ value, fetchedAt, stale }: Answered<Reading>, now: Date) {
  return {
    ...value,
    fetched_at: fetchedAt.toISOString(),
    stale,
    ...(stale && { age_s: Math.max(0, Math.round((now.getTime() - fetchedAt.getTime()) / 1000)) }),
  }
}
