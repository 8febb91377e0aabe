import { AppError } from '../../contract/errors.ts'
import type { PluginPermissions } from '../../contract/plugin-module.ts'
import { pluginLimits } from './limits.ts'
import type { Members } from './plugin-message.ts'
import type { HostCalls, HostRequest } from './plugin-process.ts'

/** Values of one plugin, as JSON text. */
export interface PluginStore {
  read(key: string): string | undefined
  write(key: string, json: string): Promise<void>
  /** False when there was nothing. */
  remove(key: string): Promise<boolean>
}

export interface HostCallsOptions {
  readonly agent: string
  /** What the user granted; nothing before the plugin was enabled. */
  readonly granted: Required<Pick<PluginPermissions, 'network' | 'store'>>
  /** Guarded fetch: refuses private addresses. */
  readonly fetch: typeof globalThis.fetch
  readonly store: PluginStore
}

const MAX_KEY_LENGTH = 200
const CHUNK_BYTES = 256 * 1024
/** Headers that say where a request goes or how it is sent are the service's to write. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|sec-.*)$/i

/** What a plugin's process may ask for, held against what was granted. */
export function createHostCalls(options: HostCallsOptions): HostCalls {
  const { store } = options
  return async (request) => {
    switch (request.method) {
      case 'fetch':
        return fetchFor(options, request)
      case 'store.get':
        return { json: store.read(keyOf(options, request.params)) }
      case 'store.set':
        return store.write(keyOf(options, request.params), jsonOf(request.params))
      case 'store.delete':
        return { deleted: await store.remove(keyOf(options, request.params)) }
      default:
        throw new AppError('not_found', 'Unknown host call.')
    }
  }
}

/** Whether a host is one that the manifest names. A name without a port means the usual ports only. */
export function isNamedHost({ hostname, port }: URL, named: readonly string[]): boolean {
  return named.some((entry) => {
    const [name = '', wantedPort = ''] = entry.split(':')
    if (port !== wantedPort) return false
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name
  })
}

async function fetchFor({ agent, granted, fetch }: HostCallsOptions, request: HostRequest): Promise<unknown> {
  const { params, signal, sendChunk } = request
  const { url: address, method, body } = params
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url) throw new AppError('invalid_request', 'This is not a valid address.')
  if (!isNamedHost(url, granted.network))
    throw new AppError(
      'forbidden',
      `The plugin ${agent} may not reach ${url.host}. Its plugin.json must list it under permissions.network, and you must have enabled it.`,
    )
  const response = await fetch(url, {
    method: typeof method === 'string' ? method : 'GET',
    headers: headersOf(params['headers']),
    body: typeof body === 'string' ? Buffer.from(body, 'base64') : null,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(pluginLimits.fetchSeconds * 1000)]),
  })
  await sendBody(response, sendChunk)
  const { status, statusText } = response
  const headers = Object.fromEntries(response.headers)
  // The body arrives unpacked, so these no longer speak of it.
  delete headers['content-encoding']
  delete headers['content-length']
  return { status, statusText, headers }
}

async function sendBody(response: Response, sendChunk: HostRequest['sendChunk']): Promise<void> {
  let bytes = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > pluginLimits.fetchBytes)
      throw new AppError('too_large', `${response.url || 'The host'} answered with more than 8 MB.`)
    for (let start = 0; start < piece.length; start += CHUNK_BYTES)
      await sendChunk(piece.subarray(start, start + CHUNK_BYTES))
  }
}

function headersOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_HEADERS.test(entry[0]),
  )
}

function keyOf({ agent, granted }: HostCallsOptions, { key }: Members): string {
  if (!granted.store)
    throw new AppError(
      'forbidden',
      `The plugin ${agent} may not store values. Its plugin.json must ask for permissions.store, and you must have enabled it.`,
    )
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH || !key.isWellFormed())
    throw new AppError('invalid_request', `A key must be a string of at most ${MAX_KEY_LENGTH} characters.`)
  return key
}

function jsonOf({ json }: Members): string {
  try {
    if (typeof json !== 'string') throw new TypeError('not a text')
    JSON.parse(json)
    return json
  } catch {
    throw new AppError('invalid_request', 'Only JSON values can be stored.')
  }
}
