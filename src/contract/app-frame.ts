import { frameFeatures } from './widget-frame.ts'

/** The addresses that the app of an MCP server declares, by what it wants to do with them. */
export interface AppSources {
  readonly connectDomains: readonly string[]
  readonly resourceDomains: readonly string[]
  readonly frameDomains: readonly string[]
  readonly baseUriDomains: readonly string[]
}

/** What decides the policy of an app: all of it was pinned with the page. */
export interface AppRights {
  readonly csp: AppSources
  readonly clipboardWrite: boolean
}

export interface FrameSetting {
  /** Who may show the frame, as sources of a policy. */
  readonly ancestors: readonly string[]
  /** It is served where the service itself is, so it must have no origin at all. */
  readonly isOpaque: boolean
}

/**
 * The page around an app, the sandbox proxy of the specification. It gets the app from the shell once and then only passes
 * messages on. The app inherits its policy, for it is put into a frame by `srcdoc`. It trusts the page that shows it, whose
 * origin the browser names, and the app inside; nobody else is heard.
 */
const relay = String.raw`'use strict'
{
  const host = document.referrer === '' ? undefined : new URL(document.referrer).origin
  const inner = document.createElement('iframe')
  const isOurs = (message) => String(message?.method).startsWith('ui/notifications/sandbox-')
  const load = ({ html, sandbox, allow }) => {
    if (inner.isConnected || typeof html !== 'string') return
    inner.setAttribute('sandbox', sandbox ?? 'allow-scripts allow-forms')
    if (allow) inner.allow = allow
    inner.title = document.title
    inner.srcdoc = html
    document.body.append(inner)
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === host) {
      if (data?.method === 'ui/notifications/sandbox-resource-ready') load(data.params ?? {})
      else if (!isOurs(data)) inner.contentWindow?.postMessage(data, '*')
    } else if (inner.isConnected && source === inner.contentWindow && !isOurs(data)) parent.postMessage(data, host)
  })
  if (host !== undefined && parent !== window)
    parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, host)
}`

export const appFramePage = [
  '<!doctype html>',
  '<html lang="en"><head><meta charset="utf-8"><title>App</title>',
  '<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}html{color-scheme:light dark}' +
    'body{overflow:hidden}</style>',
  `</head><body><script>${relay}</script></body></html>`,
].join('\n')

/** What an app may do: run its own code, and reach what it declared and a person allowed. Nothing of this origin is a source. */
export function appFrameHeaders(
  { csp, clipboardWrite }: AppRights,
  { ancestors, isOpaque }: FrameSetting,
): Readonly<Record<string, string>> {
  const from = (declared: readonly string[], ...always: string[]) =>
    [...always, ...declared].join(' ') || "'none'"
  const parts = [
    "default-src 'none'",
    `script-src ${from(csp.resourceDomains, "'unsafe-inline'")}`,
    `style-src ${from(csp.resourceDomains, "'unsafe-inline'")}`,
    `img-src ${from(csp.resourceDomains, 'data:', 'blob:')}`,
    `media-src ${from(csp.resourceDomains, 'data:', 'blob:')}`,
    `font-src ${from(csp.resourceDomains, 'data:')}`,
    `connect-src ${from(csp.connectDomains)}`,
    // The app itself too: it can go only where a frame of it could.
    `frame-src ${from(csp.frameDomains)}`,
    'worker-src blob:',
    "object-src 'none'",
    "form-action 'none'",
    `base-uri ${from(csp.baseUriDomains)}`,
    `frame-ancestors ${from(ancestors)}`,
    "webrtc 'block'",
    ...(isOpaque ? ['sandbox allow-scripts allow-forms'] : []),
  ]
  const granted = (feature: string) =>
    feature === 'clipboard-write' && clipboardWrite && !isOpaque ? `${feature}=(self)` : `${feature}=()`
  return {
    'content-security-policy': parts.join('; '),
    'permissions-policy': frameFeatures.map(granted).join(', '),
    'x-dns-prefetch-control': 'off',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  }
}
