import type { Handlers } from '../../contract/endpoint.ts'
import type { healthContract } from './contract.ts'

export interface PartHealth {
  readonly status: 'ok' | 'degraded' | 'off'
  readonly detail: string | null
}

export interface HealthDeps {
  readonly version: string
  readonly uptimeSeconds: () => number
  /** Each part tells its own state; none may take long. */
  readonly parts: Readonly<Record<string, () => PartHealth>>
}

export const API_VERSION = '1'

export function healthHandlers({
  version,
  uptimeSeconds,
  parts,
}: HealthDeps): Handlers<typeof healthContract> {
  return {
    get() {
      const states = Object.entries(parts).map(([name, read]) => [name, readPart(read)] as const)
      const degraded = states.some(([, { status }]) => status === 'degraded')
      return {
        status: degraded ? 'degraded' : 'ok',
        version,
        api_version: API_VERSION,
        uptime_s: Math.round(uptimeSeconds() * 1000) / 1000,
        pid: process.pid,
        parts: Object.fromEntries(states),
      }
    },
  }
}

/** A part that cannot even tell its state is degraded; the others still answer. */
function readPart(read: () => PartHealth): PartHealth {
  try {
    return read()
  } catch (error) {
    return { status: 'degraded', detail: error instanceof Error ? error.message : String(error) }
  }
}
