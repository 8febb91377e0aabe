/**
 * Calls `heard` for every event of these types on the bus, until the signal says stop, and with nothing when some were
 * missed.
 */
export type Listen = (
  types: readonly string[],
  heard: (data: Readonly<Record<string, unknown>> | undefined) => void,
  signal: AbortSignal,
) => void

/** How often to look at what the service has written itself: whatever happens is heard of at once. */
export const HEARD_MS = 60_000
