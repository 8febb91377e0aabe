import type { Handlers } from '../../contract/endpoint.ts'
import type { Metrics, metricsContract } from './contract.ts'

export interface MetricsHandlersDeps {
  readonly metrics: { current(): Promise<Metrics> }
}

export function metricsHandlers({ metrics }: MetricsHandlersDeps): Handlers<typeof metricsContract> {
  return {
    async read({ query: { processes: longest = 10 } }) {
      const current = await metrics.current()
      return {
        ...current,
        processes: current.processes.slice(0, longest),
        processes_by_memory: current.processes_by_memory.slice(0, longest),
      }
    },
  }
}
