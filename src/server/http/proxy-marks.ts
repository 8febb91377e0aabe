import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/*
 * What tells that a request came through a proxy or a tunnel, so that its sender is not on this machine. Three signs, none
 * of which an ordinary client shows: it names somebody's address, it speaks of a way through something else, or it comes
 * from a product that stands in between.
 */

/** Words of a header's name, wherever they stand in it. */
const HOP =
  /(?:^|[-_])(?:via|(?:ws)?proxy\w*|forward(?:s|ed)?|original|ingress|tunnel|cdn|client-?ip|(?:real|remote|connecting|user|socket|cluster)-?(?:client-?)?(?:ip|addr|address|user|host))(?:$|[-_])/

/** Products and services whose headers have no such word, by how their names begin. */
const PRODUCTS = [
  'nginx|haproxy|traefik|varnish|squid|caddy|kong|envoy|istio|linkerd|l5d',
  'cf|cloudflare|fastly|akamai|incap|sucuri|bunny|rndr|nf|netlify|fly|heroku|railway|vercel(?!-ai)',
  'azure|appgw|amzn|amz-cf|cloudfront|appengine|goog-iap|goog-authenticated',
  'ngrok|tailscale|zrok|localtunnel|codespaces?|gitpod',
  'pomerium|authentik|auth-request|ssl|ssl-client|client-cert|client-verify',
]
const PRODUCT = new RegExp(`^(?:x-)?(?:${PRODUCTS.join('|')})(?:$|[-_])`)

const SINGLE =
  /^(?:x-(?:fd|arr|ec)-.*|x-(?:request|queue)-start|x-(?:url-)?scheme|front-end-https|x-rewrite-url|x-host)$/

/** Names come again and again; a caller that makes new ones up must not fill the memory. */
const MAX_KNOWN_NAMES = 500
const knownNames = new Map<string, boolean>()

export function isProxied(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (isMarkedName(name) || namesAddress(name, headers[name])) return true
  return false
}

function isMarkedName(name: string): boolean {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const isMarked = HOP.test(name) || PRODUCT.test(name) || SINGLE.test(name)
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, isMarked)
  return isMarked
}

/** Whether a header says nothing but an address, or several: whose else than that of somebody further away? */
function namesAddress(name: string, value: string | string[] | undefined): boolean {
  if (typeof value !== 'string' || !/^["[]?[\da-f:]+[.:]/i.test(value)) return false
  // A version can look like an address.
  if (name === 'host' || name.includes('version')) return false
  return value.split(',').every((part) => isAddress(part.trim()))
}

/** With or without a port, quotes and the brackets of IPv6. */
function isAddress(text: string): boolean {
  const plain = text.replace(/^"(.*)"$/, '$1')
  const inside = /^\[(.+)\](?::\d+)?$/.exec(plain)?.[1] ?? /^([\d.]+):\d+$/.exec(plain)?.[1] ?? plain
  return isIP(inside) !== 0
}
