import { createHmac, timingSafeEqual } from 'node:crypto'
import { Unverified } from './unverified.ts'

const SIGNATURE = /^HMAC ([A-Za-z0-9+/]{43}=)$/

/** Whether an outgoing webhook of Teams sent exactly these bytes. */
export function verifyOfficeSignature(body: Buffer, authorization: string | undefined, secret: string): void {
  const given = SIGNATURE.exec(authorization ?? '')?.[1]
  if (given === undefined) throw new Unverified('no signature')
  const key = Buffer.from(secret, 'base64')
  // Node signs with an empty key as well, and so would anybody.
  if (key.byteLength === 0) throw new Unverified('the secret is empty')
  const right = createHmac('sha256', key).update(body).digest()
  if (!timingSafeEqual(right, Buffer.from(given, 'base64'))) throw new Unverified('the signature is wrong')
}
