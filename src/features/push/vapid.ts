import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { SecretStore } from '../../platform/secrets/secret-store.ts'

/** The pair by which push services know this Deskhand (RFC 8292). */
export interface VapidKeys {
  /** What a browser subscribes with, in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

export interface VapidKeysDeps {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'unreadable'>
  /** Keeps a value out of logs. */
  readonly hide: (secrets: readonly string[]) => void
}

const SECRET = 'PUSH_KEY'
/** Push services refuse more than a day. */
const VALID_MS = 12 * 3_600_000

/** Made at first use and kept with the other secrets: every browser that subscribed is bound to this pair. */
export function createVapidKeys({ secrets, hide }: VapidKeysDeps): () => Promise<VapidKeys> {
  let opening: Promise<VapidKeys> | undefined
  const open = async () => {
    const known = secrets.get(SECRET)
    if (known === null && secrets.unreadable.includes(SECRET))
      throw new AppError(
        'unavailable',
        "The key for push messages is in the system keyring, which doesn't answer. Unlock it and restart Deskhand.",
      )
    const stored = known ?? newSecret()
    hide([stored])
    if (known === null) await secrets.set(SECRET, stored)
    return keysOf(stored)
  }
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

/** The `Authorization` of a message to one push service. */
export function vapidAuthorization(
  keys: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((now.getTime() + VALID_MS) / 1_000),
    sub: contact,
  }
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const key = { key: keys.privateKey, dsaEncoding: 'ieee-p1363' as const }
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${keys.publicKey}`
}

export function keysOf(secret: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(secret, 'base64url'))
  const point = pair.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: secret,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** Always 32 bytes: `getPrivateKey` leaves out leading zeros. */
function newSecret(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const key = pair.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
