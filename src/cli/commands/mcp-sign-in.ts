import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'

interface Server {
  readonly server: string
  readonly status: string
  readonly problem: string | null
  readonly sign_in: 'none' | 'needed' | 'done' | 'more'
  readonly signed_in_at: string | null
}

interface Link {
  readonly link: string
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly expires_at: string
}

const LOOK_MS = 1_000

/** `deskhand mcp sign-in` and `sign-out`. */
export async function run(call: CommandCall): Promise<number> {
  const [server] = call.positionals
  if (server === undefined)
    throw new CommandError(`Give the server: "deskhand mcp ${call.verb} SERVER".`, exitCode.usage)
  const path = `/api/mcp-servers/${encodeURIComponent(server)}/${call.verb}`
  if (call.verb === 'sign-out') {
    const left = await callServiceForJson<Server>(call, { method: 'POST', path })
    call.terminal.result(left, () => `Signed out of ${printable(server)}.`)
    return exitCode.ok
  }
  const { address } = call.flags
  if (typeof address === 'string') {
    const body = JSON.stringify({ address })
    return told(
      await callServiceForJson<Server>(call, { method: 'POST', path: `${path}/finish`, body }),
      call,
    )
  }
  return signIn(server, await callServiceForJson<Link>(call, { method: 'POST', path }), call)
}

async function signIn(server: string, link: Link, call: CommandCall): Promise<number> {
  const { terminal } = call
  const rights = link.scopes.length === 0 ? '' : ` It asks for: ${printable(link.scopes.join(', '))}.`
  terminal.result(link, () =>
    [
      `Open this address in a browser on this machine to sign in to ${printable(server)} at ${printable(link.issuer)}.${rights}`,
      link.link,
    ].join('\n'),
  )
  // Scripts, and whoever reads the output later, only want the address.
  if (!terminal.canAsk || call.flags['json'] === true) return exitCode.ok
  using waiting = terminal.progress('Waiting for the sign-in. Ctrl+C leaves it open.')
  const before = await find(server, call)
  while (Date.parse(link.expires_at) > Date.now()) {
    await sleep(LOOK_MS)
    const now = await find(server, call)
    if (now.sign_in === 'done' && (before.sign_in !== 'done' || now.status === 'starting')) {
      waiting[Symbol.dispose]()
      return told(now, call)
    }
  }
  throw new CommandError(`Nobody signed in to ${server} in time. Run the command again.`, exitCode.failed)
}

async function find(name: string, call: CommandCall): Promise<Server> {
  const request = { method: 'GET', path: '/api/mcp-servers' }
  const { servers } = await callServiceForJson<{ servers: readonly Server[] }>(call, request)
  const found = servers.find(({ server }) => server === name)
  if (!found) throw new CommandError(`MCP_SERVERS has no "${name}".`, exitCode.failed)
  return found
}

function told(server: Server, { terminal }: CommandCall): number {
  terminal.result(server, () => {
    const done = `Signed in to ${printable(server.server)} at ${printable(server.signed_in_at ?? '')}.`
    return server.problem === null ? done : `${done} ${printable(server.problem)}`
  })
  return exitCode.ok
}
