import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  builtShell,
  emptyWidgetFrame,
  shellAsset,
  shellPage,
  strayPage,
  type ShellAnswer,
  type ShellRequest,
} from '../../features/shell/shell-files.ts'
import { answerHeaders } from './answer-headers.ts'

/** A conversation as whoever began it may have named it; the other words are the interface's own. */
const SESSION = ':session(^(?!(?:stream|stop|action|held|address)$)[\\w.:~@-]{1,128}$)'

/** Places within the page: the page finds out itself what to show. None of them is a GET of the interface. */
const PLACES = [
  '/',
  '/chat',
  '/chat/',
  `/chat/${SESSION}`,
  '/dashboard',
  '/dashboard/',
  '/workflows',
  '/workflows/:workflow',
  '/tools',
  '/tools/:tool',
  '/computer',
  '/computer/',
  '/computer/:task',
  '/settings',
  '/settings/:setting',
]

/** What stands beside the page under a name of its own. */
const FILES = [
  'mark.svg',
  'theme.js',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'badge-96.png',
  'service-worker.js',
  'offline.html',
  'offline.css',
  'offline.js',
]

/** Frames of others that the page may show. */
export interface ShellFrames {
  readonly port: number | undefined
  readonly own: (
    hash: string,
  ) => { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined
}

/** The shell's own files. They hold no data, so they are read without the token; the page then asks for it. */
export function mountShell(app: FastifyInstance, folder: string = builtShell, frames?: ShellFrames): void {
  const serve = (path: string, answer: (request: FastifyRequest) => Promise<ShellAnswer>) =>
    app.route({
      method: 'GET',
      url: path,
      config: { endpoint: { path, open: true } } as object,
      handler: async (request, reply) => send(reply, await answer(request)),
    })
  for (const path of PLACES) serve(path, (request) => shellPage(folder, read(request), frames?.port))
  serve('/widget-frame', () => Promise.resolve(emptyWidgetFrame()))
  serve('/mcp-app-frame/:hash', (request) =>
    Promise.resolve(ownFrame(frames, (request.params as { hash: string }).hash)),
  )
  serve('/assets/:name', (request) =>
    shellAsset(folder, `assets/${(request.params as { name: string }).name}`, read(request)),
  )
  for (const name of FILES) serve(`/${name}`, (request) => shellAsset(folder, name, read(request)))
}

/** Without data, and without the token: the app itself is poured in by the page. */
function ownFrame(frames: ShellFrames | undefined, hash: string): ShellAnswer {
  const frame = frames?.own(hash)
  if (frame) return { status: 200, headers: frame.headers, body: Buffer.from(frame.body) }
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return { status: 404, headers, body: Buffer.from('No server that runs has this app.') }
}

/** Whether a person's browser goes there. Programs name JSON or nothing at all, and under /api/ nobody else asks. */
export function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && prefersHtml(headers.accept)
}

function prefersHtml(accept = ''): boolean {
  const wanted = new Map(accept.toLowerCase().split(',').map(mediaRange))
  const qualityOf = (type: string) => wanted.get(type) ?? 0
  return (
    qualityOf('text/html') > Math.max(qualityOf('application/json'), qualityOf('application/problem+json'))
  )
}

function mediaRange(text: string): [type: string, quality: number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return [type, quality === undefined ? 1 : Number(quality.slice(2))]
}

/** A person who mistyped an address gets the page, with a way on. */
export async function sendStrayPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return send(reply, await strayPage(builtShell, read(request)))
}

function read(request: FastifyRequest): ShellRequest {
  return {
    acceptEncoding: request.headers['accept-encoding']?.toString() ?? '',
    ifNoneMatch: request.headers['if-none-match'],
  }
}

function send(reply: FastifyReply, { status, headers, body }: ShellAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ ...answerHeaders, ...headers })
    .send(body)
}
