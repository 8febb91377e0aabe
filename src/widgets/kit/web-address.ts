import { isIP } from 'node:net'
import { isPublicAddress } from '../../platform/network/guarded-fetch.ts'

/** An http address, made absolute; null for anything else, such as `javascript:`. */
export function webAddress(text: string | null, base?: string): string | null {
  if (text === null || text === '') return null
  const url = URL.parse(text, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/**
 * The address of something that a client loads by itself, such as a picture. One on this machine or its network is left
 * out: a stranger's feed could make the client call a router. The feed's own host is no stranger to itself.
 */
export function mediaAddress(text: string | null, base?: string): string | null {
  const address = webAddress(text, base)
  if (address === null) return null
  const host = new URL(address).hostname.replaceAll(/^\[|\]$/g, '')
  const isOwn = base !== undefined && URL.parse(base)?.hostname === new URL(address).hostname
  return isOwn || !isPrivateName(host) ? address : null
}

function isPrivateName(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(host)
}
