import { createHash } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { SettingValues } from '../../settings/definitions.ts'

/** How one server is reached, as the setting says it. */
export type ServerConfig = SettingValues['MCP_SERVERS'][string]

/** Changes whenever what would be started or reached changes. */
export function configHash(config: ServerConfig): string {
  const sorted = (members: Readonly<Record<string, string>> = {}) =>
    Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts =
    'command' in config
      ? ['command', config.command, config.args ?? [], sorted(config.env), ...rightsOf(config)]
      : ['url', config.url, sorted(config.headers), ...signInOf(config)]
  return hashOf(parts)
}

/** Left out where it is the usual, so that what was allowed before there were any stays allowed. */
function rightsOf({ rights }: { readonly rights?: string }): string[] {
  return rights === 'full' ? [rights] : []
}

/** Left out where there is none, so that what was allowed before there was any stays allowed. */
function signInOf({ oauth }: { readonly oauth?: Readonly<Record<string, string>> }): unknown[] {
  return oauth === undefined ? [] : [Object.entries(oauth).toSorted(([a], [b]) => (a < b ? -1 : 1))]
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** What a person is shown before they allow it: all of it, but for values that are somewhere else. */
export function describeConfig(config: ServerConfig): string {
  if ('url' in config) return [config.url, ...shown('headers', config.headers)].join(' ')
  const words = [config.command, ...(config.args ?? [])].map((word) =>
    /^[\w./:@=+,-]+$/.test(word) ? word : JSON.stringify(word),
  )
  const rights = config.rights === 'full' ? ['with all your rights'] : []
  return [...words, ...shown('variables', config.env), ...rights].join(' ')
}

export interface OfferedTools {
  readonly names: readonly string[]
  /** They come with its first start: only where its apps want to go is still to be allowed. */
  readonly isFirst: boolean
  readonly hasApps: boolean
  /** The addresses that its apps want to reach. */
  readonly reaches: readonly string[]
}

/** What a person is asked; with the names of its tools where they are others than those that were allowed. */
export function questionAbout(about: {
  readonly server: string
  readonly config: ServerConfig
  readonly offer: OfferedTools | undefined
}): string {
  const { server, config, offer } = about
  const starts = describeConfig(config)
  if (!offer)
    return 'command' in config
      ? `The MCP server ${server} would start this program: ${starts}`
      : `The MCP server ${server} would receive the arguments of its tools: ${starts}`
  const { names, isFirst, hasApps, reaches } = offer
  const apps =
    reaches.length === 0
      ? ''
      : ` Its apps want to reach these addresses, and could send there what they show: ${reaches.join(', ')}.`
  if (isFirst) return `The MCP server ${server} (${starts}) brings apps, pages that Deskhand shows.${apps}`
  return (
    `The MCP server ${server} (${starts}) changed its tool descriptions${hasApps ? ' or apps' : ''} since you allowed them: ` +
    `${names.join(', ')}. Read them before you allow it again.${apps}`
  )
}

/** The values as they are meant: `$NAME` is the setting of that name. */
export function resolveValues(
  members: Readonly<Record<string, string>> = {},
  setting: (name: string) => unknown,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const reference = /^\$([A-Z][A-Z0-9_]*)$/.exec(value)?.[1]
      if (reference === undefined) return [name, value]
      const found = setting(reference)
      if (typeof found === 'string' || typeof found === 'number') return [name, String(found)]
      throw new AppError('not_configured', `${name} refers to the setting ${reference}, which is not set.`)
    }),
  )
}

/** What would change how programs are found or loaded, whatever the command says. */
const DECIDES_WHAT_RUNS =
  /^(?:PATH|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|BASH_ENV|ENV|LD_.*|DYLD_.*)$/

export function assertHarmless(env: Readonly<Record<string, string>> = {}): void {
  const name = Object.keys(env).find((candidate) => DECIDES_WHAT_RUNS.test(candidate))
  if (name !== undefined)
    throw new AppError('invalid_request', `${name} decides what runs, so an MCP server can't set it.`)
}

/** Values are left out: they may be secrets, and a name that stands for a setting says enough. */
function shown(what: string, members: Readonly<Record<string, string>> = {}): string[] {
  const names = Object.keys(members)
  return names.length === 0 ? [] : [`(${what}: ${names.join(', ')})`]
}

/** The setting as it may leave this machine: what stands in variables and headers is often a key. */
export function withoutValues(servers: Readonly<Record<string, ServerConfig>>): Record<string, ServerConfig> {
  const hidden = (members: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, hiddenValue(value)]))
  const open = (config: ServerConfig): ServerConfig => {
    if ('url' in config) {
      const { oauth, headers } = config
      const secret = oauth?.client_secret
      const shownOauth = secret === undefined ? oauth : { ...oauth, client_secret: hiddenValue(secret) }
      return {
        ...config,
        ...(headers && { headers: hidden(headers) }),
        ...(shownOauth && { oauth: shownOauth }),
      }
    }
    return { ...config, ...(config.env && { env: hidden(config.env) }) }
  }
  return Object.fromEntries(Object.entries(servers).map(([server, config]) => [server, open(config)]))
}

function hiddenValue(value: string): string {
  return value.startsWith('$') ? value : '••••'
}
