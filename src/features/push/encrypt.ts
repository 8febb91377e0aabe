import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** What a browser gives out with its address: a point of P-256 and a secret, both in base64url. */
export interface ReceiverKeys {
  readonly p256dh: string
  readonly auth: string
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const TAG_BYTES = 16
/** Every push service takes a body of this size, and none has to take more. */
const MAX_BODY_BYTES = 4096
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
const LAST_RECORD = 2

export const MAX_MESSAGE_BYTES = MAX_BODY_BYTES - HEADER_BYTES - 1 - TAG_BYTES

/** Encrypts one message for one browser, as RFC 8291 says: a single record of aes128gcm (RFC 8188). */
export function encryptMessage(
  message: Buffer,
  receiver: ReceiverKeys,
  { sender = newKeys(), salt = randomBytes(SALT_BYTES) }: { sender?: ECDH; salt?: Buffer } = {},
): Buffer {
  const receiverPoint = Buffer.from(receiver.p256dh, 'base64url')
  const senderPoint = sender.getPublicKey()
  const shared = derive(sender.computeSecret(receiverPoint), {
    salt: Buffer.from(receiver.auth, 'base64url'),
    info: Buffer.concat([Buffer.from('WebPush: info\0'), receiverPoint, senderPoint]),
    bytes: 32,
  })
  const key = derive(shared, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = derive(shared, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  return Buffer.concat([
    salt,
    recordSize(),
    Buffer.from([senderPoint.length]),
    senderPoint,
    cipher.update(message),
    cipher.update(Buffer.from([LAST_RECORD])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Whether a message can be encrypted for them. */
export function areReceiverKeys({ p256dh, auth }: ReceiverKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES) return false
  try {
    newKeys().computeSecret(point)
    return true
  } catch {
    return false
  }
}

function newKeys(): ECDH {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  return keys
}

function recordSize(): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(MAX_BODY_BYTES)
  return size
}

function derive(
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
