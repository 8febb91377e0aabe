import { guardedFetch } from './guarded-fetch.ts'

/** What the guard knows a host by. */
export function targetOf(address: string): string {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/** An address in the settings is the user's own word, so it may be on this machine or its network; it alone. */
export function fetchFrom(
  address: string,
  limits: { readonly maxBytes?: number; readonly totalMs?: number } = {},
): typeof globalThis.fetch {
  const target = targetOf(address)
  return guardedFetch({ allowedTargets: () => [target], ...limits })
}
