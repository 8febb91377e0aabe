import type * as Sdk from '@modelcontextprotocol/client'
import type { Client, ElicitResult } from '@modelcontextprotocol/client'

type Ask = (params: unknown, signal: AbortSignal) => Promise<ElicitResult>
type Handler = (request: Sdk.JSONRPCRequest, context: Sdk.ClientContext) => Promise<Sdk.Result>

/** What anybody wrote, as it is. */
const anything: Sdk.StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'deskhand', validate: (value) => ({ value }) },
}

const ELICITATION = 'elicitation/create'

/**
 * A client that hands on the questions of its server as they were written. The check of the library drops what marks a
 * value as a secret, and refuses what does not fit with a dump of its own schema.
 */
export function askingClient(
  sdk: typeof Sdk,
  { info, options, ask }: { info: Sdk.Implementation; options: Sdk.ClientOptions; ask: Ask },
): Client {
  class AskingClient extends sdk.Client {
    protected override _wrapHandler(method: string, handler: Handler): Handler {
      return method === ELICITATION ? handler : super._wrapHandler(method, handler)
    }
  }
  const capabilities = { ...options.capabilities, elicitation: { form: {}, url: {} } }
  const client = new AskingClient(info, { ...options, capabilities })
  client.setRequestHandler(ELICITATION, { params: anything }, (params, { mcpReq }) =>
    ask(params, mcpReq.signal),
  )
  return client
}
