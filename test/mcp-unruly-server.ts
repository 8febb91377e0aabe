import { createInterface } from 'node:readline'

/** An MCP server that behaves badly on request. It speaks the protocol by hand: the SDK would not let it. */
const tell = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const tool = (name: string, inputSchema: unknown = { type: 'object' }) => ({ name, inputSchema })

const tools = [
  tool('flood'),
  tool('complain'),
  tool('huge'),
  tool('reason'),
  tool('crash'),
  tool('echo', {
    type: 'object',
    properties: { text: { type: 'string' }, times: { type: 'integer' }, note: { type: ['string', 'null'] } },
    required: ['text'],
  }),
  // What no client can call: one the protocol refuses, one whose schema refers to nowhere, one without a name.
  tool('noObject', { type: 'string' }),
  tool('nowhere', { type: 'object', properties: { a: { $ref: 'https://schema.host.test/a.json' } } }),
  { inputSchema: { type: 'object' } },
  { ...tool('promises'), outputSchema: { type: 'nonsense' } },
]

const acts: Readonly<Record<string, (args: object) => object>> = {
  flood: () => {
    const more = () => {
      for (let count = 0; count < 1_000; count += 1)
        tell({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(100) } })
      setImmediate(more)
    }
    more()
    return text('It has begun.')
  },
  complain: () => {
    const more = () => process.stderr.write('x\n'.repeat(30_000), more)
    more()
    return text('It has begun.')
  },
  huge: () => text('x'.repeat(20 * 1024 * 1024)),
  reason: () => ({ ...text('It failed.\n  at line 3\nThe disk is full.'), isError: true }),
  crash: () => process.exit(7),
  echo: (args) => text(JSON.stringify(args)),
  promises: () => text('kept'),
}

interface Asked {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly name?: string; readonly arguments?: object; readonly protocolVersion?: string }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line) as Asked
  if (id === undefined) return
  const { name = '', arguments: args = {}, protocolVersion = '2025-06-18' } = params
  const serverInfo = { name: 'unruly', version: '1.0.0' }
  if (method === 'initialize')
    tell({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } })
  else if (method === 'tools/list') tell({ id, result: { tools } })
  else if (method === 'tools/call') tell({ id, result: acts[name]!(args) })
  else tell({ id, error: { code: -32601, message: 'Method not found' } })
})
