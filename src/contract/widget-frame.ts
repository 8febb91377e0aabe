/**
 * The one script that may run in the frame of a just-in-time widget, and in every frame that is made inside it: the policy
 * names its hash and no other. It takes away what could reach the network, which no policy does for WebRTC, and only then
 * compiles the widget. Deleting alone would not do: a frame made with `srcdoc` would have a fresh copy of everything.
 *
 * The widget comes in the page itself or, once, as the first message of the shell. Everything after that is for the widget.
 */
export const widgetBoot = String.raw`'use strict'
{
  const exits = /^(webkit|moz)?RTC|^WebTransport|^WebSocket|^EventSource$|^(Shared)?Worker$|^Payment|^Presentation|^fetchLater$/
  for (const name of Object.getOwnPropertyNames(window))
    if (exits.test(name) && !(delete window[name] && !(name in window)))
      Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false })

  const compile = Function
  let inScope = (code) => compile('return ' + code)()

  // The policy keeps the browser from running handlers that are written as attributes: they are bound here, whenever they
  // come, and compiled in the scope of the script when they are first needed.
  const bind = (part) => {
    for (const { name, value } of [...part.attributes]) {
      if (!/^on[a-z]+$/.test(name)) continue
      let handle
      part[name] = function (event) {
        handle ??= inScope('(function (event) {' + value + '\n})')
        return handle.call(this, event)
      }
    }
  }
  const bindAll = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return
    bind(node)
    for (const part of node.querySelectorAll('*')) bind(part)
  }
  const watchHandlers = () =>
    new MutationObserver((changes) => {
      for (const { type, target, attributeName, addedNodes } of changes)
        if (type === 'childList') addedNodes.forEach(bindAll)
        else if (attributeName.startsWith('on')) bind(target)
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true })

  // A widget that needs less room than it was given should not leave a hole below it.
  const tellSize = () => {
    let height = document.documentElement.offsetHeight
    for (const part of document.body.querySelectorAll('*'))
      height = Math.max(height, part.getBoundingClientRect().bottom + scrollY)
    parent.postMessage({ type: 'size', height: Math.ceil(height) }, '*')
  }

  const pour = ({ html = '', css = '', script = '', theme }) => {
    if (theme) document.documentElement.style.colorScheme = theme
    if (css) document.head.appendChild(document.createElement('style')).textContent = css
    document.body.innerHTML = html
    bindAll(document.body)
    watchHandlers()
    try {
      compile('arguments[0]((code) => eval(code));' + script)((scope) => (inScope = scope))
    } catch (error) {
      console.error(error)
    }
    new ResizeObserver(tellSize).observe(document.documentElement)
  }

  const given = document.getElementById('widget')
  if (given) addEventListener('DOMContentLoaded', () => pour(JSON.parse(given.textContent)))
  else {
    addEventListener('message', function begin(message) {
      if (message.source !== parent || message.data?.type !== 'widget') return
      removeEventListener('message', begin)
      message.stopImmediatePropagation()
      pour(message.data)
      const { data } = message.data
      dispatchEvent(new MessageEvent('message', { data: { type: 'data', data }, source: parent }))
    })
    parent.postMessage({ type: 'ready' }, '*')
  }
}`

/** What a page that a model wrote may do: run, draw, and nothing else. `hash` is that of the boot script, as base64. */
export function widgetHeaders(hash: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'sha256-${hash}' 'unsafe-eval'`,
      "style-src 'unsafe-inline'",
      'img-src data:',
      "frame-src 'none'",
      "worker-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "webrtc 'block'",
      'sandbox allow-scripts',
    ].join('; '),
    'permissions-policy': frameFeatures.map((feature) => `${feature}=()`).join(', '),
    'x-dns-prefetch-control': 'off',
    'referrer-policy': 'no-referrer',
  }
}

export const frameFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'cross-origin-isolated',
  'deferred-fetch',
  'deferred-fetch-minimal',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'summarizer',
  'sync-xhr',
  'translator',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const

/** The frame itself. With `widget` it holds one; else it waits for the shell to pour one in. */
export function widgetFrame({ title = 'Widget', widget }: { title?: string; widget?: object } = {}): string {
  const given =
    widget &&
    `<script type="application/json" id="widget">${JSON.stringify(widget).replaceAll('<', String.raw`\u003c`)}</script>`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`,
    '<style>html{color-scheme:light dark;font:15px/22px system-ui,sans-serif}body{margin:0}</style>',
    `${given ?? ''}<script>${widgetBoot}</script>`,
    '</head><body></body></html>',
  ].join('\n')
}
