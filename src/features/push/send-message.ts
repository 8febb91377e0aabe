import { AppError } from '../../contract/errors.ts'
import { encryptMessage } from './encrypt.ts'
import { encodePayload, type Payload, type Urgency } from './payload.ts'
import type { Subscription } from './subscription-rows.ts'
import { vapidAuthorization, type VapidKeys } from './vapid.ts'

export interface SendDeps {
  readonly fetch: typeof globalThis.fetch
  readonly keys: () => Promise<VapidKeys>
  /** How push services can reach whoever runs this: `mailto:` or `https:`. */
  readonly contact: () => string
  readonly now: () => Date
}

export interface Letter {
  readonly payload: Payload
  readonly urgency: Urgency
  /** A later message of the same topic takes the place of one that was not delivered yet. */
  readonly topic: string
  /** How long the push service may hold it. */
  readonly ttlSeconds: number
}

/** What became of a message. */
export type Outcome =
  | { readonly kind: 'taken' }
  /** There is no such browser any more. */
  | { readonly kind: 'gone' }
  /** Worth another try, not before so many milliseconds where the push service said so. */
  | { readonly kind: 'later'; readonly pauseMs: number | null; readonly reason: string }
  /** Trying again would not help. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends one message to one browser, once (RFC 8030). Throws only when it is aborted. */
export async function sendMessage(
  { endpoint, p256dh, auth }: Subscription,
  letter: Letter,
  { deps, signal }: { deps: SendDeps; signal: AbortSignal },
): Promise<Outcome> {
  const { fetch, keys, contact, now } = deps
  const { host } = new URL(endpoint)
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidAuthorization(await keys(), { endpoint, contact: contact(), now: now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(letter.ttlSeconds),
        urgency: letter.urgency,
        topic: letter.topic,
      },
      body: encryptMessage(encodePayload(letter.payload), { p256dh, auth }),
      redirect: 'manual',
      signal,
    })
    await response.body?.cancel()
    return outcomeOf(response, { host, now: now() })
  } catch (error) {
    if (signal.aborted) throw error
    // The address turned out to be one where nothing is fetched from.
    if (error instanceof AppError && error.code === 'forbidden')
      return { kind: 'refused', reason: error.message }
    const reason = error instanceof AppError ? error.message : `Can't reach ${host}.`
    return { kind: 'later', pauseMs: null, reason }
  }
}

function outcomeOf({ status, headers }: Response, { host, now }: { host: string; now: Date }): Outcome {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 408 || status === 429 || status >= 500)
    return {
      kind: 'later',
      pauseMs: pauseOf(headers.get('retry-after'), now),
      reason: `${host} is busy (status ${status}).`,
    }
  return { kind: 'refused', reason: `${host} refused a message (status ${status}).` }
}

/** Seconds, or a date. */
function pauseOf(text: string | null, now: Date): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
