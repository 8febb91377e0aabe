import type { Handlers } from '../../contract/endpoint.ts'
import type { Connectors } from './connectors.ts'
import type { connectorsContract } from './contract.ts'

export function connectorsHandlers({
  connectors,
}: {
  connectors: Connectors
}): Handlers<typeof connectorsContract> {
  return {
    list: () => ({ connectors: connectors.list() }),
    test: ({ params }, { signal }) => connectors.test(params.connector, signal),
  }
}
