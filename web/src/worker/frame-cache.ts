import { pageAt, type Seen } from './messages.ts'

const CACHE = 'deskhand-frame'
const FRAME = '/'
const OFFLINE = '/offline.html'
/** What stands beside the frame under a name of its own. */
const BESIDE = [OFFLINE, '/offline.css', '/offline.js', '/theme.js', '/mark.svg']

/** So that there is something to show from now on. */
export async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(BESIDE.map((path) => new Request(path, { cache: 'reload' })))
}

let keeping = Promise.resolve()

/** Keeps the frame as the page has it, and that this page was seen. One after the other. */
export function keepSeen(seen: Seen): Promise<void> {
  keeping = keeping.then(() => keep(seen)).catch(() => {})
  return keeping
}

/** The frame and its parts, nothing that was asked of the service: those answers are never kept. */
async function keep({ page, parts }: Seen): Promise<void> {
  const answer = await fetch(FRAME, { cache: 'no-cache' })
  if (!answer.ok) return
  const frame = await answer.clone().text()
  // The service has a newer frame than the page that tells this: the next visit brings its parts.
  if (!partsOf(frame).every((part) => parts.includes(part))) return
  const isNewer = (await (await stored(FRAME))?.text()) !== frame
  const cache = await caches.open(CACHE)
  const before = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  const wanted = parts.filter((part) => isPart(part) && (isNewer || !before.includes(part)))
  const fetched = await Promise.all([...wanted, ...(isNewer ? BESIDE : [])].map(fetchPart))
  // From here on nothing is asked of the service: should it go away now, there is something to show.
  for (const { path, response } of fetched) await cache.put(path, response)
  await cache.put(FRAME, answer)
  await cache.put(seenAt(page), new Response())
  if (!isNewer) return
  const now = [FRAME, seenAt(page), ...fetched.map(({ path }) => path)]
  for (const path of before) if (!now.includes(path)) await cache.delete(path)
}

async function fetchPart(path: string): Promise<{ path: string; response: Response }> {
  // A part has its hash in its name: the browser may have it already.
  const response = await fetch(path, { cache: isPart(path) ? 'default' : 'reload' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return { path, response }
}

/** Whether the worker has something to say about a request. Everything else goes its way. */
export function isOfFrame({ method, mode, destination, url }: Request): boolean {
  if (method !== 'GET') return false
  const { pathname, origin } = new URL(url)
  if (origin !== self.location.origin) return false
  if (mode === 'navigate') return destination === 'document' && !pathname.startsWith('/api/')
  return isPart(pathname) || BESIDE.includes(pathname)
}

/** The service first. Without it, a page that was seen before comes as it was, and others say that nobody answers. */
export async function answerFromFrame(request: Request, preload: Promise<unknown>): Promise<Response> {
  const { pathname } = new URL(request.url)
  // A part has its hash in its name: it never changes.
  if (isPart(pathname)) return (await stored(pathname)) ?? (await fetch(request))
  try {
    return ((await preload) as Response | undefined) ?? (await fetch(request))
  } catch {
    const found = request.mode === 'navigate' ? await storedPage(pathname) : await stored(pathname)
    return found ?? Response.error()
  }
}

async function storedPage(pathname: string): Promise<Response | undefined> {
  const wasSeen = (await stored(seenAt(pageAt(pathname)))) !== undefined
  return (wasSeen ? await stored(FRAME) : undefined) ?? (await stored(OFFLINE))
}

function stored(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true })
}

function seenAt(page: string): string {
  return `/seen/${encodeURIComponent(page)}`
}

function isPart(path: string): boolean {
  return /^\/assets\/[\w.-]+$/.test(path)
}

function partsOf(frame: string): string[] {
  return [...frame.matchAll(/(?:src|href)="(\/assets\/[\w.-]+)"/g)].map((match) => match[1]!)
}
