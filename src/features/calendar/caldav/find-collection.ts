import { AppError } from '../../../contract/errors.ts'
import {
  canonicalUrl,
  davRequest,
  multistatus,
  resourcesOf,
  type DavAccess,
  type DavResource,
} from './dav-request.ts'
import { childrenOf, within } from './xml-node.ts'

const PROPERTIES = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><resourcetype/><current-user-principal/>
<C:calendar-home-set/><C:supported-calendar-component-set/></prop></propfind>`

/**
 * The calendar behind an address: the address itself, or the first calendar of the person that the server knows there.
 * Whoever has several names the one that is meant.
 */
export async function findCollection(access: DavAccess, address: string): Promise<string> {
  const given = (await look(access, address)) ?? (await look(access, wellKnown(address)))
  if (!given)
    throw new AppError(
      'not_configured',
      `No calendar server at ${address}. Set CALDAV_URL to the address from your provider.`,
    )
  if (isCalendar(given)) return asFolder(given.url)
  const person = hrefOf(given, 'current-user-principal')
  const home =
    hrefOf(given, 'calendar-home-set') ?? (person && hrefOf(await look(access, person), 'calendar-home-set'))
  const folder = home ?? person ?? given.url
  const found = (await listed(access, folder)).find(isCalendar)
  if (found) return asFolder(found.url)
  throw new AppError(
    'not_configured',
    `${new URL(address).host} has no calendar for this user. Create one there, or set CALDAV_URL to one.`,
  )
}

async function look(access: DavAccess, url: string): Promise<DavResource | undefined> {
  const request = { method: 'PROPFIND', url, depth: '0', body: PROPERTIES } as const
  const answer = await davRequest(access, request)
  if (answer.status !== 207) return undefined
  const [resource] = resourcesOf(answer)
  return resource?.properties && { ...resource, url: canonicalUrl(answer.url, answer.url) }
}

function listed(access: DavAccess, url: string): Promise<DavResource[]> {
  return multistatus(access, { method: 'PROPFIND', url, depth: '1', body: PROPERTIES })
}

function wellKnown(address: string): string {
  return new URL('/.well-known/caldav', address).href
}

function isCalendar({ properties }: DavResource): boolean {
  if (!within(properties, 'resourcetype', 'calendar')) return false
  const kinds = childrenOf(within(properties, 'supported-calendar-component-set'), 'comp')
  return kinds.length === 0 || kinds.some(({ attributes }) => attributes['name']?.toUpperCase() === 'VEVENT')
}

function hrefOf(resource: DavResource | undefined, property: string): string | undefined {
  const href = within(resource?.properties, property, 'href')?.text.trim()
  return href === undefined || href === '' ? undefined : canonicalUrl(href, resource!.url)
}

function asFolder(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
