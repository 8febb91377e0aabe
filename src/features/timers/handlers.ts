import type { Handlers } from '../../contract/endpoint.ts'
import type { timersContract } from './contract.ts'
import type { Timers } from './timers.ts'

export function timersHandlers({ timers }: { timers: Timers }): Handlers<typeof timersContract> {
  return {
    list: ({ query }) => ({ timers: timers.list(query) }),
    create: ({ body }) => timers.create(body),
    read: ({ params }) => timers.read(params.timer_id),
    change: ({ params, body }) => timers.change(params.timer_id, body),
    async remove({ params }) {
      await timers.remove(params.timer_id)
      return { timer_id: params.timer_id, deleted: true as const }
    },
  }
}
