import type { Handlers } from '../../contract/endpoint.ts'
import type { pushContract } from './contract.ts'
import type { Push } from './push.ts'

export function pushHandlers({ push }: { push: Push }): Handlers<typeof pushContract> {
  return {
    key: async () => ({ key: await push.key() }),
    list: () => ({ subscriptions: push.list() }),
    subscribe: ({ body }) => push.subscribe(body),
    async remove({ params }) {
      await push.remove(params.id)
      return { id: params.id, deleted: true }
    },
    test: ({ params }, { signal }) => push.test(params.id, signal),
  }
}
