import { sharedState, type SharedState } from '../frame/external-state.ts'
import type { Bridge, Params } from './bridge.ts'

const PROTOCOL = '2026-01-26'

/** What the host says about itself and its user. A part of it may come at any time. */
export interface HostContext {
  readonly theme?: 'light' | 'dark'
  readonly styles?: {
    readonly variables?: Readonly<Record<string, string | undefined>>
    readonly css?: { readonly fonts?: string }
  }
  readonly locale?: string
  readonly timeZone?: string
  readonly safeAreaInsets?: {
    readonly top: number
    readonly right: number
    readonly bottom: number
    readonly left: number
  }
  readonly containerDimensions?: { readonly height?: number; readonly maxHeight?: number }
}

interface Capabilities {
  readonly openLinks?: object
  readonly serverTools?: object
}

/** The program around this page, once it has answered. */
export interface Host {
  readonly can: (ability: keyof Capabilities) => boolean
  readonly context: SharedState<HostContext>
}

/** Introduces this page. What the host then sends is heard from the start. */
export async function greetHost(bridge: Bridge): Promise<Host> {
  const context = sharedState<HostContext>({})
  bridge.onNotice('ui/notifications/host-context-changed', (changed) =>
    context.set({ ...context.get(), ...(changed as HostContext) }),
  )
  bridge.onRequest('ping', () => ({}))
  const answer = (await bridge.request('ui/initialize', {
    protocolVersion: PROTOCOL,
    appInfo: { name: 'deskhand', title: 'Deskhand', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })) as Params
  const capabilities = (answer['hostCapabilities'] ?? {}) as Capabilities
  // What has changed in the meantime is newer.
  context.set({ ...(answer['hostContext'] as HostContext | undefined), ...context.get() })
  bridge.notify('ui/notifications/initialized')
  return { can: (ability) => capabilities[ability] !== undefined, context }
}
