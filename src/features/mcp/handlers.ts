import { assertPerson } from '../../contract/callers.ts'
import { Reply, type Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { McpServers } from './client/mcp-servers.ts'
import type { SignInAnswer } from './client/sign-in/server-sign-in.ts'
import type { mcpContract } from './contract.ts'
import { returnedPage } from './returned-page.ts'

export function mcpHandlers({ mcpServers }: { mcpServers: McpServers }): Handlers<typeof mcpContract> {
  return {
    list: () => ({ servers: mcpServers.list() }),
    async add({ body }, { provenance }) {
      const replaces = body.replace ?? false
      const notes = await mcpServers.add({ given: body.mcpServers, replaces }, provenance)
      return { notes: [...notes], servers: mcpServers.list() }
    },
    log({ params }, { provenance }) {
      // A server may write what it works with.
      assertPerson(provenance)
      return { lines: [...mcpServers.log(params.server)] }
    },
    restart: ({ params }) => mcpServers.restart(params.server),
    signIn: ({ params }) => mcpServers.signIn(params.server),
    finishSignIn: ({ params, body }) => mcpServers.finishSignIn(params.server, answerIn(body.address)),
    signOut: ({ params }) => mcpServers.signOut(params.server),
    async signInReturn({ params: { server }, query }) {
      try {
        await mcpServers.returnSignIn(server, query)
        return returnedPage({ title: `Signed in to ${server}`, text: 'You can close this page.' })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const page = returnedPage({ title: 'Not signed in', text: error.message })
        return new Reply(page, { status: error.status })
      }
    },
    async remove({ params }, { provenance }) {
      await mcpServers.remove(params.server, provenance)
      return { server: params.server, deleted: true as const }
    },
  }
}

/** What the issuer wrote into the address, whatever machine the browser was on. */
function answerIn(address: string): SignInAnswer {
  const found = URL.parse(address.trim())?.searchParams
  if (!found?.has('state'))
    throw new AppError(
      'invalid_request',
      "This isn't the address that the browser returned to. Copy all of it, with what stands after the question mark.",
    )
  const member = (name: string) => found.get(name) ?? undefined
  return { state: member('state'), code: member('code'), iss: member('iss'), error: member('error') }
}
