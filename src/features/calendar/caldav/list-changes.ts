import { AppError } from '../../../contract/errors.ts'
import {
  davRequest,
  isInside,
  multistatus,
  resourcesOf,
  unexpected,
  versionOf,
  type DavAccess,
  type DavResource,
} from './dav-request.ts'
import { escapeXml, parseXml, within } from './xml-node.ts'

export interface RemoteChanges {
  /** Versions by address. */
  readonly present: ReadonlyMap<string, string | null>
  readonly gone: readonly string[]
  /** Whether everything that is there is listed, so that what is not listed is gone. */
  readonly isWhole: boolean
  /** The server no longer knew up to where we were. */
  readonly wasReset: boolean
  readonly token: string | null
  readonly ctag: string | null
}

export interface LastSeen {
  readonly collection: string
  readonly token: string | null
  readonly ctag: string | null
}

const STATE = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:S="http://calendarserver.org/ns/"><prop><sync-token/><S:getctag/></prop></propfind>`

const EVERY_EVENT = `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/></prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter></C:filter></C:calendar-query>`

const MAX_PAGES = 200

/** What happened on the server since; undefined when nothing did. */
export async function listChanges(access: DavAccess, last: LastSeen): Promise<RemoteChanges | undefined> {
  if (last.token !== null) {
    const since = await changesSince(access, last.collection, last.token)
    if (since) return { ...since, isWhole: false, wasReset: false }
  }
  const wasReset = last.token !== null
  const { token, ctag } = await readState(access, last.collection)
  if (token !== null) {
    const all = await changesSince(access, last.collection, '')
    if (all) return { ...all, isWhole: true, wasReset }
  }
  if (ctag !== null && ctag === last.ctag && !wasReset) return undefined
  const present = await listEvents(access, last.collection)
  return { present, gone: [], isWhole: true, wasReset, token: null, ctag }
}

async function readState(access: DavAccess, url: string) {
  const [resource] = await multistatus(access, { method: 'PROPFIND', url, depth: '0', body: STATE })
  const text = (name: string) => within(resource?.properties, name)?.text.trim() || null
  return { token: text('sync-token'), ctag: text('getctag') }
}

async function listEvents(access: DavAccess, url: string): Promise<Map<string, string | null>> {
  const found = await multistatus(access, { method: 'REPORT', url, depth: '1', body: EVERY_EVENT })
  const events = found.filter((one) => one.properties && isInside(one.url, url))
  assertBearable(events.length)
  return new Map(events.map(({ url: address, properties }) => [address, versionOf(properties)]))
}

/** RFC 6578. Undefined when the server does not know the token, or knows none at all. */
async function changesSince(
  access: DavAccess,
  collection: string,
  begin: string,
): Promise<Pick<RemoteChanges, 'present' | 'gone' | 'token' | 'ctag'> | undefined> {
  const present = new Map<string, string | null>()
  const gone = new Set<string>()
  let token = begin
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const body = syncReport(token)
    const answer = await davRequest(access, { method: 'REPORT', url: collection, depth: '0', body })
    if (answer.status >= 400) return undefined
    if (answer.status !== 207) throw unexpected(answer, 'REPORT')
    const resources = resourcesOf(answer)
    for (const resource of resources)
      if (isInside(resource.url, collection)) note(resource, { present, gone })
    assertBearable(present.size + gone.size)
    const next = within(parseXml(answer.text), 'sync-token')?.text.trim() ?? ''
    if (next === '') return undefined
    token = next
    // A list that was too long ends with the collection itself, and goes on after the new token.
    if (!resources.some(({ status }) => status === 507)) break
  }
  return { present, gone: [...gone], token, ctag: null }
}

/** Whoever has more than this has no calendar but a flood. */
const MAX_EVENTS = 50_000

function assertBearable(events: number): void {
  if (events > MAX_EVENTS)
    throw new AppError(
      'upstream_failed',
      `The calendar has more than ${MAX_EVENTS} events. Choose another one.`,
    )
}

function note(
  { url, status, properties }: DavResource,
  { present, gone }: { present: Map<string, string | null>; gone: Set<string> },
): void {
  if (status === 404) {
    gone.add(url)
    present.delete(url)
  } else if (!url.endsWith('/')) {
    present.set(url, versionOf(properties))
    gone.delete(url)
  }
}

function syncReport(token: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<sync-collection xmlns="DAV:"><sync-token>${escapeXml(token)}</sync-token><sync-level>1</sync-level>
<prop><getetag/></prop></sync-collection>`
}
