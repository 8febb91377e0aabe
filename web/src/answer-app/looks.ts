import type { EventFeed } from '../../../src/components/view-kit/live/events.ts'

const LOOK_EVERY_MS = 15_000

/**
 * No events come through a host. Instead whoever would hear them looks again in time, while somebody can see it, and after
 * each change.
 */
export class Looks implements EventFeed {
  readonly #listeners = new Set<() => void>()

  constructor() {
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') this.look()
    }
    setInterval(lookIfSeen, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookIfSeen)
  }

  look(): void {
    for (const listener of this.#listeners) listener()
  }

  readonly on: EventFeed['on'] = () => () => {}
  readonly onAny: EventFeed['onAny'] = () => () => {}

  readonly onResync: EventFeed['onResync'] = (listener) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly connection: EventFeed['connection'] = () => 'open'
  readonly onConnection: EventFeed['onConnection'] = () => () => {}
}
