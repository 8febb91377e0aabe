import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { findAutomation } from './automation-rows.ts'
import { findByToken, triggerOf, type TriggerRow } from '../triggers/trigger-rows.ts'
import type { Triggers } from '../triggers/triggers.ts'
import type { AutomationSecrets } from './secrets.ts'

export interface AutomationWebhooksDeps {
  readonly engine: WorkflowEngine
  readonly triggers: Triggers
  readonly secrets: AutomationSecrets
  readonly now: () => Date
}

type Header = (name: string) => string | undefined

const MINUTE_MS = 60_000
/** How senders name a delivery that they repeat. */
const DELIVERY_HEADERS = ['idempotency-key', 'x-github-delivery', 'x-gitea-delivery', 'webhook-id']

/** Requests from outside that start automations. */
export class AutomationWebhooks {
  readonly #deps: AutomationWebhooksDeps

  constructor(deps: AutomationWebhooksDeps) {
    this.#deps = deps
  }

  async receive(token: string, body: Buffer, header: Header) {
    const { engine, triggers, now } = this.#deps
    const row = await engine.backend.read(findByToken(token))
    if (!row) throw new AppError('not_found', 'No automation has this address.')
    const trigger = triggerOf(row) as Trigger<'webhook'>
    this.#assertSigned(trigger, body, header)
    const automation = await engine.backend.read(findAutomation(row.owner))
    if (automation?.enabled !== 1 || trigger.enabled === false)
      throw new AppError('conflict', 'This automation is switched off.')
    const at = now().toISOString()
    const key = keyOf(body, header, now())
    const { dropped } = await triggers.push(row, { key, at, data: dataOf(body, header) })
    if (dropped > 0) throw new AppError('rate_limited', 'Too many events are waiting. Try again later.')
    return { event_id: eventId(row, key), accepted_at: at }
  }

  #assertSigned({ hmac }: Trigger<'webhook'>, body: Buffer, header: Header): void {
    if (!hmac) return
    const secret = this.#deps.secrets.get(hmac.secret)
    const given = header((hmac.header ?? 'x-signature').toLowerCase()) ?? ''
    const expected = secret === null ? undefined : createHmac('sha256', secret).update(body).digest()
    const signature = Buffer.from(given.replace(/^sha256=/, ''), 'hex')
    if (expected && signature.length === expected.length && timingSafeEqual(signature, expected)) return
    throw new AppError('unauthorized', 'The signature is missing or wrong.')
  }
}

/** What the sender calls the delivery; else the same body within a minute is the same one. */
function keyOf(body: Buffer, header: Header, now: Date): string {
  for (const name of DELIVERY_HEADERS) {
    const value = header(name)
    if (value !== undefined && value !== '') return `${name}:${digest(Buffer.from(value))}`
  }
  return `${digest(body)}@${Math.floor(now.getTime() / MINUTE_MS)}`
}

function eventId({ owner, id }: TriggerRow, key: string): string {
  return `${owner}/${id}/${digest(Buffer.from(key)).slice(0, 32)}`
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function dataOf(body: Buffer, header: Header): Record<string, unknown> {
  const content_type = header('content-type') ?? null
  const text = body.toString('utf8')
  return { content_type, ...parsed(text) }
}

function parsed(text: string): { body: unknown } {
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return { body: text }
  }
}
