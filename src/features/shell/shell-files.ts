import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ownFile } from '../../platform/files/own-code.ts'
import { reasonToRestart } from '../../platform/files/replaced-program.ts'
import { widgetBoot, widgetFrame, widgetHeaders } from '../../contract/widget-frame.ts'

/** Where `npm run build:web` puts the shell. */
export const builtShell = ownFile('web/dist/')

/** Only what the shell itself brings may run, be shown or be asked; a widget's frame comes from here too. */
const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The service worker may ask the service, and show its icons. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'"

/** Of what runs or shows something although it is not the page. */
const POLICIES: Readonly<Record<string, string>> = {
  'offline.html': SHELL_POLICY,
  'service-worker.js': WORKER_POLICY,
}

const FRAME_HEADERS = widgetHeaders(createHash('sha256').update(widgetBoot).digest('base64'))

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface ShellRequest {
  readonly acceptEncoding: string
  readonly ifNoneMatch: string | undefined
}

export interface ShellAnswer {
  readonly status: 200 | 304 | 404 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The page itself, whatever place in it is asked for. It is looked at anew each time, its parts never. */
export async function shellPage(
  folder: string,
  request: ShellRequest,
  framePort?: number,
): Promise<ShellAnswer> {
  const page = await readBuilt(join(folder, 'index.html'), request)
  if (!page) return notBuilt()
  return { ...page, headers: { ...page.headers, 'content-security-policy': policyWith(framePort) } }
}

/** Apps of MCP servers are shown on a port of their own, once there are any. */
function policyWith(framePort: number | undefined): string {
  if (framePort === undefined) return SHELL_POLICY
  return SHELL_POLICY.replace("frame-src 'self'", `frame-src 'self' http://*.localhost:${framePort}`)
}

/** The page for an address that is no place within it: it says so itself. What is there one day is asked for anew. */
export async function strayPage(folder: string, request: ShellRequest): Promise<ShellAnswer> {
  const page = await shellPage(folder, { ...request, ifNoneMatch: undefined })
  if (page.status !== 200) return page
  return { ...page, status: 404, headers: { ...page.headers, 'cache-control': 'no-store' } }
}

/** The empty frame that a just-in-time widget is poured into. Code of strangers runs there, and only the shell frames it. */
export function emptyWidgetFrame(): ShellAnswer {
  const headers = { ...FRAME_HEADERS, 'content-type': MEDIA_TYPES['.html']!, 'cache-control': 'no-cache' }
  return { status: 200, headers, body: Buffer.from(widgetFrame()) }
}

/** A part of the page. What has its own hash in its name is kept by browsers for good. */
export async function shellAsset(folder: string, name: string, request: ShellRequest): Promise<ShellAnswer> {
  if (!/^(?:assets\/)?\w[\w-]*(?:\.[\w-]+)+$/.test(name)) return missing()
  const asset = await readBuilt(join(folder, name), request)
  if (!asset) return missing()
  const keep = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const policy = POLICIES[name]
  return {
    ...asset,
    headers: {
      ...asset.headers,
      'cache-control': keep,
      ...(policy !== undefined && { 'content-security-policy': policy }),
    },
  }
}

/** Compressed with gzip, which browsers take over plain http as well. The package brings large assets only like this. */
const compressed = (path: string) => `${path}.gz`

async function readBuilt(path: string, request: ShellRequest): Promise<ShellAnswer | undefined> {
  const found = (await statFile(path)) ?? (await statFile(compressed(path)))
  if (!found) return undefined
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`
  const headers = {
    'content-type': MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  if (request.ifNoneMatch === etag) return { status: 304, headers, body: Buffer.alloc(0) }
  const small = await readFile(compressed(path)).catch(() => undefined)
  if (small && request.acceptEncoding.includes('gzip'))
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: small }
  const whole = await readFile(path).catch(() => small && promisify(gunzip)(small))
  return whole && { status: 200, headers, body: whole }
}

async function statFile(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true ? found : undefined
}

function missing(): ShellAnswer {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from('File not found.'),
  }
}

function notBuilt(): ShellAnswer {
  const reason = reasonToRestart()
  const text =
    reason === undefined
      ? '<h1>The page is not built yet</h1><p>Run <code>npm run build:web</code>, then load this again. The service itself ' +
        'works: <a href="/docs">its interface</a> is here.</p>'
      : `<h1>Deskhand must be restarted</h1><p>${inMarkup(reason)}</p>`
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Deskhand</title>${text}</html>`
  return { status: 503, headers: { 'content-type': MEDIA_TYPES['.html']! }, body: Buffer.from(page) }
}

/** A folder's name may hold anything. */
function inMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
