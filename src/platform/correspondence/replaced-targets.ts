import type { Settings } from '../../features/settings/settings-store.ts'

/** What the operator put in a provider's place may be on this machine or its network; nothing else may. */
export function replacedTargets(
  settings: Pick<Settings, 'get'>,
  names: readonly Parameters<Settings['get']>[0][],
): string[] {
  return names.flatMap((name) => targetOf(settings.get(name)))
}

function targetOf(address: unknown): string[] {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url ? [`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`] : []
}
