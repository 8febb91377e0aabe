import type { Metrics } from '../../metrics/contract.ts'

/** What acts reach for. Nothing of it is called before somebody says something. */
export interface ActDoors {
  /** How the machine is doing. */
  readonly metrics: () => Promise<Metrics>
}
