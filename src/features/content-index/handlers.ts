import type { Handlers } from '../../contract/endpoint.ts'
import type { ContentIndex } from './content-index.ts'
import type { contentIndexContract } from './contract.ts'

export function contentIndexHandlers({
  contentIndex,
}: {
  contentIndex: ContentIndex
}): Handlers<typeof contentIndexContract> {
  return {
    read: () => contentIndex.status(),
    unread: async () => ({ files: await contentIndex.unread() }),
    async change({ body }) {
      await contentIndex[body.action]()
      return contentIndex.status()
    },
  }
}
