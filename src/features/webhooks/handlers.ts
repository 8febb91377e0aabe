import type { Handlers } from '../../contract/endpoint.ts'
import type { webhooksContract } from './contract.ts'
import type { Webhooks } from './webhooks.ts'

export function webhooksHandlers({ receive }: Pick<Webhooks, 'receive'>): Handlers<typeof webhooksContract> {
  return {
    receiveWorkspaceChat: ({ body }, call) => receive('workspace-chat', body, call),
    receiveOfficeChat: ({ body }, call) => receive('office-chat', body, call),
  }
}
