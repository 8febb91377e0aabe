import { storeChanged } from '../../../../contract/event-types.ts'
import type { Trigger } from '../schemas.ts'
import type { Look, SourceEvent, TriggerSource } from '../source.ts'
import { eventKey } from './event-key.ts'
import { HEARD_MS, type Listen } from './listen.ts'

/** What the store knows of a key. Versions count on when a value is deleted. */
export interface StoreState {
  /** 0 when there never was a value. */
  readonly version: number
  readonly updated_at: string | null
  /** null when there is none. */
  readonly json: string | null
}

export interface StoreSourceDeps {
  readonly state: (key: string) => StoreState
  readonly listen: Listen
  readonly now: () => Date
}

export interface StoreCursor {
  readonly key: string
  readonly version: number
}

const MAX_VALUE_BYTES = 256 * 1024
/** Room for the other members of the event. */
const OTHER_BYTES = 4 * 1024

/** A value of the store that was written or deleted. Of several writes between two looks, the last is told. */
export class StoreSource implements TriggerSource<'store', StoreCursor> {
  readonly #deps: StoreSourceDeps

  constructor(deps: StoreSourceDeps) {
    this.#deps = deps
  }

  async look({ key }: Trigger<'store'>, cursor: StoreCursor | undefined): Promise<Look<StoreCursor>> {
    const state = this.#deps.state(key)
    const { version } = state
    if (cursor?.key === key && cursor.version === version) return { events: [], cursor }
    const isFirst = cursor?.key !== key
    return { events: isFirst ? [] : [this.#event(key, state)], cursor: { key, version } }
  }

  everyMs(): number {
    return HEARD_MS
  }

  async watch({ key }: Trigger<'store'>, hint: () => void, signal: AbortSignal): Promise<void> {
    this.#deps.listen(
      [storeChanged.type],
      (data) => {
        if (!data || data['key'] === key) hint()
      },
      signal,
    )
  }

  #event(key: string, { version, updated_at, json }: StoreState): SourceEvent {
    const isTooLarge = json !== null && Buffer.byteLength(json) > MAX_VALUE_BYTES - OTHER_BYTES
    return {
      key: eventKey(`${key}@${version}`),
      at: updated_at ?? this.#deps.now().toISOString(),
      data: {
        key,
        version,
        value: json === null || isTooLarge ? null : (JSON.parse(json) as unknown),
        ...(json === null && { deleted: true }),
        ...(isTooLarge && { too_large: true }),
      },
    }
  }
}
