import { AppError } from '../../contract/errors.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { connectorNames, type Connector, type ConnectorName } from './contract.ts'
import { needsOf, titles } from './needs.ts'

export interface ConnectorsDeps {
  readonly setting: (name: string) => unknown
  /** Signs in with what is set, and says in a sentence what works; throws an AppError when it doesn't. */
  readonly trials: Readonly<Record<ConnectorName, (signal: AbortSignal) => Promise<string>>>
  /** How long a test may take. */
  readonly patienceMs?: number
}

export interface Trial {
  readonly connector: ConnectorName
  readonly ok: boolean
  readonly message: string
  readonly latency_ms: number
}

const PATIENCE_MS = 45_000

/** The accounts at other services: what they still need, and whether they work. */
export class Connectors {
  readonly #deps: ConnectorsDeps

  constructor(deps: ConnectorsDeps) {
    this.#deps = deps
  }

  list(): Connector[] {
    return connectorNames.map((connector) => ({
      connector,
      title: titles[connector],
      ...needsOf(connector, this.#deps.setting),
    }))
  }

  async test(connector: ConnectorName, signal: AbortSignal): Promise<Trial> {
    const { trials, patienceMs = PATIENCE_MS } = this.#deps
    const patience = AbortSignal.timeout(patienceMs)
    using joined = joinSignals([signal, patience])
    const began = performance.now()
    const outcome = await trials[connector](joined.signal).then(
      (message) => ({ ok: true, message }),
      (error: unknown) => {
        signal.throwIfAborted()
        if (patience.aborted) return { ok: false, message: late(connector, patienceMs) }
        if (error instanceof AppError) return { ok: false, message: error.message }
        throw error
      },
    )
    return { connector, ...outcome, latency_ms: Math.round(performance.now() - began) }
  }
}

function late(connector: ConnectorName, patienceMs: number): string {
  return `${titles[connector]} didn't answer within ${Math.round(patienceMs / 1000)} seconds. Check the address.`
}
