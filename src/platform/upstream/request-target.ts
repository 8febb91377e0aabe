import { AppError } from '../../contract/errors.ts'
import type { Lookup, Provider, ProviderRequest, ReadSetting } from './provider.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface RequestContext {
  readonly setting: ReadSetting
  readonly version: string
  /** For addresses that we or the operator wrote. */
  readonly fetchProvider: typeof globalThis.fetch
  /** For addresses that a person, a model or a feed gave. */
  readonly fetchGiven: typeof globalThis.fetch
}

export interface Target {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  readonly fetch: typeof globalThis.fetch
}

/** Everything that one request needs. */
export function targetOf<Q, Value>(
  {
    lookup,
    question,
    validators,
  }: { lookup: Lookup<Q, Value>; question: Q; validators: Validators | undefined },
  { setting, version, fetchProvider, fetchGiven }: RequestContext,
): Target {
  const { provider } = lookup
  const request = lookup.request(question, setting)
  const headers = {
    accept: 'application/json, */*;q=0.5',
    'user-agent': introductionOf(provider, { setting, version }),
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
    ...request.headers,
  }
  if (!('given' in request)) {
    const url = providerUrl(provider, request, setting)
    return { url, headers, json: request.json, fetch: fetchProvider }
  }
  const url = URL.parse(request.given)
  if (!url) throw new AppError('invalid_request', 'This is not a valid address.')
  return { url, headers, json: undefined, fetch: fetchGiven }
}

/** `host:port` of every address that the operator named: those may be on this machine or its network. */
export function operatorTargets(providers: readonly Provider[], setting: ReadSetting): string[] {
  return providers.flatMap((provider) => {
    const url = URL.parse(operatorOrigin(provider, setting) ?? '')
    return url ? [`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`] : []
  })
}

/** The provider's own address, or what the operator put in its place, with the rest of the path kept. */
function providerUrl(provider: Provider, request: ProviderRequest, setting: ReadSetting): URL {
  const origin = operatorOrigin(provider, setting) ?? request.origin ?? provider.origin
  const url = URL.parse(origin.replace(/\/+$/, '') + request.path)
  if (!url)
    throw new AppError('not_configured', `The address of ${provider.title} in the settings is not valid.`)
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

function operatorOrigin(provider: Provider, setting: ReadSetting): string | null {
  const named = setting(`UPSTREAM_${provider.name}`)
  return named ?? (provider.originSetting === undefined ? null : setting(provider.originSetting))
}

function introductionOf(
  { introduction }: Provider,
  { setting, version }: Pick<RequestContext, 'setting' | 'version'>,
): string {
  if (introduction === 'browser') return BROWSER
  const contact = introduction === 'with-contact' ? setting('USER_EMAIL') : null
  return `Deskhand/${version} ${contact ?? '(a local agent, run by one person)'}`
}
