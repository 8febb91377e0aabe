import { resolveValues, type ServerConfig } from '../server-config.ts'
import { ServerSignIn, type SignInDeps } from './server-sign-in.ts'

interface SignInForDeps extends SignInDeps {
  readonly setting: (name: string) => unknown
}

/** The sign-in of a server elsewhere; a program has none, nor a server whose setting says what to authorize with. */
export function signInFor(
  { server, config }: { server: string; config: ServerConfig },
  deps: SignInForDeps,
): ServerSignIn | undefined {
  if (!('url' in config)) return undefined
  const { url, headers = {}, oauth } = config
  const hasKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (hasKey && oauth === undefined) return undefined
  const given = () => {
    const { client_id: id, client_secret: secret } = resolveValues(
      {
        ...(oauth?.client_id && { client_id: oauth.client_id }),
        ...(oauth?.client_secret && { client_secret: oauth.client_secret }),
      },
      deps.setting,
    )
    return id === undefined ? undefined : { id, secret }
  }
  return new ServerSignIn({ server, url, given, scope: oauth?.scope }, deps)
}
