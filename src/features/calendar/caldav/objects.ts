import { AppError } from '../../../contract/errors.ts'
import { davRequest, multistatus, unexpected, versionOf, type DavAccess } from './dav-request.ts'
import { escapeXml, within } from './xml-node.ts'

export interface RemoteObject {
  readonly href: string
  readonly etag: string | null
  readonly ical: string
}

const PER_REQUEST = 50
/** Of one exchange. */
const MAX_CHARACTERS = 100_000_000
const CALENDAR_TYPE = { 'content-type': 'text/calendar; charset=utf-8' }

/** The texts of these, in portions that neither side chokes on. What is gone meanwhile is left out. */
export async function* fetchObjects(
  access: DavAccess,
  { collection, hrefs }: { collection: string; hrefs: readonly string[] },
): AsyncGenerator<RemoteObject[]> {
  let characters = 0
  for (let from = 0; from < hrefs.length; from += PER_REQUEST) {
    const some = hrefs.slice(from, from + PER_REQUEST)
    const found = await multistatus(access, {
      method: 'REPORT',
      url: collection,
      depth: '1',
      body: multiget(some),
    })
    const asked = new Set(some)
    const objects = found.flatMap(({ url, properties }) => {
      const ical = within(properties, 'calendar-data')?.text
      // Each one once, and only those that were asked for.
      return ical === undefined || !asked.delete(url)
        ? []
        : [{ href: url, etag: versionOf(properties), ical }]
    })
    characters += objects.reduce((sum, { ical }) => sum + ical.length, 0)
    if (characters > MAX_CHARACTERS)
      throw new AppError('upstream_failed', 'The calendar is too large. Choose another one.')
    yield objects
  }
}

function multiget(hrefs: readonly string[]): string {
  const list = hrefs.map((href) => `<href>${escapeXml(new URL(href).pathname)}</href>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/><C:calendar-data/></prop>${list}</C:calendar-multiget>`
}

/** Undefined when it is gone. */
export async function readObject(access: DavAccess, href: string): Promise<RemoteObject | undefined> {
  const answer = await davRequest(access, { method: 'GET', url: href })
  if (answer.status === 404 || answer.status === 410) return undefined
  if (answer.status !== 200) throw unexpected(answer, 'GET')
  return { href, etag: answer.etag, ical: answer.text }
}

export type Written =
  | { readonly outcome: 'done'; readonly etag: string | null }
  /** Somebody else was there first. */
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'refused'; readonly status: number }

/** Only when the server still has this version; only when it has none for a new one. */
export async function writeObject(
  access: DavAccess,
  { href, etag, ical }: { href: string; etag: string | null | undefined; ical: string },
): Promise<Written> {
  const answer = await davRequest(access, {
    method: 'PUT',
    url: href,
    headers: { ...CALENDAR_TYPE, ...conditionOf(etag) },
    body: ical,
  })
  // Of a version that it should still have, some servers say that way that somebody else was there first.
  const isGone = etag !== undefined && (answer.status === 404 || answer.status === 410)
  return isGone ? { outcome: 'conflict' } : writtenOf(answer)
}

export async function deleteObject(
  access: DavAccess,
  { href, etag }: { href: string; etag: string | null },
): Promise<Written> {
  const answer = await davRequest(access, { method: 'DELETE', url: href, headers: conditionOf(etag) })
  const isGone = answer.status === 404 || answer.status === 410
  return isGone ? { outcome: 'done', etag: null } : writtenOf(answer)
}

/** `undefined` is a new one; null is one whose version the server did not tell. */
function conditionOf(etag: string | null | undefined): Record<string, string> {
  if (etag === undefined) return { 'if-none-match': '*' }
  // A weak version never matches, by the rules; it was made weak on the way, by what compresses answers.
  return etag === null ? {} : { 'if-match': etag.replace(/^W\//, '') }
}

function writtenOf({ status, etag }: { status: number; etag: string | null }): Written {
  if (status >= 200 && status < 300) return { outcome: 'done', etag }
  if (status === 412) return { outcome: 'conflict' }
  return { outcome: 'refused', status }
}
