import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { pluginsContract } from './contract.ts'
import type { Plugins } from './plugins.ts'

export function pluginsHandlers({ plugins }: { plugins: Plugins }): Handlers<typeof pluginsContract> {
  return {
    list: () => plugins.list(),
    async enable({ params, body }, call) {
      await assertPerson(call)
      return plugins.enable(params.agent, body.hash)
    },
    async disable({ params }, call) {
      await assertPerson(call)
      return plugins.disable(params.agent)
    },
    async reload({ params }, call) {
      await assertPerson(call)
      return plugins.reload(params.agent)
    },
  }
}

/** A plugin that could confirm itself would need no confirming. */
async function assertPerson(call: Call): Promise<void> {
  if (call.provenance !== 'local-client' || (await call.isOwnChild()))
    throw new AppError('forbidden', 'Only a person at this machine may decide about plugins.')
}
