import type { ContentKind, FoundContents } from '../../features/content-index/index-messages.ts'
import type { IndexStatus } from '../../features/content-index/index-status.ts'

/** What the tool needs of the index of the person's files. */
export interface ContentSearch {
  search(
    query: {
      readonly words: string
      readonly folder?: string | undefined
      readonly kind?: ContentKind | undefined
      readonly most: number
    },
    signal: AbortSignal,
  ): Promise<FoundContents>
  status(): IndexStatus
}
