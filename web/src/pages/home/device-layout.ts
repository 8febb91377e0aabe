import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { DeviceLayout } from './layout.ts'

const KEY = 'deskhand.home-layout'

export interface KeptLayout {
  /** Undefined where this browser follows the others. */
  readonly layout: DeviceLayout | undefined
  readonly keep: (layout: DeviceLayout | undefined) => void
}

/** The layout of this browser, in step with its other tabs. */
export function useDeviceLayout(): KeptLayout {
  const raw = useSyncExternalStore(subscribe, read)
  const layout = useMemo(() => parsed(raw), [raw])
  const keep = useCallback((next: DeviceLayout | undefined) => {
    try {
      if (next) localStorage.setItem(KEY, JSON.stringify(next))
      else localStorage.removeItem(KEY)
    } catch {
      // A browser that keeps nothing stays with the layout of all.
    }
    // The browser tells other tabs only.
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  }, [])
  return { layout, keep }
}

function read(): string | null {
  return localStorage.getItem(KEY)
}

function subscribe(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

const SIZES: readonly unknown[] = ['small', 'medium', 'wide']

function parsed(raw: string | null): DeviceLayout | undefined {
  try {
    const { order, sizes } = JSON.parse(raw ?? '{}') as Partial<DeviceLayout>
    if (!Array.isArray(order) || typeof sizes !== 'object' || sizes === null) return undefined
    const known = Object.entries(sizes).filter(([, size]) => SIZES.includes(size))
    return { order, sizes: Object.fromEntries(known) }
  } catch {
    return undefined
  }
}
