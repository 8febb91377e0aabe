import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { fetchFrom } from '../../platform/network/named-host.ts'
import { Gitea } from './gitea.ts'
import { GitHub } from './github.ts'
import { GitLab } from './gitlab.ts'
import { HostClient } from './host-client.ts'
import type { RepositoryHost } from './repository-host.ts'

/** What it takes to reach the service that the settings name. */
export type HostAccess = Pick<ToolCall, 'setting' | 'fetch' | 'signal' | 'now'>

interface Kind {
  readonly title: string
  /** The address that everybody knows, if there is one. */
  readonly base?: string
  /** Where the interface is below an address of one's own. */
  readonly interfacePath: string
  readonly headers?: Readonly<Record<string, string>>
  readonly authorization: (token: string) => string
  readonly open: (client: HostClient) => RepositoryHost
}

const kinds: Readonly<Record<string, Kind>> = {
  github: {
    title: 'GitHub',
    base: 'https://api.github.com',
    interfacePath: '/api/v3',
    headers: { 'x-github-api-version': '2022-11-28' },
    authorization: (token) => `Bearer ${token}`,
    open: (client) => new GitHub(client),
  },
  gitlab: {
    title: 'GitLab',
    base: 'https://gitlab.com/api/v4',
    interfacePath: '/api/v4',
    authorization: (token) => `Bearer ${token}`,
    open: (client) => new GitLab(client),
  },
  gitea: {
    title: 'Gitea',
    interfacePath: '/api/v1',
    authorization: (token) => `token ${token}`,
    open: (client) => new Gitea(client),
  },
}

/** The service that the settings name. */
export function openRepositoryHost(call: HostAccess): RepositoryHost {
  const kind = kinds[text(call, 'REPOHOST_KIND') ?? 'github'] ?? kinds['github']!
  const { base, fetch } = addressOf(kind, call)
  const token = text(call, 'REPOHOST_TOKEN')
  const client = new HostClient({
    title: kind.title,
    base,
    fetch,
    authorization: token === undefined ? undefined : kind.authorization(token),
    call,
    ...(kind.headers && { headers: kind.headers }),
  })
  return kind.open(client)
}

interface Address {
  readonly base: string
  readonly fetch: typeof globalThis.fetch
}

function addressOf(kind: Kind, call: HostAccess): Address {
  const replaced = kind.title === 'GitHub' ? text(call, 'UPSTREAM_GITHUB') : undefined
  if (replaced !== undefined) return trusted(checked(replaced, 'UPSTREAM_GITHUB'))
  const own = text(call, 'REPOHOST_URL')
  if (own !== undefined && !isPublicGitHub(own, kind)) {
    const address = checked(own, 'REPOHOST_URL')
    return trusted(address.endsWith(kind.interfacePath) ? address : address + kind.interfacePath)
  }
  if (kind.base !== undefined) return { base: kind.base, fetch: call.fetch }
  throw new AppError('not_configured', `${kind.title} has no address yet. Set REPOHOST_URL.`)
}

/** People name the address that they see; the interface of that one is elsewhere. */
function isPublicGitHub(address: string, { title }: Kind): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return title === 'GitHub' && ['github.com', 'www.github.com', 'api.github.com'].includes(host)
}

function checked(address: string, setting: string): string {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, '')
  throw new AppError('not_configured', `${setting} must be an address starting with https:// or http://.`)
}

function trusted(base: string): Address {
  return { base, fetch: fetchFrom(base, { maxBytes: 16 * 1024 * 1024 + 1, totalMs: 60_000 }) }
}

function text(call: HostAccess, name: string): string | undefined {
  const value = call.setting(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
