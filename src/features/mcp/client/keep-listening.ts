import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

interface Told {
  readonly onToolsChanged: () => void
  readonly onResourcesChanged: () => void
}

/** A stream of changes ends when the network does, and after a time in any case; what was missed is looked for then. */
export async function keepListening(client: Client, told: Told, ended: AbortSignal): Promise<void> {
  let subscription = client.autoOpenedSubscription
  if (!subscription) return
  const resourcesListChanged = client.getServerCapabilities()?.resources?.listChanged ?? false
  let pause = FIRST_PAUSE_MS
  for (;;) {
    await subscription?.closed
    await sleep(pause, undefined, { signal: ended, ref: false }).catch(() => {})
    if (ended.aborted) return
    subscription = await client
      .listen({ toolsListChanged: true, resourcesListChanged })
      .catch(() => undefined)
    pause = subscription ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS)
    if (!subscription) continue
    told.onToolsChanged()
    told.onResourcesChanged()
  }
}
