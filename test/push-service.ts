import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Received {
  readonly payload: Record<string, unknown>
  readonly topic: string
  readonly urgency: string
  readonly ttl: number
  readonly at: number
}

/** A browser that subscribed: what it tells the service, and what it got. */
export interface PushBrowser {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** What was taken, in the order in which it came. */
  readonly received: Received[]
  /** How the next messages are answered; those after them are taken. */
  readonly answers: Answer[]
  /** How often the service came, also in vain. */
  tries: number
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
}

export interface PushService extends AsyncDisposable {
  /** As ALLOWED_PRIVATE_TARGETS wants it. */
  readonly target: string
  /** Throws when something was sent that is not as it should be. */
  assertContent(): void
  /** Holds answers back until it is resolved. */
  gate: Promise<void>
  newBrowser(): PushBrowser
}

const TAKEN: Answer = { status: 201 }
const GONE: Answer = { status: 404 }

/** A push service with its browsers, on this machine: it checks what it gets as the RFCs 8030, 8188, 8291 and 8292 ask. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Keys & PushBrowser>()
  const complaints: unknown[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const browser = browsers.get(request.url!)
    if (browser) browser.tries += 1
    const { status, headers }: Answer = (browser ? browser.answers.shift() : GONE) ?? TAKEN
    try {
      if (browser && status === TAKEN.status) browser.received.push(read(request, body, browser))
    } catch (error) {
      complaints.push(error)
    }
    await service.gate
    response.writeHead(status, headers).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    target,
    assertContent() {
      if (complaints.length > 0) throw new AggregateError(complaints)
    },
    gate: Promise.resolve(),
    newBrowser() {
      const keys = newKeys()
      const path = `/send/${randomBytes(12).toString('base64url')}`
      const browser = {
        ...keys,
        subscription: {
          endpoint: `http://${target}${path}`,
          keys: {
            p256dh: keys.pair.getPublicKey('base64url'),
            auth: keys.auth.toString('base64url'),
          },
        },
        received: [],
        answers: [],
        tries: 0,
      }
      browsers.set(path, browser)
      return browser
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

interface Keys {
  readonly pair: ECDH
  readonly auth: Buffer
}

function newKeys(): Keys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16) }
}

function read({ method, headers }: IncomingMessage, body: Buffer, keys: Keys): Received {
  if (method !== 'POST') throw new Error(`${method} is not POST`)
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8291 asks')
  if (body.length > 4096) throw new Error(`${body.length} bytes are too many`)
  checkVapid(headers)
  const payload = JSON.parse(decrypt(body, keys).toString()) as Record<string, unknown>
  return { payload, ...readDelivery(headers), at: Date.now() }
}

function readDelivery(headers: IncomingHttpHeaders): Pick<Received, 'topic' | 'urgency' | 'ttl'> {
  const ttl = Number(headers['ttl'])
  if (!Number.isInteger(ttl) || ttl < 0) throw new Error('no TTL')
  const { topic, urgency } = headers
  if (typeof topic !== 'string' || !/^[\w-]{1,32}$/.test(topic)) throw new Error('no usable topic')
  if (urgency !== 'high' && urgency !== 'normal') throw new Error('no urgency')
  return { topic, urgency, ttl }
}

/** Signed for this push service, not for long, and by whom it says. */
function checkVapid({ authorization = '', host }: IncomingHttpHeaders): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (!isSigned(token, key)) throw new Error('the signature is wrong')
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString()
  const { aud, exp, sub } = JSON.parse(claims) as Record<string, unknown>
  if (aud !== `http://${host}`) throw new Error(`signed for ${String(aud)}`)
  const hours = (Number(exp) - Date.now() / 1_000) / 3_600
  if (!(hours > 0 && hours <= 24)) throw new Error(`valid for ${hours} hours`)
  if (!/^(?:mailto|https):/.test(String(sub))) throw new Error('no way to reach the sender')
}

function isSigned(token: string, key: string): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

/** RFC 8188 with the keys of RFC 8291, the other way round. */
function decrypt(body: Buffer, { pair, auth }: Keys): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end)
}
