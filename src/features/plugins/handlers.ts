import type { Handlers } from '../../contract/endpoint.ts'
import type { pluginsContract } from './contract.ts'
import type { Plugins } from './plugins.ts'

export function pluginsHandlers({ plugins }: { plugins: Plugins }): Handlers<typeof pluginsContract> {
  return {
    list: () => plugins.list(),
    enable: ({ params, body }) => plugins.enable(params.agent, body.hash),
    disable: ({ params }) => plugins.disable(params.agent),
    reload: ({ params }) => plugins.reload(params.agent),
  }
}
