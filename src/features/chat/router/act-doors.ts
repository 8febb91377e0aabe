import type { StoredValues } from './answers/stored.ts'
import type { Metrics } from '../../metrics/contract.ts'

/** What acts reach for. Nothing of it is called before somebody says something. */
export interface ActDoors {
  /** What is kept: notes, lists, boards … */
  readonly store: StoredValues
  /** The currency that was chosen for sums, if one was. */
  readonly baseCurrency: () => string | null
  /** How the machine is doing. */
  readonly metrics: () => Promise<Metrics>
}
