type Fields = Readonly<Record<string, unknown>>

/** What other programs call the member that has the servers. */
const MEMBERS = ['mcpServers', 'servers', 'mcp_servers'] as const

export type ReadServers = { readonly servers: Fields } | { readonly problem: string }

/**
 * The servers of a pasted configuration: the whole file of another program, its member alone, or one server. Whether they
 * can be used is for the service to say.
 */
export function pastedServers(text: string): ReadServers {
  const value = parsed(text)
  if (value === undefined)
    return { problem: "This isn't valid JSON. Paste the whole object, with its braces." }
  if (!isObject(value)) return { problem: 'Paste an object: { "mcpServers": { … } }.' }
  const nested = isObject(value['mcp']) ? value['mcp'] : value
  const member = MEMBERS.map((name) => nested[name]).find(isObject)
  if (member) return { servers: member }
  if ('command' in value || 'url' in value) return { servers: { [nameFor(value)]: value } }
  if (Object.keys(value).length > 0 && Object.values(value).every(isObject)) return { servers: value }
  return { problem: 'No servers found. Expected { "mcpServers": { "name": { "command": … } } }.' }
}

/** Trailing commas and comments are common where people copy from, and a bare member has lost its braces. */
function parsed(text: string): unknown {
  const plain = text
    .trim()
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/,(?=\s*[}\]])/g, '')
  for (const candidate of [text, plain, `{${plain.replace(/,$/, '')}}`]) {
    try {
      return JSON.parse(candidate) as unknown
    } catch {
      // The next reading may do.
    }
  }
  return undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A server without a name is called like its package, program or host. */
function nameFor(server: Fields): string {
  const args = Array.isArray(server['args']) ? server['args'].filter((one) => typeof one === 'string') : []
  const named = args.find((word) => !word.startsWith('-')) ?? server['command']
  const host = typeof server['url'] === 'string' ? URL.parse(server['url'])?.hostname : undefined
  const text = host ?? (typeof named === 'string' ? named : 'server')
  return (
    text
      .replace(/@[\d.]+$/, '')
      .split('/')
      .at(-1)! || 'server'
  )
}
