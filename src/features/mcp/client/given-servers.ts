import { AppError, type ErrorIssue } from '../../../contract/errors.ts'
import type { ServerConfig } from './server-config.ts'

export interface GivenServers {
  readonly servers: Readonly<Record<string, ServerConfig>>
  /** What was changed or left out, each in a sentence. */
  readonly notes: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** Members that mean the same everywhere; others are told as ignored. */
const PROGRAM = ['command', 'args', 'env', 'rights']
const ADDRESS = ['url', 'serverUrl', 'httpUrl', 'headers', 'oauth']
const SILENT = ['type', 'transport', 'name', 'description']

/** The servers of an `mcpServers` object, as other programs write it. Throws one error with every reason. */
export function givenServers(given: Fields): GivenServers {
  const servers: Record<string, ServerConfig> = {}
  const notes: string[] = []
  const issues: ErrorIssue[] = []
  for (const [title, value] of Object.entries(given)) {
    const name = nameOf(title)
    const message = refusalOf(value) ?? (name in servers ? `is a second server named ${name}` : undefined)
    if (message !== undefined) issues.push({ path: `/mcpServers/${title}`, message })
    else servers[name] = configOf(value as Fields)
    if (message === undefined) notes.push(...notesOn(title, name, value as Fields))
  }
  if (Object.keys(given).length === 0)
    issues.push({ path: '/mcpServers', message: 'is empty; name at least one server' })
  if (issues.length > 0) throw refused(issues)
  return { servers, notes }
}

function refused(issues: readonly ErrorIssue[]): AppError {
  const reasons = issues.map(({ path, message }) => `${path.split('/').at(-1)}: ${message}`)
  return new AppError('invalid_request', `No server was added. ${reasons.join('; ')}.`, { errors: issues })
}

/** As agents are named: `GitHub Tools` is `github_tools`. */
function nameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 64)
  return name === '' ? 'server' : name
}

/** Why a server cannot be added as it is; undefined when it can. */
function refusalOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object'
  const server = value as Fields
  const address = addressOf(server)
  if (server['command'] === undefined && address === undefined)
    return 'needs a command to start, or a url to reach it at'
  if (server['command'] !== undefined && address !== undefined) return 'has a command and a url; keep one'
  const kind = server['type'] ?? server['transport']
  if (kind === 'sse') return 'uses SSE, which is out of date; use its address for Streamable HTTP'
  const placeholder = /\$\{[^}]*\}/.exec(JSON.stringify(server))?.[0]
  if (placeholder !== undefined) return `needs a real value in place of ${placeholder}`
  return undefined
}

function addressOf(server: Fields): unknown {
  return server['url'] ?? server['serverUrl'] ?? server['httpUrl']
}

/** Whether each value fits is for the schema of the setting to say. */
function configOf(server: Fields): ServerConfig {
  const names = server['command'] === undefined ? ['headers', 'oauth'] : PROGRAM
  const config = Object.fromEntries(
    names.flatMap((name) => (server[name] === undefined ? [] : [[name, server[name]]])),
  )
  return (server['command'] === undefined ? { url: addressOf(server), ...config } : config) as ServerConfig
}

function notesOn(title: string, name: string, server: Fields): string[] {
  const known = new Set([...(server['command'] === undefined ? ADDRESS : PROGRAM), ...SILENT])
  const ignored = Object.keys(server).filter((member) => !known.has(member))
  return [
    ...(name === title ? [] : [`“${title}” is called ${name} here.`]),
    ...(ignored.length === 0 ? [] : [`Ignored in “${title}”: ${ignored.join(', ')}.`]),
  ]
}
