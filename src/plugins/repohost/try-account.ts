import { openRepositoryHost, type HostAccess } from './configured-host.ts'

/** Asks the service whose token it is, and says in a sentence what came of it. */
export async function tryRepositoryHost(call: HostAccess): Promise<string> {
  const host = openRepositoryHost(call)
  const account = await host.account()
  return account === null
    ? `${host.title} answers. Without a token only public repositories can be read.`
    : `Signed in to ${host.title} as ${account}.`
}
