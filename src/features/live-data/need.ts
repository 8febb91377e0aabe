import type { Answered, ReadSetting } from '../../platform/upstream/provider.ts'
import type { UpstreamHub } from '../../platform/upstream/hub.ts'
import type { LiveDataRegistry } from '../../widgets/registry.ts'

/** What every need stands on. */
export interface NeedContext extends LiveDataRegistry {
  readonly hub: UpstreamHub
  readonly setting: ReadSetting
  readonly now: () => Date
}

/** Whoever asks: gone when the signal aborts. */
export interface Caller {
  readonly signal: AbortSignal
}

export interface Timing {
  readonly fetched_at: string
  readonly stale: boolean
  readonly age_s?: number
}

/** A reading with when it was had, as every endpoint tells it. */
export function withTiming<Reading extends object>(
  { value, fetchedAt, stale }: Answered<Reading>,
  now: () => Date,
): Reading & Timing {
  return {
    ...value,
    fetched_at: fetchedAt.toISOString(),
    stale,
    ...(stale && { age_s: Math.max(0, Math.round((now().getTime() - fetchedAt.getTime()) / 1000)) }),
  }
}

/** The same answer with another value. */
export function mapped<From, To>(answered: Answered<From>, change: (value: From) => To): Answered<To> {
  return { ...answered, value: change(answered.value) }
}
