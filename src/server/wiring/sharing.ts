import type { Embedder } from '../../platform/embedding/embedder.ts'
import type { OpenShared } from './shared-workflows.ts'

/** What differs between a process alone and one of several that share the workflows. */
export interface Sharing {
  /** Opens what they share; the service's own database when left out. */
  readonly openShared?: OpenShared | undefined
  /** Whether people call this process. */
  readonly forPeople?: boolean
  /** Used instead of one of its own, and left open. */
  readonly embedder?: Embedder | undefined
}
