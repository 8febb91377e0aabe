import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import type { PluginStore } from '../../platform/sandbox/host-calls.ts'
import { pluginLimits } from '../../platform/sandbox/limits.ts'
import type { Store } from '../store/store.ts'

/** The part of the store that belongs to one plugin: it can neither see nor fill the rest. */
export function pluginStore(
  store: Pick<Store, 'read' | 'write' | 'remove' | 'list'>,
  agent: string,
): PluginStore {
  const prefix = `plugin/${agent}/`
  return {
    read: (key) => store.read(prefix + key)?.json,
    async write(key, json) {
      assertRoom(store, { prefix, key: prefix + key, bytes: Buffer.byteLength(json) })
      await store.write(prefix + key, json)
    },
    remove: (key) => store.remove(prefix + key),
  }
}

function assertRoom(
  store: Pick<Store, 'list'>,
  { prefix, key, bytes }: { prefix: string; key: string; bytes: number },
): void {
  const { storeEntries, storeBytes } = pluginLimits
  const others = store
    .list({ prefix, after: prefix, limit: storeEntries + 1 })
    .filter((entry) => entry.key !== key)
  const used = others.reduce((sum, entry) => sum + entry.bytes, bytes)
  if (others.length < storeEntries && used <= storeBytes) return
  throw new AppError(
    'storage_full',
    `A plugin can store ${storeEntries} values and ${megabytesText(storeBytes)} in total. Delete some first.`,
  )
}
