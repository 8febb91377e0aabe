import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type ElicitResult,
} from '@modelcontextprotocol/client'

export interface McpClientOptions {
  readonly token?: string
  /** What it calls itself. */
  readonly name?: string
  /** Answers questions of the server; without it the client cannot ask its user anything. */
  readonly answer?: (message: string) => ElicitResult
  /** Extensions of the protocol that it knows. */
  readonly extensions?: NonNullable<ClientOptions['capabilities']>['extensions']
  readonly mode?: NonNullable<ClientOptions['versionNegotiation']>['mode']
}

/** The official client, connected to the service at this address. */
export async function connectMcp(
  address: string,
  { token, name, answer, extensions, mode = 'auto' }: McpClientOptions = {},
): Promise<Client & AsyncDisposable> {
  const client = mcpClient({ name, answer, extensions, mode })
  // Client and service share this process: while one compiles schemas the other's idle connections run out of time.
  const headers = { connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }),
  )
  return client
}

export function mcpClient({
  name = 'test',
  answer,
  extensions,
  mode = 'auto',
}: {
  name?: string | undefined
  answer?: McpClientOptions['answer'] | undefined
  extensions?: McpClientOptions['extensions'] | undefined
  mode?: McpClientOptions['mode']
}): Client & AsyncDisposable {
  const client = new Client(
    { name, version: '1.0.0' },
    {
      versionNegotiation: { mode },
      capabilities: { ...(answer && { elicitation: { form: {} } }), ...(extensions && { extensions }) },
    },
  )
  if (answer) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}
