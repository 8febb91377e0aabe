import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { widgetFrame } from '../../src/contract/widget-frame.ts'
import { widgetPage, widgetPageHeaders } from '../../src/features/jit-widgets/widget-page.ts'
import { widgetAttack } from './widget-attack.ts'

/** How the frame of a widget is kept in: not at all, as it was until now, only by what is deleted, and as it is. */
export const guards = ['open', 'old', 'deletion', 'hash', 'page'] as const
export type Guard = (typeof guards)[number]

export interface WidgetRig extends AsyncDisposable {
  /** A page like the shell, with a widget in it that tries to get out. */
  readonly shellOf: (guard: Guard) => string
  /** What arrived from a widget, each way once. */
  readonly arrived: (guard: Guard) => string[]
}

/** Listeners for whatever leaves a frame, and pages whose widget tries to. */
export async function openWidgetRig(): Promise<WidgetRig> {
  const arrivals = new Map(guards.map((guard) => [guard, new Set<string>()]))
  const note = (guard: string, what: string) => arrivals.get(guard as Guard)?.add(what)
  const outside = await listen((request, response) => {
    const [, guard = '', ...path] = request.url!.split(/[/?]/)
    note(guard, `${request.method} ${path[0]}`)
    response.setHeader('access-control-allow-origin', '*')
    response.end('x')
  })
  outside.on('upgrade', ({ url = '' }, socket) => {
    const [, guard = '', path] = url.split('/')
    note(guard, `socket ${path}`)
    socket.destroy()
  })
  const turns = await Promise.all(
    guards.map((guard) => openTurnServer((username) => note(guard, `turn ${username}`))),
  )
  const shell = await listen((request, response) => {
    const [, place, guard = ''] = request.url!.split('/') as [string, string, Guard?]
    const at = guards.indexOf(guard as Guard)
    if (at === -1) return response.writeHead(404).end()
    const to = { http: `${addressOf(outside)}/${guard}`, turnPort: turns[at]!.address().port }
    const frame = frameOf(guard as Guard, widgetAttack(to))
    const page =
      place === 'shell' ? { headers: { 'content-security-policy': SHELL }, body: shellFor(guard, to) } : frame
    return response.writeHead(200, { 'content-type': 'text/html', ...page.headers }).end(page.body)
  })
  return {
    shellOf: (guard) => `${addressOf(shell)}/shell/${guard}`,
    arrived: (guard) => [...arrivals.get(guard)!].toSorted(),
    async [Symbol.asyncDispose]() {
      for (const server of [outside, shell]) {
        server.closeAllConnections()
        server.close()
      }
      for (const socket of turns) socket.close()
    },
  }
}

/** As the real one in what matters here: a frame inside it may not leave for elsewhere. */
const SHELL = "default-src 'none'; script-src 'unsafe-inline'; frame-src 'self'; connect-src 'self'"

function shellFor(guard: string, to: Parameters<typeof widgetAttack>[0]): string {
  const widget = JSON.stringify({ type: 'widget', ...widgetAttack(to) }).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html><title>Shell</title><script>
  window.heard = []
  addEventListener('message', ({ data }) => {
    if (data?.type === 'ready') frames[0].postMessage(${widget}, '*')
    else heard.push(data)
  })
</script><iframe sandbox="allow-scripts" referrerpolicy="no-referrer" src="/frame/${guard}"></iframe>`
}

/** Until now: what a widget brings runs as it is, and only the policy keeps it in. */
const OLD =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'self'"
const pouring = (first: string) => `<!doctype html><meta charset=utf-8><body></body><script>${first}
addEventListener('message', function pour({ source, data }) {
  if (source !== parent || data.type !== 'widget') return
  removeEventListener('message', pour)
  document.head.appendChild(document.createElement('style')).textContent = data.css
  document.body.innerHTML = data.html
  document.body.appendChild(document.createElement('script')).textContent = data.script
})
parent.postMessage({ type: 'ready' }, '*')</script>`

function frameOf(guard: Guard, attack: ReturnType<typeof widgetAttack>) {
  const policy = (csp: string) => ({ 'content-security-policy': `${csp}; sandbox allow-scripts` })
  const frames = {
    open: { headers: { 'content-security-policy': 'sandbox allow-scripts' }, body: pouring('') },
    old: { headers: policy(OLD), body: pouring('') },
    deletion: {
      headers: policy(`${OLD}; frame-src 'none'; worker-src 'none'; webrtc 'block'`),
      body: pouring('delete window.RTCPeerConnection; delete window.webkitRTCPeerConnection'),
    },
    hash: { headers: widgetPageHeaders, body: widgetFrame() },
    page: { headers: widgetPageHeaders, body: widgetPage(attack) },
  } satisfies Record<Guard, object>
  return frames[guard]
}

/** Asks every client for its name, as a TURN server does, and tells what it says. */
async function openTurnServer(onName: (username: string) => void): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const [, username = 'bytes'] = /([a-z]+) SECRET/.exec(message.toString('latin1')) ?? []
    onName(username)
    const isAllocation = message.length >= 20 && message.readUInt16BE(0) === 3
    if (!isAllocation || username !== 'bytes') return
    const attributes = Buffer.from(
      '0009001000000401556e617574686f72697a656400140004616161610015000462626262',
      'hex',
    )
    const head = Buffer.from([0x01, 0x13, 0, attributes.length])
    socket.send(Buffer.concat([head, message.subarray(4, 20), attributes]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
