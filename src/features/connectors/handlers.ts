import type { Handlers } from '../../contract/endpoint.ts'
import type { Connectors } from './connectors.ts'
import type { connectorsContract } from './contract.ts'
import type { MailSignIn } from './mail-sign-in.ts'

export function connectorsHandlers({
  connectors,
  mailSignIn,
}: {
  connectors: Connectors
  mailSignIn: MailSignIn
}): Handlers<typeof connectorsContract> {
  return {
    list: () => ({ connectors: connectors.list() }),
    test: ({ params }, { signal }) => connectors.test(params.connector, signal),
    mailSignIn: ({ body }) => mailSignIn.start(body.flow ?? 'browser'),
    mailSignInState: () => mailSignIn.state,
    cancelMailSignIn: () => mailSignIn.cancel(),
  }
}
