import type { Handlers } from '../../contract/endpoint.ts'
import type { Channels } from './channels.ts'
import type { channelsContract } from './contract.ts'

export function channelsHandlers({ channels }: { channels: Channels }): Handlers<typeof channelsContract> {
  return {
    list: () => ({ channels: channels.list() }),
    pair: ({ params }) => channels.pair(params.channel),
    connect: ({ params }) => channels.connect(params.channel),
    change: ({ params, body }) => channels.changePairing(params.id, body.may_approve),
    async revoke({ params }) {
      await channels.revoke(params.id)
      return { id: params.id, deleted: true }
    },
  }
}
